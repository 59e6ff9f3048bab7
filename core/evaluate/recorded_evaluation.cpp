// SPDX-License-Identifier: Apache-2.0
#include "core/evaluate/recorded_evaluation.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// One at a time in a lane; the parts of an overlapped cell run together.
void keepApart(Timeline& timeline)
{
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
        const Row& row = timeline.schedule->rows[rank];
        LaneTimes& lane = timeline.lanes[rank];
        Time free = 0;
        for (std::size_t begin = 0; begin < row.size();) {
            const std::size_t end = cellEnd(row, begin);
            Time latest = free;
            for (std::size_t i = begin; i < end; ++i) {
                lane.start[i] = std::max(lane.start[i], free);
                lane.end[i] = std::max(lane.end[i], lane.start[i]);
                latest = std::max(latest, lane.end[i]);
            }
            free = latest;
            begin = end;
        }
    }
}

/// Of the recorded ranks alone: one that says nothing is not idle.
Metrics metricsOfRecorded(const Timeline& timeline, CostModel costs,
                          const std::vector<std::uint32_t>& absentRanks)
{
    costs.hostOverhead = 0; // gaps have it
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 0; rank < timeline.lanes.size(); ++rank)
        if (std::find(absentRanks.begin(), absentRanks.end(), rank) == absentRanks.end())
            ranks.push_back(rank);
    if (ranks.empty() || ranks.size() == timeline.lanes.size())
        return measure(timeline, costs);
    Schedule known = *timeline.schedule;
    known.placement.reset();
    known.rows.clear();
    Timeline part{nullptr, {}, timeline.unit, timeline.makespan};
    for (const std::uint32_t rank : ranks) {
        known.rows.push_back(timeline.schedule->rows[rank]);
        part.lanes.push_back(timeline.lanes[rank]);
    }
    part.schedule = std::make_shared<const Schedule>(std::move(known));
    Metrics metrics = measure(part, costs);
    metrics.peakRank = ranks[metrics.peakRank];
    std::vector<RankMetrics> perRank(timeline.lanes.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        perRank[ranks[i]] = metrics.perRank[i];
    metrics.perRank = std::move(perRank);
    return metrics;
}

} // namespace

EvaluationPtr recordedEvaluation(Timeline timeline, const CostModel& costs,
                                 const std::vector<std::uint32_t>& absentRanks)
{
    keepApart(timeline);
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->input = {timeline.schedule, costs, {}};
    evaluation->timeline = std::make_shared<const Timeline>(std::move(timeline));
    evaluation->costs = costs.forStages(evaluation->timeline->schedule->stageCount);
    evaluation->makespanBefore = evaluation->timeline->makespan;
    evaluation->index = LaneIndex::build(evaluation->timeline, absentRanks);
    evaluation->countActions();
    evaluation->metrics = metricsOfRecorded(*evaluation->timeline, evaluation->costs, absentRanks);
    evaluation->memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
    return evaluation;
}

} // namespace bubblescope
