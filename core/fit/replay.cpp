// SPDX-License-Identifier: Apache-2.0
#include "core/fit/replay.h"

#include "core/fit/robust.h"
#include "core/fit/step_fit.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

/// From the first start to the last end.
struct RunExtent
{
    std::optional<Time> first;
    Time last = 0;

    void add(Time start, Time end)
    {
        first = std::min(first.value_or(start), start);
        last = std::max(last, end);
    }
    [[nodiscard]] Time length() const { return first ? last - *first : 0; }
};

RunExtent measuredExtent(const MeasuredRun& run)
{
    RunExtent extent;
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& action : rank.actions)
            if (isCompute(action.action.kind()))
                extent.add(action.start, action.end);
    return extent;
}

/// Gaps within the actions beyond as many usual ones as they have kernels, of all ranks.
Time gapsBeyondUsual(const MeasuredRun& run)
{
    std::vector<Time> usual;
    struct Gaps
    {
        Time all = 0;
        std::uint32_t kernels = 0;
    };
    std::vector<Gaps> ofActions;
    for (const MeasuredRank& rank : run.ranks) {
        std::map<std::uint32_t, Time> works;
        for (const Issue& issue : rank.issued.issues)
            if (issue.kind == Issue::Kind::Compute && issue.target != Issue::kNone)
                works[issue.target] += issue.work;
        for (const auto& [index, work] : works) {
            const MeasuredAction& action = rank.actions[index];
            const Time busy = action.action.isOverlapped() ? action.blockBusy : action.busy;
            if (action.kernels == 0 || busy <= 0)
                continue;
            ofActions.push_back({std::max(0.0, work - busy), action.kernels});
            usual.push_back(ofActions.back().all / action.kernels);
        }
    }
    if (usual.empty())
        return 0;
    const Time each = fit::medianOf(std::move(usual));
    Time beyond = 0;
    for (const Gaps& one : ofActions)
        beyond += std::max(0.0, one.all - each * one.kernels);
    return beyond;
}

/// When the step ends with its head and its tail, as recorded, around the replayed actions.
Time withStep(const MeasuredRun& run, const IssueTimes& times, const StepCosts& step)
{
    Timeline timeline = measuredTimeline(run);
    std::optional<Time> first;
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        RunExtent own;
        const std::vector<Issue>& issues = run.ranks[r].issued.issues;
        for (std::size_t i = 0; i < issues.size(); ++i)
            if (issues[i].kind == Issue::Kind::Compute && issues[i].target != Issue::kNone &&
                isCompute(run.ranks[r].actions[issues[i].target].action.kind()))
                own.add(times.ofRank[r].start[i], times.ofRank[r].end[i]);
        // Only when the rank begins and ends counts here.
        std::fill(timeline.lanes[r].start.begin(), timeline.lanes[r].start.end(), own.first.value_or(0));
        std::fill(timeline.lanes[r].end.begin(), timeline.lanes[r].end.end(), own.last);
        if (own.first)
            first = std::min(first.value_or(*own.first), *own.first);
    }
    timeline.makespan = 0;
    for (LaneTimes& lane : timeline.lanes) {
        for (auto* of : {&lane.start, &lane.end})
            for (Time& time : *of)
                time -= first.value_or(0);
        for (const Time end : lane.end)
            timeline.makespan = std::max(timeline.makespan, end);
    }
    CostModel costs;
    costs.step = step;
    const Timeline own = timeline;
    // Another replica runs the same, as much longer as it was.
    static_cast<void>(addStepPhases(timeline, costs, [&](double factor) -> std::optional<Timeline> {
        Timeline other = own;
        for (LaneTimes& lane : other.lanes)
            for (auto* of : {&lane.start, &lane.end})
                for (Time& time : *of)
                    time *= factor;
        return other;
    }));
    return timeline.makespan;
}

} // namespace

std::optional<Replay> replayRun(const MeasuredRun& run, const CancelToken& cancel)
{
    std::vector<IssueQueue> queues;
    for (const MeasuredRank& rank : run.ranks) {
        if (rank.issued.transfers.empty())
            return std::nullopt;
        queues.push_back(rank.issued);
    }
    const std::optional<IssueTimes> times = runIssues(queues, cancel);
    if (!times)
        return std::nullopt;
    RunExtent extent;
    for (std::size_t r = 0; r < queues.size(); ++r)
        for (std::size_t i = 0; i < queues[r].issues.size(); ++i) {
            const Issue& issue = queues[r].issues[i];
            if (issue.kind == Issue::Kind::Compute && issue.target != Issue::kNone &&
                isCompute(run.ranks[r].actions[issue.target].action.kind()))
                extent.add(times->ofRank[r].start[i], times->ofRank[r].end[i]);
        }
    const Time measured = measuredExtent(run).length();
    if (extent.length() <= 0 || measured <= 0)
        return std::nullopt;
    const double waits =
        gapsBeyondUsual(run) / (measured * static_cast<double>(std::max<std::size_t>(1, run.ranks.size())));
    const std::optional<StepCosts> step = fit::fitStep(run, fit::StepDetail::Recorded);
    if (!step)
        return Replay{extent.length(), extent.length() / measured - 1, waits};
    const Time makespan = withStep(run, *times, *step);
    return Replay{makespan, makespan / measuredStepTimeline(run).makespan - 1, waits};
}

} // namespace bubblescope
