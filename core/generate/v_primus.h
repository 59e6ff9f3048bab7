// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_slots.h"

namespace bubblescope {

/// Primus' order of a repeated building block. Each idle slot takes the W of the oldest input gradient that
/// has none; then, slot by slot, every pass moves to the earliest idle slot that its inputs and the highest
/// number of activations of any rank allow. Last the passes behind a rank's last forward of the way up move
/// again, whatever is held, and their W's go into the first idle slots behind their input gradients. Built
/// for equal times. O(cells) but for the slots that passes move over.
[[nodiscard]] VGrid primusOrder(const VSlots& block, const CancelToken& cancel);

} // namespace bubblescope
