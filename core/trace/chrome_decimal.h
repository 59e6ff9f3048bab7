// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

enum class DecimalFault : std::uint8_t { None, NotANumber, OutOfRange };

/// Microseconds as JSON writes them ("4392969415445.638", "1.5e3"), to whole nanoseconds without the rounding
/// of a double; halves away from zero. O(length).
[[nodiscard]] DecimalFault nanosecondsFrom(std::string_view microseconds, Nanoseconds& to) noexcept;

/// Likewise a whole number of nanoseconds.
[[nodiscard]] std::optional<Nanoseconds> wholeNanoseconds(std::string_view nanoseconds) noexcept;

} // namespace bubblescope
