// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recorded_evaluation.h"

#include <algorithm>

namespace bubblescope::ui {

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

} // namespace

EvaluationPtr recordedEvaluation(Timeline timeline, const CostModel& costs)
{
    keepApart(timeline);
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->input = {timeline.schedule, costs, {}};
    evaluation->timeline = std::make_shared<const Timeline>(std::move(timeline));
    evaluation->costs = costs.forStages(evaluation->timeline->schedule->stageCount);
    evaluation->makespanBefore = evaluation->timeline->makespan;
    evaluation->index = LaneIndex::build(evaluation->timeline);
    evaluation->countActions();
    evaluation->metrics = measure(*evaluation->timeline, evaluation->costs);
    evaluation->memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
    return evaluation;
}

} // namespace bubblescope::ui
