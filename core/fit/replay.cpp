// SPDX-License-Identifier: Apache-2.0
#include "core/fit/replay.h"

#include <algorithm>

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
    return Replay{extent.length(), extent.length() / measured - 1};
}

} // namespace bubblescope
