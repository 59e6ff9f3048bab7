// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/action_times.h"
#include "core/trace/clock_ranks.h"

namespace bubblescope {

/// Fills RankTimes::edges: what the rank does in the step of its actions before the first and after the last
/// of them (docs/step-phases.md, "From a profile"). Which phase a kernel is of is told by the range of the
/// optimizer that launched it, its name, and the group of its collective. Nothing where no mark says when the
/// step begins and ends. O(records log records).
void readStepEdges(const Assembly& a, const PlannedRank& rank, RankTimes& times);

/// The same on the axis of a run: phases that follow each other, what is not known counted to the one behind
/// it.
[[nodiscard]] MeasuredStep measuredStep(const StepEdges& edges, const RankClocks& clocks, std::size_t rank);

/// Tells how long ranks waited for each other in collectives: a collective takes as long as the
/// last one that comes to it is in it, whatever the clocks say. `edges` and `steps` by rank, of all replicas.
void tellWaitsInCollectives(const std::vector<const StepEdges*>& edges,
                            const std::vector<MeasuredStep*>& steps);

} // namespace bubblescope
