// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/action_times.h"

#include <span>

namespace bubblescope {

/// Fills RankTimes::issued: what the host issued from the begin of the step to its last action, in its order,
/// with the lengths that the profile shows. Compute issues have the label that launched them as their target,
/// or none. A wait waits for the receive of its action where labels name receives; else for the latest
/// transfer that nothing has waited for, or, where each transfer is issued alone and several streams have
/// some, for the oldest. Nothing where no message tells its peer. O(records log records).
void readIssuedWork(const Assembly& a, const PlannedRank& rank, std::span<const LabelKernel> kernels,
                    RankTimes& times);

/// Tells what each transfer took, once the clocks of all ranks are known: of a send its own length, of a
/// receive from the later of both starts. What a transfer does not show (a receive whose sender was late does
/// not tell how long it takes else) is the median of the others. Writes to MeasuredRank::issued, whose
/// targets become indices of MeasuredRank::actions. O(operations log operations).
void writeIssuedWork(Assembly& a);

} // namespace bubblescope
