// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// The costs with what the passes `recompute` and `offload` say of their actions (settings `time` and
/// `share`), where the costs do not say it themselves. Texts that are no pass say nothing. Requires costs
/// that fit the stages.
[[nodiscard]] CostModel withPassCosts(CostModel costs, const std::vector<std::string>& passes,
                                      std::uint32_t stageCount);

} // namespace bubblescope
