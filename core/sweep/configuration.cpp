// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/memory_parts.h"
#include "core/analyze/metrics.h"
#include "core/base/quantity.h"
#include "core/base/thousands.h"
#include "core/base/try.h"
#include "core/evaluate/make_order.h"
#include "core/fit/costs_for_stages.h"
#include "core/lower/pass_costs.h"
#include "core/lower/planned_order.h"
#include "core/sweep/configuration_runner.h"
#include "core/time/composed_costs.h"
#include "core/time/cost_fit.h"
#include "core/time/memory_curves.h"
#include "core/time/rank_share.h"
#include "core/time/recomputed.h"
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

/// A larger order is not kept for the next configuration.
constexpr std::uint64_t kMostKeptCells = std::uint64_t{1} << 20U;

/// Roughly, before it is made.
std::uint64_t actionsOf(const Examined& examined, const ScheduleRequest& request)
{
    constexpr std::uint64_t kActionsACell = 3; // F, I, W
    return std::uint64_t{microbatchCountOf(request)} * examined.shape.stageCount() * kActionsACell;
}

std::uint64_t memoryOf(const Examined& examined)
{
    return examined.variant->cellBound(examined.shape) *
           (examined.variant->buildOrder != nullptr ? kBytesACellForCosts : kBytesACell);
}

/// The highest prefix sum of each rank's sizes, as MemoryCurves has it where nothing else is held.
double peakOfActivations(const Schedule& order, const CostModel& costs, std::uint32_t& peakRank)
{
    const ActivationShares shares(order, costs);
    double highest = 0;
    for (std::uint32_t r = 0; r < order.rankCount(); ++r) {
        double held = 0;
        double peak = 0;
        for (const Action& action : order.rows[r]) {
            if (!isCompute(action.kind()))
                continue;
            held += costs.activation.at(action.stage()) * shares.of(action);
            peak = std::max(peak, held);
        }
        if (r == 0 || peak > highest) {
            highest = peak;
            peakRank = r;
        }
    }
    return highest;
}

double peakMemoryOf(const Timeline& timeline, const CostModel& costs, const SweepMetrics& metrics,
                    std::uint32_t& peakRank)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    const StageValues nothing(0.0);
    const bool isAlone = composed.parameters == nothing && composed.gradients == nothing &&
                         composed.optimizer == nothing && !composed.communicatorBuffers &&
                         !composed.workspace;
    const bool copies =
        std::any_of(timeline.schedule->rows.begin(), timeline.schedule->rows.end(), [](const Row& row) {
            return std::any_of(row.begin(), row.end(),
                               [](const Action& action) { return isCopy(action.kind()); });
        });
    if (isAlone && !copies && composed.activation == StageValues(1.0)) {
        peakRank = metrics.peakRank;
        return metrics.peakActivations;
    }
    if (isAlone && !copies)
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

/// The first rank that goes beyond its own limit.
void judgeByRank(SweepRow& row, const MemoryCurves& memory)
{
    for (std::uint32_t r = 0; r < memory.rankCount(); ++r)
        if (const RankId rank{r}; memory.crossing(rank)) {
            row.status = SweepStatus::OverLimit;
            row.reason = fmt::format("rank {} holds {}, more than its limit of {}", r,
                                     numberText(memory.peak(rank).level), numberText(*memory.limit(rank)));
            return;
        }
}

/// Metrics, and whether they are within the limit.
void measureInto(SweepRow& row, const Timeline& timeline, const CostModel& costs)
{
    constexpr double kRoomForRounding = 1 + 1e-9; // as MemoryCurves
    SweepMetrics metrics = sweepMetricsOf(measure(timeline, costs));
    std::uint32_t rank = 0;
    metrics.peakMemory = peakMemoryOf(timeline, costs, metrics, rank);
    row.metrics = metrics;
    if (const Sentence full = fullHostText(timeline, costs); !full.empty()) {
        row.status = SweepStatus::OverLimit;
        row.reason = full.text();
        return;
    }
    if (!costs.memoryLimit)
        return;
    if (!costs.memoryLimit->isUniform()) {
        judgeByRank(row, *MemoryCurves::build(timeline, costs));
        return;
    }
    const double limit = costs.memoryLimit->highest();
    if (metrics.peakMemory <= limit * kRoomForRounding)
        return;
    row.status = SweepStatus::OverLimit;
    row.reason = fmt::format("rank {} holds {}, more than the limit of {}", rank,
                             numberText(metrics.peakMemory), numberText(limit));
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
    else
        costs.memoryLimit = costs.limitOfRanks();
    if (misfitOf(costs, 0)) {
        Result<CostModel> divided = costsForStages(costs, stageCount);
        if (!divided)
            return divided;
        costs = std::move(*divided);
    } else if (!plan.costsPerStage) {
        const std::uint32_t parts =
            stagesOfAShare(stageCount, static_cast<std::uint32_t>(configuration.request.ranks));
        const auto units =
            microbatchCountOf(configuration.request) /
            static_cast<std::uint32_t>(std::max<std::int64_t>(1, configuration.request.microbatches));
        costs = shareOfOneStage(std::move(costs), parts, std::max(1U, units));
    }
    TRY_VOID(costs.check(stageCount, static_cast<std::uint32_t>(configuration.request.ranks),
                         microbatchCountOf(configuration.request)));
    return costs;
}

