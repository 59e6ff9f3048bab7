// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/group_rules.h"

namespace bubblescope {

/// The interleaved 1F1B of PP-Schedule-Visualization, after Megatron-LM's table: groups of "group_size"
/// microbatches, the last with what remains, each through all chunks of a rank. Takes whatever does not wait
/// for itself (groupRules()).
[[nodiscard]] Variant interleavedInGroups(SteadyPart steady);

} // namespace bubblescope
