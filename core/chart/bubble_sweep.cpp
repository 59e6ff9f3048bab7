// SPDX-License-Identifier: Apache-2.0
#include "core/chart/bubble_sweep.h"

#include "core/generate/examine.h"
#include "core/generate/parameters.h"
#include "core/sweep/sweep.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// One thread's work beside the window: no row waits for what another holds.
SweepPlan planOf(const SweepInput& input, SweepAxis axis, const std::vector<std::int64_t>& values)
{
    SweepPlan plan;
    plan.schedules = {input.request};
    plan.ranks = {input.request.ranks};
    plan.microbatches = {input.request.microbatches};
    (axis == SweepAxis::Ranks ? plan.ranks : plan.microbatches) = values;
    if (input.request.stagesPerRank)
        plan.stagesPerRank = {*input.request.stagesPerRank};
    plan.costs = input.costs;
    plan.costsPerStage = true;
    plan.whatIf = input.whatIf;
    plan.passes = input.passes;
    plan.mostActions = kMostSweptActions;
    return plan;
}

SweepOutcome outcomeOf(const SweepRow& row, SweepAxis axis)
{
    const std::int64_t value = valueOf(row.configuration.request, axis);
    if (row.metrics)
        return SweepPoint{value, row.metrics->bubbleRate, row.metrics->idleFraction, row.metrics->makespan};
    // What else would work is no news where so many values are tried.
    const std::vector<ParameterProblem> problems =
        examine(row.configuration.request, Nearest::LeftOut).problems;
    return SweepRefusal{value, problems.empty() ? Sentence::verbatim(row.reason) : problems.front().message};
}

} // namespace

ScheduleRequest withValue(ScheduleRequest request, SweepAxis axis, std::int64_t value)
{
    (axis == SweepAxis::Ranks ? request.ranks : request.microbatches) = value;
    return request;
}

std::int64_t valueOf(const ScheduleRequest& request, SweepAxis axis)
{
    return axis == SweepAxis::Ranks ? request.ranks : request.microbatches;
}

std::vector<std::int64_t> sweepValues(const ScheduleRequest& request, SweepAxis axis)
{
    constexpr std::int64_t kLeastReach = 32;
    const bool isRanks = axis == SweepAxis::Ranks;
    const std::int64_t most = isRanks ? kMostRanks : kMostMicrobatches;
    const std::int64_t own = std::clamp<std::int64_t>(valueOf(request, axis), 1, most);
    const std::int64_t unit = std::clamp<std::int64_t>(request.ranks, 1, kMostRanks);
    const std::int64_t reach =
        std::min(most, std::max({4 * own, isRanks ? kLeastReach : 8 * unit, kLeastReach}));
    // Few microbatches on many ranks idle for most of the time: beside such rates nothing else could be read.
    const std::int64_t least = isRanks ? 1 : std::max<std::int64_t>(1, own / 8);
    std::vector<std::int64_t> values{own};
    const auto add = [&](std::int64_t value) {
        if (value >= least && value <= reach)
            values.push_back(value);
    };
    for (std::int64_t power = 1; power <= reach; power *= 2) {
        add(power);
        add(3 * power);
        // Multiples of what has to divide them, for schedules that take no others.
        add(isRanks ? own * power : unit * power);
        add(3 * (isRanks ? own : unit) * power);
        if (own % power == 0)
            add(own / power);
    }
    for (std::int64_t times = 1; times <= 8; ++times)
        add(isRanks ? own * times / 2 : unit * times);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

bool sweepBubbleRate(const SweepInput& input, SweepAxis axis, const std::vector<std::int64_t>& values,
                     const std::function<void(const SweepOutcome&)>& take, const CancelToken& cancel)
{
    const SweepRun alone{.shard = {}, .threads = 1, .skipped = 0};
    return runSweep(
        planOf(input, axis, values), alone, [&](const SweepRow& row) { take(outcomeOf(row, axis)); }, cancel);
}

} // namespace bubblescope
