// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/evaluate/evaluation.h"

namespace bubblescope {

/// Of times that were measured, not simulated: the same indices and figures, so that it is drawn, measured
/// and compared like any other. What of an action lies before the end of the one before it on its rank is cut
/// off: a lane holds one at a time. Never null; `costs` are given as what the times were fitted to, in the
/// timeline's unit. Of `absentRanks`, which were not recorded, nothing is known: the figures are of the
/// others, and their lanes are empty. O(actions).
[[nodiscard]] EvaluationPtr recordedEvaluation(Timeline timeline, const CostModel& costs,
                                               const std::vector<std::uint32_t>& absentRanks = {});

} // namespace bubblescope
