// SPDX-License-Identifier: Apache-2.0
#include "core/model/placement.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string>

namespace bubblescope {

std::uint32_t Placement::stageCount() const
{
    return kind == PlacementKind::Mirror ? ranks : ranks * stagesPerRank;
}

RankId Placement::rankOf(StageId stage) const
{
    switch (kind) {
    case PlacementKind::Loop:
        return RankId{stage.value % ranks};
    case PlacementKind::V: {
        const std::uint32_t i = stage.value % ranks;
        return RankId{stage.value / ranks % 2 == 0 ? i : ranks - 1 - i};
    }
    case PlacementKind::Block:
        return RankId{stage.value / stagesPerRank};
    case PlacementKind::Mirror:
        return RankId{stage.value};
    }
    return RankId{};
}

std::optional<RankId> Placement::mirroredRankOf(StageId stage) const
{
    if (kind != PlacementKind::Mirror)
        return std::nullopt;
    return RankId{ranks - 1 - stage.value};
}

std::vector<StageId> Placement::stagesOf(RankId rank) const
{
    std::vector<StageId> stages;
    for (std::uint32_t s = 0; s < stageCount(); ++s)
        if (holds(rank, StageId{s}))
            stages.push_back(StageId{s});
    return stages;
}

bool Placement::holds(RankId rank, StageId stage) const
{
    return stage.value < stageCount() && (rankOf(stage) == rank || mirroredRankOf(stage) == rank);
}

std::string_view placementName(PlacementKind kind) noexcept
{
    switch (kind) {
    case PlacementKind::Loop:
        return "loop";
    case PlacementKind::V:
        return "v";
    case PlacementKind::Block:
        return "block";
    case PlacementKind::Mirror:
        return "mirror";
    }
    return "";
}

Result<PlacementKind> placementFromName(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const PlacementKind kind :
         {PlacementKind::Loop, PlacementKind::V, PlacementKind::Block, PlacementKind::Mirror})
        if (lower == placementName(kind))
            return kind;
    return invalidInput({"model.unknown-placement-use-loop",
                         "unknown placement '{name}'; the placements are loop, v, block and mirror"},
                        name);
}

} // namespace bubblescope
