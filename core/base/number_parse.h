// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// The whole number that the text is, nothing around it; nothing if it is none or out of range.
[[nodiscard]] std::optional<std::int64_t> wholeNumberFrom(std::string_view text) noexcept;
/// The finite number that the text is, nothing around it, in any locale; nothing if it is none.
[[nodiscard]] std::optional<double> realNumberFrom(std::string_view text) noexcept;

} // namespace bubblescope
