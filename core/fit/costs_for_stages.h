// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/cost_model.h"

#include <cstdint>

namespace bubblescope {

/// Costs that know each stage of one pipeline, for another with `stageCount` stages of the same model: with v
/// times as many, each stage is divided evenly into v; with one v-th, v that follow each other are joined. A
/// note says so. Times are divided without the host's part, which every action has (of a host that issues:
/// what it does before the first kernel); sizes are divided, what a transfer takes stays. Costs that fit as
/// they are come back unchanged (blocks are composed for any number of stages); where neither number divides
/// the other it is an error in words. O(stages).
[[nodiscard]] Result<CostModel> costsForStages(const CostModel& costs, std::uint32_t stageCount);

} // namespace bubblescope
