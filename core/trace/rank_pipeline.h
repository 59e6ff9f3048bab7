// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <optional>
#include <vector>

namespace bubblescope {

struct Assembly;

/// Which source is which rank of a pipeline, from 0 on; nothing = no file has this rank.
using PipelineRow = std::vector<std::optional<std::size_t>>;

/// The pipelines that the sources are of, which run the same beside each other.
struct PipelineRows
{
    std::vector<PipelineRow> rows;
    std::size_t shown = 0; ///< index into rows
};

/// Which source is which rank of which pipeline: by the position in the groups of the pipelines, else by the
/// stages in the labels, else by the global ranks. Shown is the one that the options ask for, else the first
/// that has all its ranks, else the first of those that have most. The others, and missing ranks, are told in
/// warnings; a replica that is not there is an error. O(labels log labels).
[[nodiscard]] Result<PipelineRows> orderRanks(Assembly& a);

/// The placement that puts exactly these stages on the ranks; ranks without stages are not asked. Nothing
/// where none of loop, V, block and mirror does.
[[nodiscard]] std::optional<Placement>
placementOf(const std::vector<std::vector<std::uint32_t>>& stagesOfRank, std::uint32_t stageCount);

} // namespace bubblescope
