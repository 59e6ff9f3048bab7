// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// One of the pipelines that run the same beside each other, in the shown step, against the others.
struct ReplicaFigures
{
    std::size_t replica = 0;
    std::vector<std::uint32_t> globalRanks; ///< of its ranks, where the files tell them
    Time makespan = 0;                      ///< of its compute, µs
    Time compute = 0;                       ///< that one of its ranks with a trace works, in the mean, µs
    /// This over the median of the others, less 1; nothing where ranks without a trace leave nothing to
    /// compare. Compute is compared rank by rank, makespans of replicas that have all ranks.
    std::optional<double> makespanShare, computeShare;
    /// The rank that works longest against the same rank of the others; `slowestShare` as the shares above.
    std::optional<RankId> slowest;
    double slowestShare = 0;
};

/// Of all replicas in their order, the shown one among them. O(actions + ranks · replicas²).
[[nodiscard]] std::vector<ReplicaFigures> compareReplicas(const MeasuredRun& run);

} // namespace bubblescope
