// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/closed_form.h"

#include "core/analyze/closed_form_rules.h"
#include "core/analyze/metrics.h"
#include "core/time/composed_costs.h"

#include <algorithm>
#include <functional>

namespace bubblescope {

namespace {

bool isUniform(const StageValues& values)
{
    return std::adjacent_find(values.values.begin(), values.values.end(), std::not_equal_to<>()) ==
           values.values.end();
}

bool isUniform(const std::optional<StageValues>& values)
{
    return !values || isUniform(*values);
}

bool hasUniformTimes(const CostModel& costs)
{
    const auto& links = costs.transfer.links;
    return isUniform(costs.forward) && isUniform(costs.backwardInput) && isUniform(costs.backwardWeight) &&
           isUniform(costs.backward) && costs.transfer.time() == 0 &&
           costs.communicators.policy == CommunicatorPolicy::None && costs.jitter.sigma == 0 &&
           std::all_of(costs.rankFactor.begin(), costs.rankFactor.end(),
                       [](const auto& factor) { return factor.second == 1; }) &&
           std::all_of(links.begin(), links.end(), [](const LinkCost& link) {
               return link.latency.value_or(0) == 0 && !link.bytes && !link.bandwidth;
           });
}

/// Time of a block of F and B, if it is one time that both parts end with and no shorter than either.
double blockTime(const CostModel& costs, const ClosedFormCase& x)
{
    const auto found = costs.overlap.times.find({ActionKind::Forward, ActionKind::Backward});
    if (found == costs.overlap.times.end())
        return costs.overlap.fallback == OverlapRule::Fallback::Sum ? x.forward + x.full
                                                                    : std::max(x.forward, x.full);
    const OverlapTime& rule = found->second;
    if (!isUniform(rule.time) || rule.firstDone != 1 || rule.secondDone != 1)
        return -1;
    const double time = rule.time.values[0] * (rule.isShareOfSum ? x.forward + x.full : 1);
    return time >= std::max(x.forward, x.full) ? time : -1;
}

void countActions(const Schedule& schedule, ClosedFormCase& x)
{
    std::size_t forwards = 0;
    std::size_t full = 0;
    std::size_t inputs = 0;
    std::size_t weights = 0;
    bool hasOthers = false; // R, O, L, which no formula knows
    for (const Row& row : schedule.rows) {
        std::size_t overlapped = 0;
        for (const Action& action : row) {
            overlapped += action.isOverlapped();
            x.isPlain = x.isPlain && !isCommunication(action.kind()) && !isFsdp(action.kind());
            x.hasBlocks = x.hasBlocks || action.isOverlapped();
            forwards += action.kind() == ActionKind::Forward;
            full += action.kind() == ActionKind::Backward;
            inputs += action.kind() == ActionKind::BackwardInput;
            weights += action.kind() == ActionKind::BackwardWeight;
            hasOthers = hasOthers || isBeyondTorch(action.kind());
        }
        x.mostBlocks = std::max(x.mostBlocks, static_cast<double>(overlapped) / 2);
    }
    const std::size_t pairs = std::size_t{schedule.stageCount} * schedule.microbatchCount;
    x.isWhole = !hasOthers && forwards == pairs && full + inputs == pairs && inputs == weights;
    x.isFull = x.isWhole && inputs == 0;
    x.isSplit = x.isWhole && full == 0;
    for (const Action& action : schedule.rows[0]) {
        if (!isForward(action.kind()) || action.isOverlapped())
            break;
        ++x.leadingForwards;
    }
}

ClosedFormCase caseOf(const Schedule& schedule, const CostModel& costs, const Metrics& metrics)
{
    const StageId any{0};
    ClosedFormCase x;
    x.ranks = schedule.rankCount();
    x.microbatches = schedule.microbatchCount;
    x.chunks = schedule.placement->stagesPerRank;
    countActions(schedule, x);
    x.hasTimes = hasUniformTimes(costs);
    x.forward = costs.durationOf(ActionKind::Forward, any);
    x.full = costs.durationOf(ActionKind::Backward, any);
    x.input = costs.durationOf(ActionKind::BackwardInput, any);
    x.weight = costs.durationOf(ActionKind::BackwardWeight, any);
    x.block = blockTime(costs, x);
    // Shares of one activation may add up to a little less.
    const std::vector<double>& kept = costs.activationKeptUntilWeight.values;
    x.hasPeak = x.isFull || std::all_of(kept.begin(), kept.end(), [](double share) { return share == 1; });
    x.peak = metrics.peakActivations;
    return x;
}

Time largestIdle(const Metrics& metrics)
{
    Time largest = 0;
    for (const RankMetrics& rank : metrics.perRank)
        largest = std::max(largest, rank.idle);
    return largest;
}

} // namespace

std::vector<ClosedForm> closedForms(const Timeline& timeline, const CostModel& costs, const Metrics& metrics)
{
    const Schedule& schedule = *timeline.schedule;
    std::vector<ClosedForm> forms;
    // A loaded order may bear any name; only a generated one has a placement. No formula is known for jaxpp's
    // orders, in which only some pairs run as blocks, and of microbatches that are not alike.
    if (!schedule.placement || schedule.rows.empty() || schedule.variant == "jaxpp" ||
        !costs.microbatches.areAlike())
        return forms;
    const ClosedFormCase x = caseOf(schedule, composedFor(schedule, costs), metrics);
    if (!x.isWhole)
        return forms;
    if (x.isPlain && x.hasTimes && !metrics.step)
        if (const std::optional<KnownTimes> known = knownTimes(schedule.name, x)) {
            forms.push_back({"makespan", known->makespanFormula, known->makespan, metrics.makespan});
            if (!known->bubbleFormula.empty())
                forms.push_back(
                    {"bubble", known->bubbleFormula, known->bubble, metrics.makespan - metrics.idealTime});
            if (!known->idleFormula.empty())
                forms.push_back({"largest_idle", known->idleFormula, known->idle, largestIdle(metrics)});
        }
    if (x.hasPeak)
        if (const std::optional<KnownPeak> known = knownPeak(schedule.name, x))
            forms.push_back({"peak_activations", known->formula, known->count, metrics.peakActivations});
    return forms;
}

} // namespace bubblescope
