// SPDX-License-Identifier: Apache-2.0
#include "core/time/composed_costs.h"

#include <algorithm>

namespace bubblescope {

CostModel composedFor(const Schedule& schedule, const CostModel& costs)
{
    if (!costs.blocks)
        return costs;
    std::uint32_t stages = schedule.stageCount;
    for (const Row& row : schedule.rows)
        for (const Action& action : row)
            if (!action.isBubble())
                stages = std::max(stages, action.stage().value + 1);
    return costs.forStages(stages);
}

} // namespace bubblescope
