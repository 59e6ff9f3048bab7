// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_data.h"

#include "core/analyze/stacked_memory.h"
#include "core/scene/memory_strip.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kBandColumns = 160;
constexpr std::size_t kMostLinePoints = 1'200;
constexpr std::size_t kEdgePoints = 8; ///< what the drawing adds at a band's ends

/// Which ranks become lines.
std::vector<RankId> lineRanks(const TimeChart& chart, std::optional<RankId> selected)
{
    std::vector<RankId> present;
    for (std::uint32_t rank = 0; rank < chart.rankCount; ++rank)
        if (!chart.isAbsent(RankId{rank}))
            present.push_back(RankId{rank});
    if (present.size() <= kMostRankLines)
        return present;
    std::vector<RankId> ranks;
    for (std::size_t i = 0; i < kMostRankLines; ++i)
        ranks.push_back(present[i * (present.size() - 1) / (kMostRankLines - 1)]);
    if (selected && selected->value < chart.rankCount && !chart.isAbsent(*selected) &&
        std::find(ranks.begin(), ranks.end(), *selected) == ranks.end())
        ranks.push_back(*selected);
    return ranks;
}

std::vector<StepCurveView> allCurves(const TimeChart& chart)
{
    std::vector<StepCurveView> curves;
    for (std::uint32_t rank = 0; rank < chart.rankCount; ++rank)
        if (!chart.isAbsent(RankId{rank}))
            curves.push_back(chart.curve(RankId{rank}));
    return curves;
}

} // namespace

StepCurveView TimeChart::curve(RankId rank) const
{
    return inFlight ? inFlight->curve(rank) : curveOf(*evaluation->memory, rank);
}

std::size_t TimeChart::pointCount() const
{
    std::size_t count = band ? 3 * band->times.size() + kEdgePoints : 0;
    for (const ChartLine& line : lines)
        count += line.points.size();
    for (const std::vector<ChartPoint>& layer : layers)
        count += 2 * layer.size();
    return count + host.size();
}

std::size_t KindChart::groupSize(std::size_t mostBars) const
{
    std::size_t size = 1;
    while (size * std::max<std::size_t>(1, mostBars) < ranks.size())
        size *= 2;
    return size;
}

TimeChartPtr makeTimeChart(ChartKind kind, const EvaluationPtr& evaluation, InFlightCurvesPtr inFlight,
                           const TimeRange& range, std::optional<RankId> selected, const CancelToken& cancel)
{
    auto chart = std::make_shared<TimeChart>();
    chart->kind = kind;
    chart->evaluation = evaluation;
    chart->range = range;
    chart->rankCount = evaluation->timeline->schedule->rankCount();
    if (kind == ChartKind::InFlight) {
        chart->inFlight =
            inFlight ? std::move(inFlight) : InFlightCurves::build(*evaluation->timeline, cancel);
        if (!chart->inFlight)
            return nullptr;
        chart->top = std::max(1.0, chart->inFlight->highest());
    } else {
        chart->top = memoryScale(*evaluation->memory);
        // Of a list the line of the rank that is looked at.
        const std::optional<RankValues>& limits = evaluation->memory->limits();
        if (limits && (limits->isUniform() || selected))
            chart->limit = limits->at(selected.value_or(RankId{0}));
    }
    const std::vector<RankId> ranks = lineRanks(*chart, selected);
    if (ranks.size() < chart->rankCount)
        if (const std::vector<StepCurveView> curves = allCurves(*chart);
            curves.size() > ranks.size() && !cancel.isCancelled())
            chart->band = chartBand(curves, range, kBandColumns);
    const std::size_t room = kMostChartPoints - 1 - chart->pointCount();
    const std::size_t most = std::min(kMostLinePoints, room / std::max<std::size_t>(1, ranks.size()));
    for (const RankId rank : ranks) {
        if (cancel.isCancelled())
            return nullptr;
        chart->lines.push_back({rank, chartLine(chart->curve(rank), range, most)});
    }
    return chart;
}

TimeChartPtr makePartsChart(const EvaluationPtr& evaluation, MemoryStackPtr known, const TimeRange& range,
                            std::optional<RankId> selected)
{
    auto chart = std::make_shared<TimeChart>();
    chart->evaluation = evaluation;
    chart->range = range;
    chart->rankCount = evaluation->timeline->schedule->rankCount();
    chart->top = memoryScale(*evaluation->memory);
    chart->partsOf = selected && selected->value < chart->rankCount && !chart->isAbsent(*selected)
                         ? *selected
                         : evaluation->memory->peakRank();
    chart->limit = evaluation->memory->limit(chart->partsOf);
    chart->stack = known ? std::move(known)
                         : stackedMemory(*evaluation->timeline, evaluation->costs, evaluation->memory);
    const std::size_t count = chart->stack->parts().size();
    // An area has two edges, and what is on the host is a line.
    const std::size_t most = std::min(kMostLinePoints, (kMostChartPoints - 1) / (2 * count + 1));
    if (chart->stack->hasHost()) {
        const StepCurveView host{chart->stack->hostSteps(chart->partsOf),
                                 &chart->stack->hostPyramid(chart->partsOf)};
        chart->host = chartLine(host, range, most);
        chart->top = std::max(chart->top, host.extent(0, evaluation->timeline->makespan).highest);
    }
    for (std::size_t layer = 0; layer < count; ++layer)
        chart->layers.push_back(chartLine(
            {chart->stack->steps(chart->partsOf, layer), &chart->stack->pyramid(chart->partsOf, layer)},
            range, most));
    return chart;
}

KindChartPtr makeKindChart(const EvaluationPtr& evaluation, const TimeRange& range, const CancelToken& cancel)
{
    auto chart = std::make_shared<KindChart>();
    chart->evaluation = evaluation;
    chart->range = range;
    chart->ranks = kindTimesOfAll(*evaluation->index, range, cancel);
    return cancel.isCancelled() ? nullptr : chart;
}

} // namespace bubblescope::ui
