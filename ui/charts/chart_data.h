// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chart/bubble_sweep.h"
#include "core/chart/chart_line.h"
#include "core/chart/kind_times.h"
#include "core/evaluate/evaluation.h"
#include "core/time/memory_stack.h"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace bubblescope::ui {

enum class ChartKind : std::uint8_t { Memory, InFlight, Kinds, Sweep };
inline constexpr int kChartKindCount = 4;

/// What of a chart is drawn, all of it together, stays below this: Qt Charts slows down with more.
inline constexpr std::size_t kMostChartPoints = 5'000;
/// Of more ranks these many are drawn as lines, evenly spread, over a band of all of them.
inline constexpr std::uint32_t kMostRankLines = 16;

struct ChartLine
{
    RankId rank;
    std::vector<ChartPoint> points;
};

/// A quantity of every rank over time. Immutable, made by a worker.
struct TimeChart
{
    ChartKind kind = ChartKind::Memory;
    EvaluationPtr evaluation;   ///< keeps the memory's curves
    InFlightCurvesPtr inFlight; ///< null for memory
    TimeRange range;
    std::vector<ChartLine> lines;  ///< of all ranks, or of some
    std::optional<ChartBand> band; ///< where not all ranks are lines
    std::uint32_t rankCount = 0;
    double top = 1; ///< the highest level of the whole run, or the limit where that is near
    std::optional<double> limit;
    /// Of memory by part, and whose parts `layers` are, each on those below it; null where it is not by part.
    MemoryStackPtr stack;
    RankId partsOf;
    std::vector<std::vector<ChartPoint>> layers;
    std::vector<ChartPoint> host; ///< what that rank has on the host; empty where nothing is offloaded

    /// Exact, of any rank.
    [[nodiscard]] StepCurveView curve(RankId rank) const;
    [[nodiscard]] bool isAbsent(RankId rank) const { return evaluation->index->isAbsent(rank); }
    [[nodiscard]] std::size_t pointCount() const;
};
using TimeChartPtr = std::shared_ptr<const TimeChart>;

/// What each rank's time goes to, in the range.
struct KindChart
{
    EvaluationPtr evaluation;
    TimeRange range;
    std::vector<KindTimes> ranks;

    /// For so many bars at most: ranks, or groups of neighbours. The size is a power of two.
    [[nodiscard]] std::size_t groupSize(std::size_t mostBars) const;
};
using KindChartPtr = std::shared_ptr<const KindChart>;

/// The sweep as far as it has come.
struct SweepChart
{
    SweepAxis axis = SweepAxis::Microbatches;
    std::string unit;
    std::vector<SweepPoint> points;     ///< rising
    std::vector<SweepRefusal> refusals; ///< rising
    std::optional<SweepPoint> present;  ///< what the document shows
};
using SweepChartPtr = std::shared_ptr<const SweepChart>;

using ChartContent = std::variant<std::monostate, TimeChartPtr, KindChartPtr, SweepChartPtr>;

/// For a worker: O(points log² n), and for in-flight curves that are not known yet O(actions). Null if
/// cancelled. `selected` gets a line in any case.
[[nodiscard]] TimeChartPtr makeTimeChart(ChartKind kind, const EvaluationPtr& evaluation,
                                         InFlightCurvesPtr inFlight, const TimeRange& range,
                                         std::optional<RankId> selected, const CancelToken& cancel);
/// Memory by part of one rank: of `selected`, else of the one that holds most. `known` may be null; making it
/// is O(actions).
[[nodiscard]] TimeChartPtr makePartsChart(const EvaluationPtr& evaluation, MemoryStackPtr known,
                                          const TimeRange& range, std::optional<RankId> selected);
[[nodiscard]] KindChartPtr makeKindChart(const EvaluationPtr& evaluation, const TimeRange& range,
                                         const CancelToken& cancel);

} // namespace bubblescope::ui
