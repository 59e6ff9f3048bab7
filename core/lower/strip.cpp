// SPDX-License-Identifier: Apache-2.0
#include "core/lower/strip.h"

namespace bubblescope {

Result<Schedule> strip(const Schedule& schedule)
{
    Schedule result = schedule;
    result.plan.clear();
    for (Row& row : result.rows)
        std::erase_if(row, [](const Action& action) { return !isCompute(action.kind()); });
    return result;
}

} // namespace bubblescope
