// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/scene/lane_index.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace bubblescope {

/// How an action's start differs from that of the same action elsewhere.
enum class DeltaLevel : std::uint8_t { MuchEarlier, Earlier, Same, Later, MuchLater, OnlyHere };
inline constexpr std::size_t kDeltaLevelCount = 6;

/// Where levels begin. Much is more than a third of the largest difference, so that colors speak at any
/// size.
struct DeltaScale
{
    Time rounding = 0; ///< up to here it is the same
    Time most = 0;     ///< the largest difference either way

    [[nodiscard]] Time much() const { return most / 3; }
};
/// `delta`: below 0 is earlier; nothing = it is in one timeline alone.
[[nodiscard]] DeltaLevel deltaLevel(const std::optional<Time>& delta, const DeltaScale& scale);

/// The strip fill that a level is drawn in by Theme::difference(): blue for earlier, orange for later, paler
/// where it is little, gray for the same, and a stronger gray for what is only here.
[[nodiscard]] std::uint8_t differenceFill(DeltaLevel level);

/// The level of a cell, the actions [first, end) of a rank's row.
using LevelOfCell = std::function<DeltaLevel(RankId rank, std::size_t first, std::size_t end)>;
/// The fills of the levels of all cells; nothing if cancelled. O(actions).
[[nodiscard]] std::optional<ActionFills> levelFills(const Schedule& schedule, const LevelOfCell& levelOf,
                                                    const CancelToken& cancel);

} // namespace bubblescope
