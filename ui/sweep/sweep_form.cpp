// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_form.h"

#include "core/base/quantity.h"
#include "core/generate/catalog.h"
#include "core/sweep/value_list.h"
#include "core/time/cost_fit.h"
#include "ui/actions/command_registry.h"
#include "ui/document/core_text.h"
#include "ui/document/cost_edits.h"
#include "ui/sweep/schedule_choice.h"
#include "ui/sweep/sweep_measure.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented_choice.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <set>

namespace bubblescope::ui {

namespace {

constexpr double kSweepFormGigabyte = 1e9;
/// What a sweep begins with beside the document's own schedule: a few that are told apart by what they cost.
constexpr std::array<const char*, 5> kFirstSchedules{"gpipe", "1f1b", "interleaved-1f1b", "zb-h1", "zbv"};

/// As a user types it: either comma parts numbers.
std::string plainList(QString text)
{
    return text.replace(QChar(u'，'), QLatin1Char(',')).toStdString();
}

QString listText(const std::set<std::int64_t>& numbers)
{
    QStringList parts;
    for (const std::int64_t number : numbers)
        parts << QString::number(number);
    return parts.join(QStringLiteral(", "));
}

/// That the schedule has by itself.
std::int64_t defaultStages(const std::string& schedule)
{
    const ScheduleInfo* info = findSchedule(schedule);
    return info && !info->variants.empty() ? info->variants.front().stagesPerRank : 1;
}

/// Empty where every schedule's default has the document's own number.
std::set<std::int64_t> stagesToBegin(const ScheduleRequest& own, const std::vector<std::string>& schedules)
{
    std::set<std::int64_t> stages;
    if (!own.stagesPerRank || *own.stagesPerRank == defaultStages(own.schedule))
        return stages;
    stages.insert(*own.stagesPerRank);
    for (const std::string& name : schedules)
        stages.insert(defaultStages(name));
    return stages;
}

double limitUnit(const CostModel& costs)
{
    return costs.memoryUnit == MemoryUnit::Bytes ? kSweepFormGigabyte : 1;
}

} // namespace

SweepForm::SweepForm(QWidget* parent)
    : QWidget(parent)
    , m_schedules(new ScheduleChoice(this))
    , m_countLabel(new QLabel(this))
    , m_problem(makeProblemLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_schedules, 1);
    m_ranks =
        makeList("ranks", tr("&Ranks"), tr("Numbers, and ranges such as 4..16, 4..64:4 or 4..64x2"), {});
    m_microbatches = makeList("microbatches", tr("&Microbatches"),
                              tr("Numbers, and ranges such as 8..64:8 or 8..128x2"), {});
    m_stages = makeList("stages", tr("Sta&ges per rank"),
                        tr("Numbers. Empty: the default of each schedule. A schedule that does not take a "
                           "number is listed as refused."),
                        tr("default of each schedule"));
    m_latencies =
        makeList("latency", tr("&Latency"),
                 tr("Latency of a transfer from rank to rank, such as 0, 0.1, 0.5. Empty: as in the costs."),
                 tr("as in the costs"));
    makeLimit();
    makeCosts();
    m_countLabel->setObjectName(QStringLiteral("sweep-count"));
    m_countLabel->setProperty("heading", true);
    m_problem->setObjectName(QStringLiteral("sweep-problem"));
    column->addWidget(m_countLabel);
    column->addWidget(m_problem);
    connect(m_schedules, &ScheduleChoice::changed, this, &SweepForm::edited);
    renew();
}

SweepForm::ListRow SweepForm::makeList(const char* name, const QString& title, const QString& help,
                                       const QString& whenEmpty)
{
    ListRow list;
    list.field = makeEntryField(plainText(title), this);
    list.field->setObjectName(QStringLiteral("sweep-") + QLatin1String(name));
    list.field->setPlaceholderText(whenEmpty);
    list.row = new FormRow(title, help, list.field, this);
    list.field->setAccessibleName(plainText(title));
    layout()->addWidget(list.row);
    connect(list.field, &QLineEdit::textChanged, this, &SweepForm::edited);
    return list;
}

