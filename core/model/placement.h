// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Which rank holds which stage.
enum class PlacementKind : std::uint8_t {
    Loop,   ///< stage s on rank s mod P (PyTorch's interleaved schedules)
    V,      ///< zig-zag: forth and back over the ranks (ZBV, DualPipeV)
    Block,  ///< stages next to each other on one rank: stage s on rank s div v
    Mirror, ///< two directions: stage s on rank s and on rank P-1-s (DualPipe, Chimera)
};

/// A map of stages to ranks. With P ranks and v stages per rank there are P·v stages (Mirror: P, each on two
/// ranks).
struct Placement
{
    PlacementKind kind = PlacementKind::Loop;
    std::uint32_t ranks = 1;
    std::uint32_t stagesPerRank = 1;

    bool operator==(const Placement&) const = default;

    [[nodiscard]] std::uint32_t stageCount() const;
    /// The rank that holds `stage`; for Mirror the one of the downward direction. Requires stage <
    /// stageCount().
    [[nodiscard]] RankId rankOf(StageId stage) const;
    /// For Mirror the rank of the upward direction, else nothing.
    [[nodiscard]] std::optional<RankId> mirroredRankOf(StageId stage) const;
    /// The stages of a rank, rising.
    [[nodiscard]] std::vector<StageId> stagesOf(RankId rank) const;
    [[nodiscard]] bool holds(RankId rank, StageId stage) const;
};

/// "loop", "v", "block", "mirror".
[[nodiscard]] std::string_view placementName(PlacementKind kind) noexcept;
/// Reads those names in any case; the error lists them.
[[nodiscard]] Result<PlacementKind> placementFromName(std::string_view name);

} // namespace bubblescope
