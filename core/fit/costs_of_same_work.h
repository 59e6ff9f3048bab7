// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/generate.h"
#include "core/time/cost_model.h"

#include <cstdint>

namespace bubblescope {

/// How a schedule cuts the work of a model.
struct WorkCut
{
    std::uint32_t stages = 1; ///< of all ranks
    std::uint32_t share = 1;  ///< among how many of them a rank's share is divided (stagesOfAShare())
    std::uint32_t units = 1;  ///< into how many parts each microbatch is cut (Seq1F1B)
    bool operator==(const WorkCut&) const = default;
};
/// Of a request that its schedule takes.
[[nodiscard]] WorkCut workCutOf(const ScheduleRequest& request);
/// Of an order, whose microbatches are taken as whole ones.
[[nodiscard]] WorkCut workCutOf(const Schedule& schedule);

/// The costs of one schedule for another that runs the same model, so that both do the same work: what is
/// known of each stage is divided or joined by costsForStages(); other times and sizes are those of a rank's
/// share in as many stages. Lists that neither way divides stay as they are.
[[nodiscard]] CostModel costsOfSameWork(const CostModel& costs, const WorkCut& from, const WorkCut& to);

} // namespace bubblescope