void SweepForm::makeLimit()
{
    m_limit = new NumberField(NumberKind::Amounts, this);
    m_limit->setObjectName(QStringLiteral("sweep-limit"));
    m_limit->setEmptyText(tr("none"));
    const QString title = tr("Memory lim&it");
    m_limitRow = new FormRow(title,
                             tr("Limit of one rank, in the unit of the sizes in the costs; in GB if they are "
                                "in bytes. Configurations above it are shown hollow."),
                             m_limit, this);
    m_limit->setAccessibleName(plainText(title));
    layout()->addWidget(m_limitRow);
    connect(m_limit, &NumberField::edited, this, &SweepForm::edited);
}

void SweepForm::makeCosts()
{
    m_share = new SegmentedChoice(this);
    m_share->setObjectName(QStringLiteral("sweep-share"));
    m_share->setChoices({tr("Rank", "equal work per"), tr("Stage", "equal work per")});
    m_share->setCurrent(static_cast<int>(CostShare::WholeRank));
    const QString title = tr("Equal &work per");
    auto* row =
        new FormRow(title,
                    tr("Rank: every schedule does the same work, split into as many stages as it has. Stage: "
                       "each stage takes as long as a stage of the document, so more stages mean more work."),
                    m_share, this);
    m_share->setAccessibleName(plainText(title));
    layout()->addWidget(row);
    m_costs = new ElidedLabel(this);
    m_costs->setObjectName(QStringLiteral("sweep-costs"));
    m_costs->setProperty("quiet", true);
    layout()->addWidget(m_costs);
    connect(m_share, &SegmentedChoice::chosen, this, &SweepForm::edited);
}

void SweepForm::setContext(const SweepContext& context)
{
    m_context = context;
    m_isFilling = true;
    m_schedules->setOwn(context.request);
    if (!m_isTouched)
        fill();
    m_isFilling = false;
    showCosts();
    renew();
    emit changed();
}

void SweepForm::fill()
{
    const ScheduleRequest& own = m_context.request;
    std::vector<std::string> schedules(kFirstSchedules.begin(), kFirstSchedules.end());
    if (const ScheduleInfo* info = findSchedule(own.schedule))
        schedules.push_back(info->name);
    m_schedules->choose(schedules);
    m_ranks.field->setText(QString::number(own.ranks));
    const std::int64_t m = std::max<std::int64_t>(1, own.microbatches);
    m_microbatches.field->setText(listText({std::max<std::int64_t>(1, m / 2), m, 2 * m, 4 * m}));
    m_stages.field->setText(listText(stagesToBegin(own, schedules)));
    m_latencies.field->clear();
    const bool isInBytes = m_context.costs.memoryUnit == MemoryUnit::Bytes;
    m_limit->setMeasure(isInBytes ? Measure{Quantity::Size} : Measure{}, limitUnit(m_context.costs), true);
    if (std::optional<RankValues> limit = m_context.costs.memoryLimit) {
        for (double& value : limit->values)
            value /= limitUnit(m_context.costs);
        m_limit->setValues(StageValues(std::move(limit->values)));
    }
}

void SweepForm::showCosts()
{
    const CostModel& costs = m_context.costs;
    const QString unit = unitText(costs.unit);
    const QString mode = costs.blocks                              ? tr("by block")
                         : costModeOf(costs) == CostMode::PerStage ? tr("by stage")
                                                                   : tr("uniform");
    m_costs->setWholeText(
        costs.source.empty()
            ? tr("Costs of the document: %1, in %2", "how, unit").arg(mode, unit)
            : tr("Costs: %1", "what they are from").arg(QString::fromStdString(costs.source)));
    // What knows each stage, or its layers, is divided by that.
    m_share->setEnabled(!costs.blocks && !misfitOf(costs, 0));
}

void SweepForm::edited()
{
    if (m_isFilling)
        return;
    m_isTouched = true;
    renew();
    emit changed();
}

std::optional<std::vector<std::int64_t>> SweepForm::wholeNumbers(const ListRow& list, bool mayBeEmpty)
{
    const std::string text = plainList(list.field->text());
    list.row->setProblem({});
    if (mayBeEmpty && list.field->text().trimmed().isEmpty())
        return std::vector<std::int64_t>();
    Result<std::vector<std::int64_t>> numbers = wholeNumbersFrom(text);
    if (!numbers) {
        list.row->setProblem(coreSentence(numbers.error().message));
        return std::nullopt;
    }
    return std::move(*numbers);
}

