// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sweep/sweep_columns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The file of one part of a sweep, read.
struct SweepPart
{
    std::string source; ///< what messages call it
    std::string text;
};

/// The file of the whole sweep out of those of its parts, in any order: byte for byte what the sweep without
/// parts writes. Refuses a line that is cut off, a configuration that occurs twice, and one that is missing:
/// between the others, or, where `count` says how many there are, at the end. O(bytes + rows · log(rows)).
[[nodiscard]] Result<std::string> joinSweepParts(const std::vector<SweepPart>& parts, SweepFormat format,
                                                 std::optional<std::uint64_t> count = std::nullopt);

} // namespace bubblescope
