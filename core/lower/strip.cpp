// SPDX-License-Identifier: Apache-2.0
#include "core/lower/strip.h"

namespace bubblescope {

Result<Schedule> strip(const Schedule& schedule)
{
    Schedule result = schedule;
    result.plan.clear();
    for (Row& row : result.rows) {
        std::erase_if(row, [](const Action& action) {
            return !isCompute(wholeOf(action.kind())) || isVocabulary(action.kind()) ||
                   (isPart(action.kind()) && !beginsBlock(action.kind()));
        });
        for (Action& action : row)
            if (isPart(action.kind()))
                action = {action.stage(), wholeOf(action.kind()), action.microbatch()};
    }
    return result;
}

} // namespace bubblescope
