// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_more.h"

#include "ui/document/document.h"
#include "ui/panels/cost_row.h"
#include "ui/panels/overlap_rows.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/entry_rows.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_fields.h"
#include "ui/widgets/parameter_row.h"
#include "ui/widgets/segmented_choice.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr TimingProfile kProfiles[] = {TimingProfile::Strict, TimingProfile::PpScheduleVisualization,
                                       TimingProfile::PpScheduleVisualizationSync};
constexpr TransferMode kModes[] = {TransferMode::Async, TransferMode::Rendezvous};
constexpr const char* kUnits[] = {"step", "us", "ms"};

/// A number or list that is there always, as a row.
CostNumber listNumber(const QString& title, const QString& help, const char* name, const char* key,
                      StageValues CostModel::*member)
{
    return {
        title,
        help,
        name,
        key,
        true,
        {},
        [member](const CostModel& costs) { return costs.*member; },
        [member](CostModel& costs, const std::optional<StageValues>& values) { costs.*member = *values; }};
}

int indexOf(const auto& values, const auto& value)
{
    return static_cast<int>(std::find(std::begin(values), std::end(values), value) - std::begin(values));
}

} // namespace

CostMore::CostMore(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    makeTransfers();
    makeLinks();
    makeStragglers();
    makeOverlaps();
    makeJitter();
    makeFsdp();
    makeMemory();
    makeRules();
}

void CostMore::addHeading(const QString& text)
{
    auto* heading = new QLabel(text, this);
    heading->setProperty("quiet", true);
    heading->setContentsMargins(0, 8, 0, 0);
    m_layout->addWidget(heading);
}

CostRow* CostMore::addRow(CostNumber number)
{
    auto* row = new CostRow(m_document, std::move(number), this);
    m_rows.push_back(row);
    m_layout->addWidget(row);
    return row;
}

void CostMore::change(const QString& what, const std::function<void(CostModel&)>& edit)
{
    CostModel costs = m_document.state().costs;
    edit(costs);
    m_document.endTyping();
    m_document.setCosts(costs, what);
    m_document.endTyping();
}

void CostMore::makeTransfers()
{
    addHeading(tr("Transfers"));
    addRow(plainNumber(tr("Size"), tr("What a transfer moves, in any unit: bytes, MB"), "cost-bytes",
                       "p2p bytes", [](CostModel& costs) -> double& { return costs.transfer.bytes; }));
    CostNumber bandwidth = plainNumber(
        tr("Bandwidth"), tr("In the unit of the size, per unit of time; empty = size costs nothing"),
        "cost-bandwidth", "p2p bandwidth",
        [](CostModel& costs) -> double& { return costs.transfer.bandwidth; });
    bandwidth.emptyText = tr("unlimited", "bandwidth");
    bandwidth.get = [](const CostModel& costs) {
        const double given = costs.transfer.bandwidth;
        return given > 0 ? std::optional(StageValues(given)) : std::nullopt;
    };
    bandwidth.set = [](CostModel& costs, const std::optional<StageValues>& values) {
        costs.transfer.bandwidth = values ? values->at(StageId{0}) : 0;
    };
    addRow(std::move(bandwidth));
    m_mode = new SegmentedChoice(this);
    m_mode->setObjectName(QStringLiteral("cost-mode"));
    m_mode->setChoices({tr("Async", "transfers"), tr("Meet", "transfers: rendezvous")});
    m_layout->addWidget(new FormRow(
        tr("Send and receive"),
        tr("Async: a send goes on at once. Meet (rendezvous): sender and receiver wait for each other."),
        m_mode, this));
    connect(m_mode, &SegmentedChoice::chosen, this, [this](int index) {
        change(tr("Send and receive"), [index](CostModel& costs) { costs.transfer.mode = kModes[index]; });
    });
}

