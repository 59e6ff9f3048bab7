// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <optional>
#include <vector>

namespace bubblescope {

struct Assembly;

/// Which source is which rank of the pipeline, from 0 on (nothing = no file has this rank): by the position
/// in torch's group of the pipeline, else by the stages in the labels, else by the global ranks. Of replicas
/// (the same actions again) the first is taken and the others are named in warnings, as are missing ranks.
/// O(labels log labels).
[[nodiscard]] std::vector<std::optional<std::size_t>> orderRanks(Assembly& a);

/// The placement that puts exactly these stages on the ranks; ranks without stages are not asked. Nothing
/// where none of loop, V, block and mirror does.
[[nodiscard]] std::optional<Placement>
placementOf(const std::vector<std::vector<std::uint32_t>>& stagesOfRank, std::uint32_t stageCount);

} // namespace bubblescope
