// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <cstdint>
#include <map>

namespace bubblescope {

/// "What if this were faster?": factors on the times of a cost model, the order staying as it is. A factor of
/// 1 changes nothing. Factors on kinds and stages leave what passes on the host (CostModel::hostOverhead) as
/// it is: faster kernels are launched no faster.
struct WhatIf
{
    std::map<ActionKind, double> kinds;     ///< of F, I, W, B
    std::map<std::uint32_t, double> stages; ///< everything that a stage computes
    std::map<std::uint32_t, double> ranks;  ///< everything of a rank, like a straggler
    double transfers = 1;                   ///< latency and bytes of every transfer

    [[nodiscard]] bool isNeutral() const;
    bool operator==(const WhatIf&) const = default;
};

/// The model with its blocks composed and the factors in it: as if what was given had been changed, so that a
/// B which is I + W by default grows with them. Explicit times of overlapped blocks grow as the sum of their
/// parts does. Stages and ranks that the schedule does not have change nothing. O(stages).
[[nodiscard]] CostModel scaled(const CostModel& costs, const WhatIf& factors, std::uint32_t stageCount);

} // namespace bubblescope
