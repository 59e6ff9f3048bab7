// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace bubblescope {

/// Fewest insertions, removals, replacements and swaps of neighbors that make `a` into `b`, case ignored.
/// O(|a|·|b|).
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

/// The candidate that a mistyped word most likely meant: at most a third of its letters wrong (at least one
/// may be), the first of equals; empty if none is near.
[[nodiscard]] std::string_view nearestOf(std::string_view word, std::span<const std::string_view> candidates);

} // namespace bubblescope