void CostMore::makeJitter()
{
    addHeading(tr("Jitter"));
    addRow(plainNumber(tr("Spread (sigma)"),
                       tr("Every action's time × exp(sigma · z), z standard normal; 0 = none"), "cost-sigma",
                       "jitter", [](CostModel& costs) -> double& { return costs.jitter.sigma; }));
    auto* editor = new QWidget(this);
    auto* line = new QHBoxLayout(editor);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    m_seed = makeEntryField(tr("Seed"), editor);
    m_seed->setObjectName(QStringLiteral("cost-seed"));
    QPushButton* again = makeLink(tr("Draw again"), tr("The next seed"), editor);
    again->setObjectName(QStringLiteral("cost-draw"));
    line->addWidget(m_seed, 1);
    line->addWidget(again);
    editor->setFocusProxy(m_seed);
    m_seedRow = new FormRow(tr("Seed"), tr("The same seed draws the same times"), editor, this);
    m_layout->addWidget(m_seedRow);
    connect(m_seed, &QLineEdit::textEdited, this, &CostMore::takeSeed);
    connect(m_seed, &QLineEdit::editingFinished, this, [this] { m_document.endTyping(); });
    connect(again, &QPushButton::clicked, this,
            [this] { change(tr("Draw again"), [](CostModel& costs) { ++costs.jitter.seed; }); });
}

void CostMore::takeSeed()
{
    bool isNumber = false;
    const std::uint64_t seed = m_seed->text().trimmed().toULongLong(&isNumber);
    m_seedRow->setProblem(isNumber ? QString() : tr("Seed takes a whole number from 0"));
    if (!isNumber)
        return;
    CostModel costs = m_document.state().costs;
    costs.jitter.seed = seed;
    m_seedSeen = seed;
    m_document.setCosts(costs, tr("Seed"));
}

void CostMore::makeFsdp()
{
    const int first = m_layout->count();
    addHeading(tr("FSDP"));
    addRow(listNumber(tr("Unshard"), tr("Time to gather a stage's parameters"), "cost-unshard", "unshard",
                      &CostModel::unshard));
    addRow(listNumber(tr("Reshard"), tr("Time to free a stage's parameters"), "cost-reshard", "reshard",
                      &CostModel::reshard));
    addRow(listNumber(tr("Reduce gradients"), tr("Time to reduce a stage's gradients"), "cost-reduce-grad",
                      "reduce_grad", &CostModel::reduceGrad));
    m_fsdpBeside = new QCheckBox(tr("Runs beside compute"), this);
    m_fsdpBeside->setObjectName(QStringLiteral("cost-fsdp-beside"));
    m_fsdpBeside->setToolTip(tr("FSDP actions run on one stream a rank, in order, while it computes"));
    m_fsdpBeside->setMinimumHeight(28);
    m_layout->addWidget(m_fsdpBeside);
    connect(m_fsdpBeside, &QCheckBox::clicked, this, [this](bool on) {
        change(m_fsdpBeside->text(), [on](CostModel& costs) { costs.overlapsFsdp = on; });
    });
    for (int i = first; i < m_layout->count(); ++i)
        m_fsdp.push_back(m_layout->itemAt(i)->widget());
}

void CostMore::makeMemory()
{
    addHeading(tr("Memory"));
    addRow(listNumber(tr("Activation"), tr("Size of one stage's activation of one microbatch"),
                      "cost-activation", "activation", &CostModel::activation));
    addRow(listNumber(tr("Kept until W"), tr("Share of an activation that only W releases"), "cost-kept",
                      "activation_kept_until_weight", &CostModel::activationKeptUntilWeight));
    addRow(listNumber(tr("Parameters"), tr("Size of a stage's parameters; 0 = not counted"),
                      "cost-parameters", "parameters", &CostModel::parameters));
    addRow(listNumber(tr("Gradients"), tr("Size of a stage's gradients; 0 = not counted"), "cost-gradients",
                      "gradients", &CostModel::gradients));
    addRow(listNumber(tr("Optimizer states"),
                      tr("Size of what the optimizer keeps of a stage, always there; 0 = not counted"),
                      "cost-optimizer", "optimizer", &CostModel::optimizer));
    CostNumber limit{tr("Limit of a rank"),
                     tr("In the unit of the sizes above"),
                     "cost-memory-limit",
                     "memory_limit",
                     false,
                     tr("none", "memory limit"),
                     {},
                     {}};
    limit.get = [](const CostModel& costs) {
        return costs.memoryLimit ? std::optional(StageValues(*costs.memoryLimit)) : std::nullopt;
    };
    limit.set = [](CostModel& costs, const std::optional<StageValues>& values) {
        costs.memoryLimit = values ? std::optional(values->at(StageId{0})) : std::nullopt;
    };
    addRow(std::move(limit));
}

