// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/order_match.h"
#include "core/generate/catalog.h"
#include "core/model/request.h"

#include <vector>

/// Which requests could have made a measured order; private to core/fit.
namespace bubblescope::fit {

/// Numbers of a pipeline that a run may be a part of.
struct PipelineShape
{
    std::uint32_t ranks = 1;
    std::uint32_t stagesPerRank = 1;
    std::uint32_t microbatches = 1;
    std::vector<PlacementKind> placements; ///< that put the stages where the run has them
};
/// One shape where the run is complete; where ranks are missing, every number of ranks that its stages allow
/// (up to 64 more than are needed). Empty if no placement explains the stages.
[[nodiscard]] std::vector<PipelineShape> shapesOf(const std::vector<ComputeRow>& rows,
                                                  const MeasuredRun& run);

/// In which turn candidates are tried: the next only where no order before was the trace's.
enum class CandidateTurn : std::uint8_t {
    Plain,   ///< every family and variant as it is by default
    Options, ///< the same with one of its options changed
    Costs,   ///< made for costs
};
/// Requests of that turn that can be generated, in the catalog's order.
[[nodiscard]] std::vector<ScheduleRequest> requestsOf(const PipelineShape& shape, CandidateTurn turn);

} // namespace bubblescope::fit
