// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"

namespace bubblescope {

/// By how much of its stage's activation an action changes what its rank holds, where W releases the share
/// `kept` (docs/cost-model.md, "Memory"): F takes all of it, I gives back what W does not need, which is less
/// than nothing for a share above 1; O moves all of it away and L back. Of orders with R see recomputed.h.
[[nodiscard]] constexpr double activationShare(ActionKind kind, double kept)
{
    switch (kind) {
    case ActionKind::Forward:
    case ActionKind::ForwardAttention:
        return 1;
    case ActionKind::BackwardInput:
    case ActionKind::InputAttention:
        return -(1 - kept);
    case ActionKind::BackwardWeight:
    case ActionKind::WeightAttention:
        return -kept;
    case ActionKind::Backward:
    case ActionKind::BackwardAttention:
    case ActionKind::Offload:
        return -1;
    case ActionKind::Reload:
        return 1;
    default:
        return 0;
    }
}

} // namespace bubblescope
