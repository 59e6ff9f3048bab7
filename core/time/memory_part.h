// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bubblescope {

/// What a rank's memory is for, in the order in which it is stacked: what is always there lies at the bottom.
enum class MemoryPart : std::uint8_t {
    Parameters,
    Optimizer,
    CommunicatorBuffers,
    Workspace,
    Gradients,
    KeptForWeight, ///< of activations what only W releases, once I has run
    Recomputed,    ///< activations that R has made again
    Forward,       ///< activations from F until I or B, but for those of R
    Offloaded,     ///< activations on the host: not the device's memory
};
inline constexpr std::size_t kMemoryPartCount = 9;
inline constexpr std::size_t kDevicePartCount = 8; ///< without what is on the host

/// "parameters", "activations_kept_for_weight", …: as JSON and CSV call a part.
[[nodiscard]] std::string_view memoryPartId(MemoryPart part) noexcept;
/// "activations kept for W": as sentences and legends call it.
[[nodiscard]] std::string_view memoryPartName(MemoryPart part) noexcept;

using MemorySizes = std::array<double, kMemoryPartCount>; ///< by part

} // namespace bubblescope
