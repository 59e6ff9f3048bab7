// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/sweep.h"

#include <cstdint>

namespace bubblescope {

/// The costs of one stage in that configuration: a whole share divided, unless the plan says that they are of
/// a stage; lists that know each stage of one pipeline divided or joined for this one (costsForStages()), and
/// then nothing is a whole share. Refused in words where they do not fit. O(stages).
[[nodiscard]] Result<CostModel> costsOfConfiguration(const SweepPlan& plan,
                                                     const SweepConfiguration& configuration,
                                                     std::uint32_t stageCount);

/// Bytes that timing it takes at most, roughly; 0 for what is refused. Nothing is generated.
[[nodiscard]] std::uint64_t memoryOfConfiguration(const SweepConfiguration& configuration);

} // namespace bubblescope
