// SPDX-License-Identifier: Apache-2.0
#include "core/chart/bubble_sweep.h"

#include "core/analyze/metrics.h"
#include "core/base/thousands.h"
#include "core/base/try.h"
#include "core/fit/costs_for_stages.h"
#include "core/generate/generate.h"
#include "core/generate/parameters.h"
#include "core/lower/pass.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

namespace bubblescope {

namespace {

/// What is left out for its size alone, before it is made.
Result<void> checkSize(const ScheduleRequest& request, std::uint32_t stages)
{
    constexpr std::uint64_t kActionsACell = 3; // F, I, W
    const std::uint64_t microbatches = microbatchCountOf(request);
    if (microbatches * stages * kActionsACell <= kMostSweptActions)
        return {};
    return invalidInput({"chart.order-so-many-actions",
                         "an order of so many actions (up to {actions}) takes too long for a sweep"},
                        withThousands(std::to_string(microbatches * stages * kActionsACell)));
}

Result<SchedulePtr> orderOf(const SweepInput& input, const ScheduleRequest& request, const CostModel& costs,
                            const CancelToken& cancel)
{
    const bool padded = std::any_of(input.passes.begin(), input.passes.end(), needsBubbles);
    Result<Schedule> schedule = generate(request, {padded, costs}, cancel);
    for (const std::string& pass : input.passes) {
        if (!schedule)
            break;
        schedule = applyPass(pass, *schedule, cancel);
    }
    return std::move(schedule).map(
        [](Schedule&& made) { return std::make_shared<const Schedule>(std::move(made)); });
}

Result<SweepPoint> pointOf(const SweepInput& input, const ScheduleRequest& request, std::int64_t value,
                           const CancelToken& cancel)
{
    if (const std::vector<ParameterProblem> problems = checkRequest(request); !problems.empty())
        return tl::unexpected(Error{ErrorKind::InvalidInput, problems.front().message, {}});
    const std::uint32_t stages = stageCountOf(request);
    TRY_VOID(checkSize(request, stages));
    TRY(const CostModel costs, costsForStages(input.costs, stages));
    TRY(const SchedulePtr schedule, orderOf(input, request, costs, cancel));
    const CostModel tried = scaled(costs, input.whatIf, schedule->stageCount);
    TRY(const auto timeline, simulate(schedule, tried, cancel));
    const Metrics metrics = measure(timeline, tried);
    return SweepPoint{value, metrics.bubbleRate, metrics.idleFraction, metrics.makespan};
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

Result<SweepOutcome> sweepValue(const SweepInput& input, SweepAxis axis, std::int64_t value,
                                const CancelToken& cancel)
{
    try {
        const Result<SweepPoint> point = pointOf(input, withValue(input.request, axis, value), value, cancel);
        if (point)
            return SweepOutcome(*point);
        if (cancel.isCancelled() || point.error().kind == ErrorKind::Cancelled)
            return tl::unexpected(point.error());
        return SweepOutcome(SweepRefusal{value, point.error().message});
    } catch (const std::bad_alloc&) {
        return SweepOutcome(SweepRefusal{value, Sentence({"chart.no-memory", "memory does not suffice"})});
    }
}

bool sweepBubbleRate(const SweepInput& input, SweepAxis axis, const std::vector<std::int64_t>& values,
                     const std::function<void(const SweepOutcome&)>& take, const CancelToken& cancel)
{
    for (const std::int64_t value : values) {
        if (cancel.isCancelled())
            return false;
        const Result<SweepOutcome> outcome = sweepValue(input, axis, value, cancel);
        if (!outcome)
            return false;
        take(*outcome);
    }
    return true;
}

} // namespace bubblescope
