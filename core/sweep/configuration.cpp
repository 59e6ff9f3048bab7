// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/analyze/number_text.h"
#include "core/fit/costs_for_stages.h"
#include "core/generate/examine.h"
#include "core/sweep/configuration_parts.h"
#include "core/time/activation_share.h"
#include "core/time/composed_costs.h"
#include "core/time/cost_fit.h"
#include "core/time/memory_curves.h"
#include "core/time/rank_share.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <system_error>

namespace bubblescope {

namespace {

constexpr const char* kNoMemory = "not enough memory";

/// Orders are looked for among many where they are made for costs; each holds more than its actions.
constexpr std::uint64_t kBytesACell = 64;
constexpr std::uint64_t kBytesACellForCosts = 256;

/// What ends a configuration before it is timed.
struct NotTimed
{
    SweepStatus status = SweepStatus::Refused;
    std::string reason;
    bool isStopped = false;
};
template <typename T>
using Timing = tl::expected<T, NotTimed>;

tl::unexpected<NotTimed> refusedAs(const std::string& reason)
{
    return tl::unexpected(NotTimed{SweepStatus::Refused, reason, false});
}

tl::unexpected<NotTimed> failedAs(const std::string& reason)
{
    return tl::unexpected(NotTimed{SweepStatus::Failed, reason, false});
}

tl::unexpected<NotTimed> stopped()
{
    return tl::unexpected(NotTimed{SweepStatus::Failed, {}, true});
}

Timing<SchedulePtr> orderFor(const ScheduleRequest& request, const CostModel& costs,
                             const CancelToken& cancel)
{
    Result<Schedule> order = generate(request, {false, costs}, cancel);
    if (order)
        return std::make_shared<const Schedule>(std::move(*order));
    const Error& error = order.error();
    if (error.kind == ErrorKind::Cancelled)
        return stopped();
    // Want of memory is this machine's, no property of the numbers.
    const bool isOurs = error.kind != ErrorKind::InvalidInput || error.message.starts_with(kNoMemory) ||
                        error.message.starts_with("no thread");
    return isOurs ? failedAs(error.message) : refusedAs(error.message);
}

Timing<Timeline> timesOf(const SchedulePtr& order, const CostModel& costs, const CancelToken& cancel)
{
    auto timeline = simulate(order, costs, cancel);
    if (timeline)
        return std::move(*timeline);
    if (timeline.error().kind == TimingFailure::Kind::Cancelled)
        return stopped();
    return failedAs(timeline.error().toError().message);
}

/// The highest prefix sum of each rank's sizes, as MemoryCurves has it where nothing else is held.
double peakOfActivations(const Schedule& order, const CostModel& costs, std::uint32_t& peakRank)
{
    double highest = 0;
    for (std::uint32_t r = 0; r < order.rankCount(); ++r) {
        double held = 0;
        double peak = 0;
        for (const Action& action : order.rows[r]) {
            if (!isCompute(action.kind()))
                continue;
            held += costs.activation.at(action.stage()) *
                    activationShare(action.kind(), costs.activationKeptUntilWeight.at(action.stage()));
            peak = std::max(peak, held);
        }
        if (r == 0 || peak > highest) {
            highest = peak;
            peakRank = r;
        }
    }
    return highest;
}

double peakMemoryOf(const Timeline& timeline, const CostModel& costs, std::uint32_t& peakRank)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    const StageValues nothing(0.0);
    if (composed.parameters == nothing && composed.gradients == nothing && composed.optimizer == nothing)
        return peakOfActivations(*timeline.schedule, composed, peakRank);
    const MemoryCurvesPtr curves = MemoryCurves::build(timeline, composed);
    peakRank = curves->peakRank().value;
    return curves->highestPeak();
}

SweepMetrics sweepMetricsOf(const Metrics& metrics)
{
    SweepMetrics result;
    result.makespan = metrics.makespan;
    result.idealTime = metrics.idealTime;
    result.bubbleRate = metrics.bubbleRate;
    result.idleFraction = metrics.idleFraction;
    result.longestRankSpan = metrics.longestRankSpan;
    result.bubbleRateFb = metrics.bubbleRateFb;
    result.peakActivations = metrics.peakActivations;
    result.peakActivationsPerRank = metrics.peakActivationsPerRank;
    result.peakRank = metrics.peakRank;
    return result;
}

/// Metrics, and whether they are within the limit.
void measureInto(SweepRow& row, const Timeline& timeline, const CostModel& costs)
{
    constexpr double kRoomForRounding = 1 + 1e-9; // as MemoryCurves
    SweepMetrics metrics = sweepMetricsOf(measure(timeline, costs));
    std::uint32_t rank = 0;
    metrics.peakMemory = peakMemoryOf(timeline, costs, rank);
    row.metrics = metrics;
    if (!costs.memoryLimit || metrics.peakMemory <= *costs.memoryLimit * kRoomForRounding)
        return;
    row.status = SweepStatus::OverLimit;
    row.reason = fmt::format("rank {} holds {}, more than the limit of {}", rank,
                             numberText(metrics.peakMemory), numberText(*costs.memoryLimit));
}

Timing<void> fillRow(const SweepPlan& plan, SweepRow& row, const CancelToken& cancel)
{
    const ScheduleRequest& request = row.configuration.request;
    const Examined examined = examine(request);
    if (!examined.problems.empty())
        return refusedAs(examined.problems.front().text());
    const std::uint32_t stages = examined.shape.stageCount();
    const Result<CostModel> costs = costsOfConfiguration(plan, row.configuration, stages);
    if (!costs)
        return refusedAs(costs.error().message);
    const Timing<SchedulePtr> order = orderFor(request, *costs, cancel);
    if (!order)
        return tl::unexpected(order.error());
    const CostModel tried = plan.whatIf.isNeutral() ? *costs : scaled(*costs, plan.whatIf, stages);
    const Timing<Timeline> timeline = timesOf(*order, tried, cancel);
    if (!timeline)
        return tl::unexpected(timeline.error());
    row.stages = (*order)->stageCount;
    measureInto(row, *timeline, tried);
    return {};
}

/// Nothing of what had been filled in before it ended is left.
SweepRow rowThatEnded(const SweepConfiguration& configuration, const NotTimed& why)
{
    SweepRow row;
    row.configuration = configuration;
    row.status = why.status;
    row.reason = why.reason;
    return row;
}

} // namespace

