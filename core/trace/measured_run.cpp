// SPDX-License-Identifier: Apache-2.0
#include "core/trace/measured_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

/// What of a run's times is before the earliest compute start: the timeline begins at 0.
Time earliest(const MeasuredRun& run, bool withCommunication)
{
    Time first = 0;
    for (const MeasuredRank& rank : run.ranks) {
        for (const MeasuredAction& action : rank.actions) {
            if (withCommunication || isCompute(action.action.kind()))
                first = std::min(first, action.start);
        }
    }
    return first;
}

std::string numberList(const std::vector<std::uint64_t>& numbers)
{
    constexpr std::size_t kMost = 20;
    const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, numbers.size()));
    return fmt::format("{}{}", fmt::join(numbers.begin(), end, ", "), numbers.size() > kMost ? ", …" : "");
}

} // namespace

std::string stepsText(const MeasuredRun& run)
{
    std::string text = run.steps.empty() ? "none complete" : "complete: " + numberList(run.steps);
    if (!run.incompleteSteps.empty())
        text += "; incomplete: " + numberList(run.incompleteSteps);
    return text;
}

Timeline measuredTimeline(const MeasuredRun& run, bool withCommunication)
{
    auto schedule = std::make_shared<Schedule>();
    schedule->name = "trace";
    schedule->stageCount = run.stageCount;
    schedule->microbatchCount = run.microbatchCount;
    schedule->placement = run.placement;
    Timeline timeline;
    timeline.unit = "us";
    const Time first = earliest(run, withCommunication);
    for (const MeasuredRank& rank : run.ranks) {
        Row& row = schedule->rows.emplace_back();
        LaneTimes& lane = timeline.lanes.emplace_back();
        for (const MeasuredAction& action : rank.actions) {
            if (!withCommunication && !isCompute(action.action.kind()))
                continue;
            row.push_back(action.action);
            lane.start.push_back(action.start - first);
            lane.end.push_back(action.end - first);
            timeline.makespan = std::max(timeline.makespan, action.end - first);
        }
    }
    timeline.schedule = std::move(schedule);
    return timeline;
}

} // namespace bubblescope