std::uint64_t memoryOfConfiguration(const SweepConfiguration& configuration)
{
    const Examined examined = examine(configuration.request, Nearest::LeftOut);
    return examined.problems.empty() ? memoryOf(examined) : 0;
}

tl::unexpected<ConfigurationRunner::NotTimed> ConfigurationRunner::notTimed(SweepStatus status,
                                                                            const std::string& reason)
{
    return tl::unexpected(NotTimed{status, reason, false});
}

tl::unexpected<ConfigurationRunner::NotTimed> ConfigurationRunner::stopped()
{
    return tl::unexpected(NotTimed{SweepStatus::Failed, {}, true});
}

std::optional<SweepRow> ConfigurationRunner::run(const SweepConfiguration& configuration,
                                                 const CancelToken& cancel)
{
    SweepRow row;
    row.configuration = configuration;
    Timing<void> filled;
    try {
        filled = fill(row, cancel);
    } catch (const std::bad_alloc&) {
        filled = notTimed(SweepStatus::Failed, kNoMemory);
    } catch (const std::system_error& error) {
        filled = notTimed(SweepStatus::Failed, fmt::format("could not start a thread: {}", error.what()));
    }
    if (cancel.isCancelled() || (!filled && filled.error().isStopped))
        return std::nullopt;
    if (filled)
        return row;
    SweepRow ended; // nothing of what had been filled in is left
    ended.configuration = configuration;
    ended.status = filled.error().status;
    ended.reason = filled.error().reason;
    return ended;
}

ConfigurationRunner::Timing<void> ConfigurationRunner::fill(SweepRow& row, const CancelToken& cancel)
{
    const Examined examined = examine(row.configuration.request);
    if (!examined.problems.empty())
        return notTimed(SweepStatus::Refused, examined.problems.front().text());
    if (const auto actions = actionsOf(examined, row.configuration.request);
        m_plan.mostActions && actions > *m_plan.mostActions)
        return notTimed(SweepStatus::Refused,
                        fmt::format("an order with this many actions (up to {}) takes too long for a sweep",
                                    withThousands(std::to_string(actions))));
    const MemoryPass pass(m_gate, memoryOf(examined));
    return time(row, examined, cancel);
}

ConfigurationRunner::Timing<void> ConfigurationRunner::time(SweepRow& row, const Examined& examined,
                                                            const CancelToken& cancel)
{
    const std::uint32_t stages = examined.shape.stageCount();
    const Result<CostModel> costs = costsOfConfiguration(m_plan, row.configuration, stages);
    if (!costs)
        return notTimed(SweepStatus::Refused, costs.error().message.text());
    std::vector<std::string> passes = m_plan.passes;
    if (!row.configuration.pass.empty())
        passes.push_back(row.configuration.pass);
    TRY(const SchedulePtr order, orderFor(row.configuration.request, passes, *costs, cancel));
    const CostModel passed = withPassCosts(*costs, passes, stages);
    const CostModel tried = m_plan.whatIf.isNeutral() ? passed : scaled(passed, m_plan.whatIf, stages);
    if (const Sentence unfilled = unfilledSlots(*order, tried); !unfilled.empty())
        return notTimed(SweepStatus::Refused, unfilled.text());
    const auto timeline = simulate(order, tried, cancel);
    if (!timeline && timeline.error().kind == TimingFailure::Kind::Cancelled)
        return stopped();
    if (!timeline)
        return notTimed(SweepStatus::Failed, timeline.error().message.text());
    row.stages = order->stageCount;
    measureInto(row, *timeline, tried);
    return {};
}

ConfigurationRunner::Timing<SchedulePtr> ConfigurationRunner::orderFor(const ScheduleRequest& request,
                                                                       const std::vector<std::string>& passes,
                                                                       const CostModel& costs,
                                                                       const CancelToken& cancel)
{
    if (m_lastOrder && request == m_lastRequest && passes == m_lastPasses)
        return m_lastOrder;
    m_lastOrder.reset();
    Result<SchedulePtr> order = makeOrder(request, passes, costs, cancel);
    if (!order) {
        const Error& error = order.error();
        if (error.kind == ErrorKind::Cancelled)
            return stopped();
        // Want of memory is this machine's, no property of the numbers.
        const bool isOurs = error.kind != ErrorKind::InvalidInput || error.message.is(kNoMemoryToGenerate) ||
                            error.message.is(kNoThreadToGenerate);
        return notTimed(isOurs ? SweepStatus::Failed : SweepStatus::Refused, error.message.text());
    }
    if (!isMadeForCosts(ScheduleSource{request}, passes) && (*order)->actionCount() <= kMostKeptCells) {
        m_lastRequest = request;
        m_lastPasses = passes;
        m_lastOrder = *order;
    }
    return std::move(*order);
}

std::optional<SweepRow> runConfiguration(const SweepPlan& plan, const SweepConfiguration& configuration,
                                         const CancelToken& cancel)
{
    return ConfigurationRunner(plan).run(configuration, cancel);
}

} // namespace bubblescope
