// SPDX-License-Identifier: Apache-2.0
#include "core/fit/pairing.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace bubblescope {

namespace {

std::set<StageId> stagesOf(const Row& row)
{
    std::set<StageId> stages;
    for (const Action& action : row)
        if (isCompute(action.kind()))
            stages.insert(action.stage());
    return stages;
}

} // namespace

PipelineSize pipelineOf(const MeasuredRun& run, const Identification& identification)
{
    PipelineSize size{run.ranks.size(), run.stageCount, absentRanks(run)};
    const ScheduleMatch* best = identification.matches.empty() ? nullptr : &identification.matches.front();
    if (best != nullptr && (best->isExact || !size.absent.empty())) {
        size.ranks = std::max<std::size_t>(size.ranks, best->schedule->rankCount());
        size.stages = std::max(size.stages, best->schedule->stageCount);
        size.absent = absentRanks(run, size.ranks);
    }
    return size;
}

std::string whyNotPaired(const MeasuredRun& run, const PipelineSize& pipeline, const Schedule& schedule)
{
    if (schedule.stageCount != pipeline.stages)
        return fmt::format("{} has {} stage{}, but the run has {}", schedule.name, schedule.stageCount,
                           schedule.stageCount == 1 ? "" : "s", pipeline.stages);
    if (schedule.rankCount() != pipeline.ranks)
        return fmt::format("{} has {} rank{}, but the run has {}", schedule.name, schedule.rankCount(),
                           schedule.rankCount() == 1 ? "" : "s", pipeline.ranks);
    for (const MeasuredRank& rank : run.ranks) {
        if (rank.rank >= schedule.rows.size())
            return fmt::format("{} has no rank {}", schedule.name, rank.rank);
        const std::set<StageId> stages = stagesOf(schedule.rows[rank.rank]);
        for (const MeasuredAction& action : rank.actions)
            if (isCompute(action.action.kind()) && !stages.contains(action.action.stage()))
                return fmt::format("{} has stage {} on another rank than the run, which has it on rank {}",
                                   schedule.name, action.action.stage().value, rank.rank);
    }
    return {};
}

Time makespanWithout(const Timeline& timeline, const std::vector<std::uint32_t>& absent)
{
    if (absent.empty())
        return timeline.makespan;
    Time first = std::numeric_limits<Time>::infinity();
    Time last = 0;
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        if (std::binary_search(absent.begin(), absent.end(), r))
            continue;
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i) {
            if (isCompute(timeline.schedule->rows[r][i].kind()))
                first = std::min(first, timeline.lanes[r].start[i]);
            last = std::max(last, timeline.lanes[r].end[i]);
        }
        for (const PhaseSpan& span : timeline.phasesOf(r)) {
            first = std::min(first, span.start);
            last = std::max(last, span.end);
        }
    }
    return first <= last ? last - first : 0;
}

} // namespace bubblescope
