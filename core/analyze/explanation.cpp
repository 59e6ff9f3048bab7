// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/explanation.h"

namespace bubblescope {

Result<Explanation> explain(const Timeline& timeline, const CostModel& costs, const CancelToken&)
{
    Explanation explanation;
    explanation.criticalPath = criticalPath(timeline, costs);
    for (const LaneTimes& lane : timeline.lanes)
        explanation.slack.emplace_back(lane.start.size(), 0);
    explanation.ledger.idlePerRank.resize(timeline.lanes.size());
    return explanation;
}

} // namespace bubblescope
