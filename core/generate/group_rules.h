// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// The option for how many microbatches run through one chunk of a rank before its next chunk runs.
inline constexpr const char* kGroupSizeKey = "group_size";
[[nodiscard]] ParameterSpec groupSizeParameter(std::string rule);
/// That option, or as many as ranks where it is left to the schedule.
[[nodiscard]] std::uint32_t groupSize(const Shape& shape);

/// What an interleaved rank does between its warm-up and its cool-down.
enum class SteadyPart : std::uint8_t {
    Alternating, ///< one forward, one backward
    Fused,       ///< blocks of one forward and one backward
};

/// Forwards of a rank before its first backward or block, not limited to those that there are.
[[nodiscard]] std::uint64_t groupWarmUp(const Shape& shape, RankId rank, SteadyPart steady);

/// What keeps 1F1B in groups of microbatches from waiting for itself.
///
/// Let the first rank run its forwards up to number y before its backward j, and the last rank its backward j
/// before its forward x; by the warm-ups, y = j + (v-1)g + L and x = j + (v-1)g + 1, where L = 2(P-1), and
/// one more in fused blocks. A backward that leaves the first rank for the last one's next chunk comes back
/// s' passes later, a forward the other way s passes later, s' and s being the microbatches in their groups.
/// The ranks wait for each other exactly if some such round trip is shorter than the lead: x + s' + s <= y
/// with chunks left on both ways. Of all groups only the full ones (g) and the last one (e = m mod g) differ,
/// and two full ones, or a full one and the last after it, are the trips to look at:
/// 2g + 1 <= L, or g + e + 1 <= L. Compared with running the order for 18,000 shapes.
[[nodiscard]] std::vector<Rule> groupRules(SteadyPart steady);
/// The warm-up of the first rank, which blocks need whole; alone it is the rule for one stage a rank.
[[nodiscard]] Rule wholeWarmUpRule();

} // namespace bubblescope
