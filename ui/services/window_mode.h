// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace bubblescope::ui {

/// What a window is used for, which decides what stands beside the timeline.
enum class WindowMode : std::uint8_t {
    Design,  ///< a schedule is chosen and looked into
    Profile, ///< a measured run: where its time went
    Compare, ///< the document against its references
};
inline constexpr std::size_t kWindowModeCount = 3;

} // namespace bubblescope::ui
