// SPDX-License-Identifier: Apache-2.0
#include "core/lower/merge_backward.h"

namespace bubblescope {

namespace {

bool areHalvesOfOneBackward(const Action& input, const Action& weight)
{
    return input.kind() == ActionKind::BackwardInput && weight.kind() == ActionKind::BackwardWeight &&
           input.role() == CellRole::Single && weight.role() == CellRole::Single &&
           input.stage() == weight.stage() && input.microbatch() == weight.microbatch();
}

} // namespace

Result<Schedule> mergeBackward(const Schedule& schedule)
{
    Schedule result = withoutBubbles(schedule);
    for (Row& row : result.rows) {
        std::size_t kept = 0;
        for (const Action& action : row) {
            if (kept > 0 && areHalvesOfOneBackward(row[kept - 1], action))
                row[kept - 1] = Action(action.stage(), ActionKind::Backward, action.microbatch());
            else
                row[kept++] = action;
        }
        row.resize(kept);
    }
    return result;
}

} // namespace bubblescope