std::optional<std::vector<double>> SweepForm::latencies()
{
    m_latencies.row->setProblem({});
    if (m_latencies.field->text().trimmed().isEmpty())
        return std::vector<double>();
    // Those with a unit are made numbers of the costs' own.
    QStringList parts = QString::fromStdString(plainList(m_latencies.field->text())).split(QLatin1Char(','));
    for (QString& part : parts)
        if (endsWithUnit(part.trimmed().toStdString()))
            if (const auto time = NumberField::amountFrom(part, {Quantity::Duration, m_context.costs.unit}))
                part = QString::fromStdString(numberText(*time));
    Result<std::vector<double>> numbers = realNumbersFrom(parts.join(QLatin1Char(',')).toStdString());
    if (!numbers) {
        m_latencies.row->setProblem(coreSentence(numbers.error().message));
        return std::nullopt;
    }
    return std::move(*numbers);
}

bool SweepForm::readLimit(SweepPlan& plan)
{
    m_limitRow->setProblem({});
    plan.costs.memoryLimit.reset();
    if (m_limit->isEmpty())
        return true;
    std::optional<StageValues> limit = m_limit->values();
    if (!limit) {
        m_limitRow->setProblem(tr("Expected a number of 0 or more, or nothing."));
        return false;
    }
    for (double& value : limit->values)
        value *= limitUnit(plan.costs);
    if (limit->isUniform())
        plan.memoryLimit = limit->values.front();
    else
        plan.costs.memoryLimit = RankValues(std::move(limit->values));
    return true;
}

std::optional<SweepPlan> SweepForm::read()
{
    SweepPlan plan;
    plan.schedules = m_schedules->chosen();
    plan.costsPerStage = m_share->current() == static_cast<int>(CostShare::Stage);
    plan.costs = plan.costsPerStage ? m_context.costs : wholeShareOf(m_context.costs, m_context.shareStages);
    plan.whatIf = m_context.whatIf;
    // Every field says what is wrong with it, not the first one alone.
    auto ranks = wholeNumbers(m_ranks, false);
    auto microbatches = wholeNumbers(m_microbatches, false);
    auto stages = wholeNumbers(m_stages, true);
    auto latency = latencies();
    const bool hasLimit = readLimit(plan);
    if (!ranks || !microbatches || !stages || !latency || !hasLimit)
        return std::nullopt;
    plan.ranks = *std::move(ranks);
    plan.microbatches = *std::move(microbatches);
    plan.stagesPerRank = *std::move(stages);
    plan.p2pLatencies = *std::move(latency);
    return plan;
}

void SweepForm::judge(std::optional<SweepPlan> plan)
{
    m_count = 0;
    m_plan.reset();
    m_countLabel->clear();
    QString problem;
    if (!plan) {
        problem = tr("A field above has an invalid value.");
    } else if (plan->schedules.empty()) {
        problem = tr("Check at least one schedule.");
    } else if (const Result<void> checked = checkPlan(*plan); !checked) {
        problem = coreSentence(checked.error().message);
    } else {
        const std::uint64_t count = configurationCount(*plan);
        m_countLabel->setText(tr("%n configuration(s)", nullptr,
                                 static_cast<int>(std::min<std::uint64_t>(count, 1'000'000'000))));
        if (count > kMostSwept)
            problem = tr("More than %1 at once: shorten the lists, or run bubblescope-cli sweep.")
                          .arg(countText(kMostSwept));
        else {
            m_count = static_cast<std::size_t>(count);
            m_plan = std::move(plan);
        }
    }
    m_countLabel->setVisible(!m_countLabel->text().isEmpty());
    showProblem(*m_problem, problem);
}

void SweepForm::renew()
{
    judge(read());
}

QString SweepForm::verdict() const
{
    return m_problem->isHidden() ? m_countLabel->text() : m_problem->text();
}

} // namespace bubblescope::ui