Result<CostModel> costsOfConfiguration(const SweepPlan& plan, const SweepConfiguration& configuration,
                                       std::uint32_t stageCount)
{
    CostModel costs = plan.costs;
    if (!plan.p2pLatencies.empty()) {
        costs.transfer.latency = configuration.p2pLatency;
        for (LinkCost& link : costs.transfer.links)
            link.latency.reset();
    }
    if (plan.memoryLimit)
        costs.memoryLimit = plan.memoryLimit;
    if (misfitOf(costs, 0)) {
        Result<CostModel> divided = costsForStages(costs, stageCount);
        if (!divided)
            return divided;
        costs = std::move(*divided);
    } else if (!plan.costsPerStage) {
        const std::uint32_t parts =
            stagesOfAShare(stageCount, static_cast<std::uint32_t>(configuration.request.ranks));
        costs = sizesOfOneStage(timesOfOneStage(std::move(costs), parts), parts);
    }
    if (const Result<void> sound = costs.check(stageCount); !sound)
        return tl::unexpected(sound.error());
    return costs;
}

std::uint64_t memoryOfConfiguration(const SweepConfiguration& configuration)
{
    const Examined examined = examine(configuration.request);
    if (!examined.problems.empty())
        return 0;
    const std::uint64_t cells = examined.variant->cellBound(examined.shape);
    return cells * (examined.variant->buildOrder != nullptr ? kBytesACellForCosts : kBytesACell);
}

std::optional<SweepRow> runConfiguration(const SweepPlan& plan, const SweepConfiguration& configuration,
                                         const CancelToken& cancel)
{
    try {
        SweepRow row;
        row.configuration = configuration;
        const Timing<void> filled = fillRow(plan, row, cancel);
        if (cancel.isCancelled() || (!filled && filled.error().isStopped))
            return std::nullopt;
        return filled ? row : rowThatEnded(configuration, filled.error());
    } catch (const std::bad_alloc&) {
        return rowThatEnded(configuration, {SweepStatus::Failed, kNoMemory, false});
    } catch (const std::system_error& error) {
        return rowThatEnded(
            configuration,
            {SweepStatus::Failed, fmt::format("no thread could be started: {}", error.what()), false});
    }
}

} // namespace bubblescope
