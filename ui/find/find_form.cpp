// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_form.h"

#include "ui/find/family_choice.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_row.h"
#include "ui/widgets/segmented_choice.h"

#include <QLabel>
#include <QPushButton>
#include <QThread>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr double kMostRanks = 65'536, kMostMicrobatches = 1e6, kMostStages = 64, kMostFindLayers = 1e6;
constexpr double kMostMemory = 1e15, kMostSeconds = 86'400, kMostIterations = 1e12;
constexpr double kUsualSeconds = 10, kMsPerSecond = 1000;
/// In the order of the box; before them stands "any".
constexpr PlacementKind kPlacements[] = {PlacementKind::Loop, PlacementKind::V, PlacementKind::Block,
                                         PlacementKind::Mirror};

std::optional<std::uint32_t> wholeOf(const NumberRow& row)
{
    const std::optional<double> value = row.value();
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

/// As a limit is typed: what is below it by rounding alone still fits.
double roundedLimit(double size)
{
    return std::ceil(size * 1000 - 1e-6) / 1000;
}

} // namespace

FindForm::FindForm(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 8, 0);
    m_layout->setSpacing(6);
    makePipeline();
    makeLimits();
    makeFamilies();
    makeBudget();
    setFocusProxy(m_ranks);
    m_layout->addStretch(1);
    take({});
}

void FindForm::addHeading(const QString& title)
{
    auto* heading = new QLabel(title, this);
    heading->setProperty("heading", true);
    heading->setContentsMargins(0, m_layout->isEmpty() ? 0 : 8, 0, 0);
    m_layout->addWidget(heading);
}

NumberRow* FindForm::add(NumberRow* row)
{
    m_layout->addWidget(row);
    connect(row, &NumberRow::edited, this, &FindForm::edited);
    return row;
}

void FindForm::makePipeline()
{
    addHeading(tr("Given"));
    m_ranks = add(new NumberRow({tr("Ranks"), tr("Of the pipeline"), {}, QStringLiteral("find-ranks")},
                                {1, kMostRanks}, this));
    m_microbatches =
        add(new NumberRow({tr("Microbatches"), tr("Of one step"), {}, QStringLiteral("find-microbatches")},
                          {1, kMostMicrobatches}, this));
    m_costs = new ElidedLabel(this);
    m_costs->setObjectName(QStringLiteral("find-costs"));
    m_layout->addWidget(
        new FormRow(tr("Costs"),
                    tr("The times of a rank's whole share of the model, for one microbatch. A schedule with "
                       "several stages per rank splits them among its stages."),
                    m_costs, this));
    m_take = makeLink(tr("&Take from the document"),
                      tr("Ranks, microbatches, costs and limit of the open schedule"), this);
    m_take->setObjectName(QStringLiteral("find-take"));
    m_take->setAutoDefault(false);
    m_layout->addWidget(m_take, 0, Qt::AlignLeft);
    connect(m_take, &QPushButton::clicked, this, &FindForm::takeAsked);
    m_limit = add(new NumberRow({tr("Memory limit"), {}, {}, QStringLiteral("find-limit"), tr("no limit")},
                                {0, kMostMemory, false}, this));
    m_layers = add(new NumberRow({tr("Layers"),
                                  tr("Layers of the whole model; the search also decides how many each stage "
                                     "gets. Empty: as in the costs"),
                                  {},
                                  QStringLiteral("find-layers"),
                                  tr("as in the costs")},
                                 {1, kMostFindLayers}, this));
}

void FindForm::makeLimits()
{
    addHeading(tr("Wanted"));
    m_objective = new SegmentedChoice(this);
    m_objective->setObjectName(QStringLiteral("find-objective"));
    m_objective->setChoices({tr("Step time"), tr("Rank span")});
    m_objective->setCurrent(0);
    connect(m_objective, &SegmentedChoice::chosen, this, &FindForm::edited);
    m_layout->addWidget(new FormRow(tr("Minimize"),
                                    tr("The whole step, or the longest time of a rank from its first start "
                                       "to its last end, as in papers on zero bubbles"),
                                    m_objective, this));
}

void FindForm::makeFamilies()
{
    m_families = new FamilyChoice(this);
    m_layout->addWidget(m_families);
    connect(m_families, &FamilyChoice::edited, this, &FindForm::edited);
    m_stages = add(new NumberRow({tr("Stages per rank"),
                                  tr("Of the schedules to try"),
                                  {},
                                  QStringLiteral("find-stages"),
                                  tr("any", "number of stages")},
                                 {1, kMostStages}, this));
    m_placement = addPlacement();
}

