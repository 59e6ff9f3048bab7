// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// The smallest pieces of a cell: numbers and types; private to core/io.
namespace bubblescope::csv {

inline constexpr std::string_view kOverlapForwardBackward = "OVERLAP_F_B";
inline constexpr std::string_view kOverlapBackwardForward = "OVERLAP_B_F";

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A type at the start of `text`, longer names before shorter ones as PyTorch tries them.
struct KindToken
{
    ActionKind kind = ActionKind::Bubble; ///< Bubble = no type is there
    std::size_t length = 0;
};
[[nodiscard]] KindToken kindAt(std::string_view text) noexcept;

/// The digits at the start of `text`.
struct NumberToken
{
    std::size_t length = 0; ///< 0 = no digit is there
    std::size_t leadingZeros = 0;
    std::optional<std::uint32_t> value; ///< empty if it is over `max`
};
[[nodiscard]] NumberToken numberAt(std::string_view text, std::uint32_t max) noexcept;

} // namespace bubblescope::csv
