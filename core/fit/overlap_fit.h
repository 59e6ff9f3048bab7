// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/durations.h"
#include "core/time/overlap_rule.h"

/// How long overlapped blocks take; private to core/fit.
namespace bubblescope::fit {

/// For each pair of kinds that a calibration can name: the blocks' time as a share of what both parts take
/// one after the other, the median over the blocks. `overhead` is part of every action's time.
[[nodiscard]] OverlapRule fitOverlap(const std::vector<RankCells>& ranks, const StageTimes& times,
                                     Time overhead);

} // namespace bubblescope::fit