void CostMore::makeRules()
{
    addHeading(tr("Rules"));
    auto* profile = new ChoiceBox(this);
    m_profile = profile;
    m_profile->setObjectName(QStringLiteral("cost-profile"));
    for (const TimingProfile known : kProfiles)
        m_profile->addItem(choiceTitle(std::string(profileName(known))));
    m_layout->addWidget(new FormRow(
        tr("Timing rules"),
        tr("Which dependencies count and who pays the transfer: strict, or as another program has it"),
        m_profile, this));
    connect(m_profile, &QComboBox::activated, this, [this](int index) {
        change(tr("Timing rules"), [index](CostModel& costs) { costs.profile = kProfiles[index]; });
    });
    m_unit = new SegmentedChoice(this);
    m_unit->setObjectName(QStringLiteral("cost-unit"));
    m_unit->setChoices({tr("step", "unit"), tr("µs", "unit"), tr("ms", "unit")});
    m_layout->addWidget(new FormRow(tr("Unit of time"),
                                    tr("What the times are called; they stay as they are"), m_unit, this));
    connect(m_unit, &SegmentedChoice::chosen, this, [this](int index) {
        change(tr("Unit of time"), [index](CostModel& costs) { costs.unit = kUnits[index]; });
    });
}

std::uint32_t CostMore::rankCount() const
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    return evaluation ? std::max(1U, evaluation->timeline->schedule->rankCount()) : 1;
}

void CostMore::follow()
{
    const CostModel& costs = m_document.state().costs;
    for (CostRow* row : m_rows)
        row->follow();
    m_mode->setCurrent(indexOf(kModes, costs.transfer.mode));
    std::vector<Entry> links;
    for (const LinkCost& link : costs.transfer.links)
        links.push_back({static_cast<double>(link.from), static_cast<double>(link.to),
                         link.latency.value_or(costs.transfer.latency)});
    m_links->setEntries(links);
    std::vector<Entry> stragglers;
    for (const auto& [rank, factor] : costs.rankFactor)
        stragglers.push_back({static_cast<double>(rank), factor});
    m_stragglers->setEntries(stragglers);
    m_overlaps->setTimes(costs.overlap.times);
    const QString seed = QString::number(costs.jitter.seed);
    if (m_seedSeen != costs.jitter.seed || m_seedRow->problemText().isEmpty()) {
        if (m_seed->text().trimmed() != seed)
            m_seed->setText(seed);
        m_seedRow->setProblem({});
    }
    m_seedSeen = costs.jitter.seed;
    m_fsdpBeside->setChecked(costs.overlapsFsdp);
    const EvaluationPtr& evaluation = m_document.evaluation();
    const bool hasFsdp =
        evaluation && (evaluation->runs(ActionKind::Unshard) || evaluation->runs(ActionKind::Reshard) ||
                       evaluation->runs(ActionKind::ReduceGrad));
    for (QWidget* widget : m_fsdp)
        widget->setVisible(hasFsdp);
    m_overlaps->setVisible((evaluation && evaluation->overlaps) || !costs.overlap.times.empty());
    m_profile->setCurrentIndex(indexOf(kProfiles, costs.profile));
    m_unit->setCurrent(indexOf(kUnits, costs.unit));
}

bool CostMore::showProblem(const std::string& error, const QString& shown)
{
    for (CostRow* row : m_rows)
        if (row->isMeantBy(error)) {
            row->setProblem(shown);
            return true;
        }
    if (error.starts_with("overlap ")) {
        m_overlaps->setProblem(shown);
        return true;
    }
    return false;
}

void CostMore::clearProblems()
{
    for (CostRow* row : m_rows)
        row->setProblem({});
    m_overlaps->setProblem({});
}

} // namespace bubblescope::ui
