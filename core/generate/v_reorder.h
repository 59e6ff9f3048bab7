// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_slots.h"

namespace bubblescope {

/// Moves passes of the warm-up (until rank 0 begins its first input gradient on the way down) and of the
/// cool-down (from the last microbatch's first forward) into earlier idle slots, as far as their inputs and
/// the highest number of activations that any rank held before allow; W's take idle slots and are moved too.
/// Returns the squeezed slots. From Qi et al., "Pipeline Parallelism with Controllable Memory" (2024) and
/// sail-sg's zero-bubble scheduler. O(cells + ranks^3).
[[nodiscard]] VSlots reorderedWithWeights(const VSlots& slots, const CancelToken& cancel);

/// The same for the cool-down alone, without W's: each idle slot after an input gradient is taken to free an
/// activation.
[[nodiscard]] VSlots reorderedWithoutWeights(const VSlots& slots, const CancelToken& cancel);

} // namespace bubblescope