ChoiceBox* FindForm::addPlacement()
{
    auto* box = new ChoiceBox(this);
    box->setObjectName(QStringLiteral("find-placement"));
    box->addItem(tr("any", "placement"));
    box->addItem(tr("loop: stage s on rank s mod ranks"));
    box->addItem(tr("V: forth and back over the ranks"));
    box->addItem(tr("block: neighbors on one rank"));
    box->addItem(tr("mirror: two directions"));
    m_layout->addWidget(new FormRow(tr("Placement"), tr("Which rank holds which stage"), box, this));
    connect(box, &QComboBox::activated, this, &FindForm::edited);
    return box;
}

void FindForm::makeBudget()
{
    addHeading(tr("Time limit"));
    m_seconds = add(new NumberRow({tr("Time"),
                                   tr("The best order is improved until this time has passed. Empty: until "
                                      "the number of changes is reached"),
                                   tr("seconds"), QStringLiteral("find-seconds"), tr("no limit", "duration")},
                                  {0, kMostSeconds, false}, this));
    m_seconds->setMeasure({Quantity::Duration, "ms"}, kMsPerSecond); // "2 min", too
    m_seconds->setValue(kUsualSeconds);
    m_iterations = add(new NumberRow({tr("Changes"),
                                      tr("How many changes to try. Without a time limit, the result is the "
                                         "same every time and on every machine"),
                                      {},
                                      QStringLiteral("find-iterations"),
                                      tr("no limit", "number of changes")},
                                     {0, kMostIterations}, this));
}

void FindForm::take(const FindStart& start)
{
    m_start = start;
    m_ranks->setValue(start.ranks);
    m_microbatches->setValue(start.microbatches);
    m_costs->setWholeText(costsLine(start));
    m_limit->setUnit(unitWords(start.unit), unitHelp(start.unit));
    m_limit->setMeasure(start.unit == FindUnit::Bytes ? Measure{Quantity::Size} : Measure{},
                        unitSize(start.unit));
    m_limit->setValue(roundedLimit(start.memoryLimit / unitSize(start.unit)));
    m_layers->setVisible(start.layers.has_value());
    m_layers->setValue(start.layers ? std::optional<double>(*start.layers) : std::nullopt);
    emit edited();
}

bool FindForm::isOf(const FindStart& start) const
{
    return start.costs == m_start.costs && start.ranks == m_start.ranks &&
           start.microbatches == m_start.microbatches && start.memoryLimit == m_start.memoryLimit;
}

QString FindForm::problemText() const
{
    for (const NumberRow* row :
         {m_ranks, m_microbatches, m_limit, m_layers, m_stages, m_seconds, m_iterations})
        if (const QString problem = row->problemOf(); !problem.isEmpty())
            return tr("%1: %2", "field, what is wrong").arg(row->title(), problem);
    if (m_families->lacksChoice())
        return tr("Check at least one schedule to try.");
    if (!m_seconds->value() && !m_iterations->value())
        return tr("Enter a time limit or a number of changes.");
    return {};
}

SearchProblem FindForm::problem() const
{
    SearchProblem problem;
    problem.ranks = wholeOf(*m_ranks).value_or(1);
    problem.microbatches = wholeOf(*m_microbatches).value_or(1);
    problem.costs = m_start.costs;
    if (const auto limit = m_limit->value())
        problem.memoryLimit = *limit * unitSize(m_start.unit);
    const std::optional<RankValues>& limits = m_start.costs.memoryLimit;
    const bool keepsLimits = limits && !limits->isUniform() && problem.ranks == limits->values.size() &&
                             m_limit->value() == roundedLimit(m_start.memoryLimit / unitSize(m_start.unit));
    // Limits by rank stay unless another one is given; else an emptied field would leave the document's.
    if (keepsLimits)
        problem.memoryLimit.reset();
    else
        problem.costs.memoryLimit = problem.memoryLimit;
    problem.objective = static_cast<SearchObjective>(m_objective->current());
    problem.schedules = m_families->names();
    problem.stagesPerRank = wholeOf(*m_stages);
    if (const int placement = m_placement->currentIndex(); placement > 0)
        problem.placement = kPlacements[placement - 1];
    if (m_start.layers)
        problem.layers = wholeOf(*m_layers);
    return problem;
}

SearchBudget FindForm::budget() const
{
    SearchBudget budget;
    budget.seconds = m_seconds->value();
    if (const auto iterations = m_iterations->value())
        budget.iterations = static_cast<std::uint64_t>(*iterations);
    // One is left to the window.
    budget.threads = static_cast<unsigned>(std::max(1, QThread::idealThreadCount() - 1));
    return budget;
}

} // namespace bubblescope::ui
