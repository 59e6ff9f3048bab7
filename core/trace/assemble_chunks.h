// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_drafts.h"

#include <vector>

namespace bubblescope {

/// Whether labels are those of Megatron's interleaved schedule, and whether its order shows the chunks.
enum class MegatronOrder : std::uint8_t { None, Unknown, Applied };

/// Megatron's interleaved schedule names neither chunk nor microbatch: both follow from the order of the
/// actions. Sets them, with a warning; also warns where the order does not show them. O(drafts).
[[nodiscard]] MegatronOrder applyMegatronOrder(Assembly& a, std::vector<DraftRank>& ranks);

/// Gives every draft its stage. Chunk numbers with wide gaps are taken by their order. Chunks are placed as a
/// V where microbatches come back to the last rank's chunk 1 at least twice as soon as to the first rank's
/// (each microbatch votes), in a loop otherwise or with other than two chunks; clocks of ranks are never
/// compared. Warns of what is assumed; not of stages where `isTold`. O(drafts log drafts).
void placeChunks(Assembly& a, std::vector<DraftRank>& ranks, bool isTold);

} // namespace bubblescope
