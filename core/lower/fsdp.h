// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// How stages that are sharded over a group are gathered and let go.
struct FsdpOptions
{
    std::uint32_t maxActiveStages = 3; ///< stages that a rank holds whole at once, at least 1
    /// Stages that a rank gathers ahead, one number a rank; each from 1 to maxActiveStages.
    std::vector<std::uint32_t> lookahead;
    bool deferWait = false; ///< WAIT_REDUCE_GRAD only before the next REDUCE_GRAD, or at the row's end
};

/// What "full", "auto", "2" or "1,2,2" means for that many ranks; the error says what would be right.
[[nodiscard]] Result<std::vector<std::uint32_t>> fsdpLookahead(const std::string& text, std::uint32_t ranks,
                                                               std::uint32_t maxActiveStages);

/// PyTorch's UNSHARD and RESHARD: before each cell the stages that the next cells do not use are let go, and
/// the next ones gathered; and its REDUCE_GRAD and WAIT_REDUCE_GRAD behind the last weight gradient of a
/// stage on its rank. Bubbles are dropped. O(actions). Refused: a cell with more stages than maxActiveStages.
/// Requires an order without FSDP actions.
[[nodiscard]] Result<Schedule> addFsdp(const Schedule& schedule, const FsdpOptions& options,
                                       const CancelToken& cancel);

/// hyper_parallel's: on the order with its bubbles, looking ahead over maxActiveStages exactly; REDUCE_GRAD,
/// without a wait, behind the B or W of the highest microbatch. It does not look into OVERLAP_B_F cells.
[[nodiscard]] Result<Schedule> addFsdpAsHyperParallel(const Schedule& schedule, std::uint32_t maxActiveStages,
                                                      const CancelToken& cancel);

} // namespace bubblescope
