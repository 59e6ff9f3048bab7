// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lower/pass_settings.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// One way of a copy by stage under the pass `offload` with these settings: what the costs say of it, else
/// the setting's share of F + I + W.
[[nodiscard]] StageValues copyTimesOf(const PassSettings& settings, const CostModel& costs,
                                      std::uint32_t stageCount);

/// The costs with what the passes `recompute` and `offload` say of their actions (settings `time` and
/// `share`), where the costs do not say it themselves. Texts that are no pass say nothing. Requires costs
/// that fit the stages.
[[nodiscard]] CostModel withPassCosts(CostModel costs, const std::vector<std::string>& passes,
                                      std::uint32_t stageCount);

} // namespace bubblescope
