// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <optional>

namespace bubblescope {

/// A run from its own lengths: of its kernels and the gaps between them, of what the host does between its
/// calls, of transfers; in its own order, and with no recorded instant. What this misses of the measured step
/// is structure that the model lacks; what a kernel or the host waited for beside transfers counts as its own
/// length (docs/predictions.md).
struct Replay
{
    Time makespan = 0; ///< µs, from the first compute action's start to the last one's end
    double error = 0;  ///< makespan / measured - 1
    /// Of the measured step, on the average of the ranks: gaps between kernels of an action beyond the usual
    /// ones, which the replay has as the action's own although something made them wait.
    double ownWaits = 0;
};

/// Nothing where the profile does not tell what the hosts issued (no send or receive names its peer), a rank
/// has no trace, or the order stops. O(issues).
[[nodiscard]] std::optional<Replay> replayRun(const MeasuredRun& run, const CancelToken& cancel = {});

} // namespace bubblescope
