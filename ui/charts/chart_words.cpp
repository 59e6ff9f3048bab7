// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_words.h"

#include "core/analyze/memory_parts.h"
#include "core/base/quantity.h"
#include "core/scene/memory_strip.h"
#include "ui/document/core_text.h"
#include "ui/widgets/figures.h"

#include <QStringList>

namespace bubblescope::ui {

namespace {

/// Ranks that something is known of.
std::uint32_t presentRanks(const TimeChart& chart)
{
    std::uint32_t present = 0;
    for (std::uint32_t rank = 0; rank < chart.rankCount; ++rank)
        present += chart.isAbsent(RankId{rank}) ? 0 : 1;
    return present;
}

QString timeNote(const TimeChart& chart)
{
    QStringList parts;
    if (chart.band)
        parts << ChartWords::tr("Band: lowest to highest of all %1 ranks, dashed: their median; lines: %2 of "
                                "them.")
                     .arg(presentRanks(chart))
                     .arg(chart.lines.size());
    if (chart.stack)
        parts << (chart.partsOf == chart.evaluation->memory->peakRank()
                      ? ChartWords::tr("Rank %1, which holds most; a rank that is selected is shown instead.")
                      : ChartWords::tr("Rank %1, which is selected."))
                     .arg(chart.partsOf.value);
    if (chart.limit && *chart.limit > chart.top)
        parts << ChartWords::tr("The limit of %1 is far above the chart.")
                     .arg(QString::fromStdString(levelText(*chart.limit, *chart.evaluation->memory)));
    return parts.join(QLatin1Char(' '));
}

bool isInBytes(const TimeChart& chart)
{
    return chart.kind == ChartKind::Memory && !chart.evaluation->memory->countsActivations() &&
           chart.evaluation->memory->unit() == MemoryUnit::Bytes;
}

QString sizeTitle(const TimeChart& chart)
{
    return isInBytes(chart)
               ? ChartWords::tr("Memory, %1", "unit")
                     .arg(QString::fromStdString(std::string(unitFor(chart.top, {Quantity::Size}).name)))
               : ChartWords::tr("Memory");
}

QString sweepNote(const SweepChart& chart)
{
    if (chart.refusals.empty())
        return {};
    constexpr std::size_t kMostNamed = 6;
    QStringList values;
    for (std::size_t i = 0; i < std::min(kMostNamed, chart.refusals.size()); ++i)
        values << countText(static_cast<std::size_t>(chart.refusals[i].value));
    QString list = values.join(QStringLiteral(", "));
    if (chart.refusals.size() > kMostNamed)
        list = ChartWords::tr("%1 and %2 more", "values, how many")
                   .arg(list)
                   .arg(chart.refusals.size() - kMostNamed);
    return (chart.refusals.size() == 1 ? ChartWords::tr("Left out: %1 (%2).", "values, reason")
                                       : ChartWords::tr("Left out: %1 (the first: %2).", "values, reason"))
        .arg(list, coreSentence(chart.refusals.front().reason));
}

} // namespace

QString ChartWords::shortTitle(ChartKind kind)
{
    switch (kind) {
    case ChartKind::Memory:
        return tr("Memory");
    case ChartKind::InFlight:
        return tr("In flight");
    case ChartKind::Kinds:
        return tr("Time by kind");
    case ChartKind::Sweep:
        break;
    }
    return tr("Bubble rate");
}

QString ChartWords::title(const ChartContent& content)
{
    if (const auto* time = std::get_if<TimeChartPtr>(&content))
        return (*time)->stack ? tr("Memory by part, rank %1").arg((*time)->partsOf.value)
               : (*time)->kind == ChartKind::Memory ? tr("Memory per rank")
                                                    : tr("Microbatches in flight per rank");
    if (std::holds_alternative<KindChartPtr>(content))
        return tr("Time by kind per rank");
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        return (*sweep)->axis == SweepAxis::Ranks ? tr("Bubble rate against ranks")
                                                  : tr("Bubble rate against microbatches");
    return {};
}

double ChartWords::valueUnit(const TimeChart& chart)
{
    if (chart.kind != ChartKind::Memory)
        return 1;
    return isInBytes(chart) ? unitFor(chart.top, {Quantity::Size}).size
                            : chart.evaluation->memory->perShare();
}

QString ChartWords::valueTitle(const TimeChart& chart)
{
    if (chart.kind == ChartKind::InFlight)
        return tr("Microbatches in flight");
    return chart.evaluation->memory->countsActivations() ? tr("Memory, activations") : sizeTitle(chart);
}

QString ChartWords::shortValueTitle(const TimeChart& chart)
{
    if (chart.kind == ChartKind::InFlight)
        return tr("Microbatches");
    return chart.evaluation->memory->countsActivations() ? tr("Memory, act.", "activations")
                                                         : sizeTitle(chart);
}

QuantityUnit ChartWords::timeUnit(const TimeRange& range, const std::string& unit)
{
    constexpr double kStep = 1000;
    const Measure measure{Quantity::Duration, unit};
    if (!measure.hasUnits())
        return {1, "steps"};
    const QuantityUnit own = unitFor(range.to, measure);
    return own.name == "min" ? unitFor(own.size / kStep, measure) : own; // its parts are no tenths
}

QString ChartWords::timeTitle(const QuantityUnit& unit)
{
    return tr("Time (%1)", "unit")
        .arg(QString::fromUtf8(unit.name.data(), static_cast<qsizetype>(unit.name.size())));
}

QString ChartWords::kindName(TimeKind kind)
{
    switch (kind) {
    case TimeKind::Forward:
        return tr("Forward");
    case TimeKind::BackwardInput:
        return tr("Backward input");
    case TimeKind::BackwardWeight:
        return tr("Backward weight");
    case TimeKind::Backward:
        return tr("Backward");
    case TimeKind::Overlap:
        return tr("Overlap");
    case TimeKind::Recompute:
        return tr("Recompute");
    case TimeKind::Vocabulary:
        return tr("Vocabulary");
    case TimeKind::Exchange:
        return tr("Exchange between experts, exposed");
    case TimeKind::Copy:
        return tr("Copies to and from the host, exposed");
    case TimeKind::Step:
        return tr("Head and tail of the step");
    case TimeKind::Communication:
        return tr("Communication, exposed");
    case TimeKind::Fsdp:
        return tr("FSDP, exposed");
    case TimeKind::Idle:
        break;
    }
    return tr("Idle");
}

QString ChartWords::axisName(SweepAxis axis)
{
    return axis == SweepAxis::Ranks ? tr("Ranks") : tr("Microbatches");
}

QString ChartWords::count(SweepAxis axis, std::int64_t number)
{
    const bool isRanks = axis == SweepAxis::Ranks;
    if (number == 1)
        return isRanks ? tr("1 rank") : tr("1 microbatch");
    return (isRanks ? tr("%1 ranks") : tr("%1 microbatches"))
        .arg(countText(static_cast<std::size_t>(number)));
}

QString ChartWords::level(const TimeChart& chart, double level)
{
    if (chart.kind == ChartKind::InFlight)
        return count(SweepAxis::Microbatches, static_cast<std::int64_t>(level));
    const QString text = QString::fromStdString(levelText(level, *chart.evaluation->memory));
    return chart.evaluation->memory->countsActivations() ? tr("%1 activations").arg(text) : text;
}

std::vector<std::pair<QString, QString>> ChartWords::parts(const TimeChart& chart, RankId rank, Time time)
{
    std::vector<std::pair<QString, QString>> parts;
    const MemorySizes sizes = chart.stack->at(rank, time);
    for (std::size_t part = sizes.size(); part-- > 0;)
        if (sizes[part] > 0)
            parts.emplace_back(coreText(memoryPartName(static_cast<MemoryPart>(part))),
                               QString::fromStdString(levelText(sizes[part], *chart.evaluation->memory)));
    return parts;
}

QString ChartWords::note(const ChartContent& content, std::size_t mostBars)
{
    if (const auto* time = std::get_if<TimeChartPtr>(&content))
        return timeNote(**time);
    if (const auto* kinds = std::get_if<KindChartPtr>(&content)) {
        const std::size_t size = (*kinds)->groupSize(mostBars);
        return size == 1 ? QString() : tr("Each bar is the mean of %1 ranks.").arg(size);
    }
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        return sweepNote(**sweep);
    return {};
}

QString ChartWords::refusals(const SweepChart& chart)
{
    constexpr std::size_t kMostLines = 24;
    QStringList lines;
    for (const SweepRefusal& refusal : chart.refusals) {
        if (lines.size() == kMostLines) {
            lines << tr("and %1 more").arg(chart.refusals.size() - kMostLines);
            break;
        }
        lines << tr("%1: %2", "value, reason")
                     .arg(QString::number(refusal.value), coreSentence(refusal.reason));
    }
    return lines.join(QLatin1Char('\n'));
}

QString ChartWords::summary(const ChartContent& content)
{
    if (const auto* time = std::get_if<TimeChartPtr>(&content); time && (*time)->stack)
        return tr("Rank %1, highest %2", "number, level")
            .arg(QString::number((*time)->partsOf.value),
                 level(**time, (*time)->evaluation->memory->peak((*time)->partsOf).level));
    if (const auto* time = std::get_if<TimeChartPtr>(&content))
        return tr("%1 ranks, highest %2")
            .arg(QString::number(presentRanks(**time)),
                 level(**time, (*time)->inFlight ? (*time)->inFlight->highest()
                                                 : (*time)->evaluation->memory->highestPeak()));
    if (const auto* kinds = std::get_if<KindChartPtr>(&content))
        return tr("%1 ranks").arg((*kinds)->ranks.size());
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        return tr("%1 values, %2 left out").arg((*sweep)->points.size()).arg((*sweep)->refusals.size());
    return {};
}

} // namespace bubblescope::ui
