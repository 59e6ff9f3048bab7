// SPDX-License-Identifier: Apache-2.0
#include "core/fit/costs_of_same_work.h"

#include "core/fit/costs_for_stages.h"
#include "core/time/cost_fields.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

WorkCut workCutOf(const ScheduleRequest& request)
{
    const std::uint32_t stages = stageCountOf(request);
    const auto microbatches = static_cast<std::uint32_t>(std::max<std::int64_t>(1, request.microbatches));
    return {stages,
            stagesOfAShare(stages, static_cast<std::uint32_t>(std::max<std::int64_t>(1, request.ranks))),
            std::max(1U, microbatchCountOf(request) / microbatches)};
}

WorkCut workCutOf(const Schedule& schedule)
{
    return {schedule.stageCount, stagesOfAShare(schedule.stageCount, schedule.rankCount()), 1};
}

CostModel costsOfSameWork(const CostModel& costs, const WorkCut& from, const WorkCut& to)
{
    const Result<CostModel> known = costsForStages(costs, to.stages);
    if (known && *known != costs)
        return *known;
    if (from == to || misfitOf(costs, 0))
        return costs;
    CostModel other = timesForOtherStages(costs, from.share * from.units, to.share * to.units);
    // Activations that are only counted are told by a rank's share, whatever it is cut into. A limit is not.
    const bool areCounted = countsActivations(costs) && !costs.memoryLimit;
    if (areCounted && from.units == to.units)
        return other;
    other = sizesForOtherStages(std::move(other), areCounted ? 1 : from.share, to.share);
    if (other.blocks && other.layersPerStage.isUniform())
        other.layersPerStage.values.front() *= static_cast<double>(from.share) / to.share;
    else if (!other.blocks && from.units != to.units)
        for (double& activation : other.activation.values)
            activation *= static_cast<double>(from.units) / to.units;
    return other;
}

} // namespace bubblescope
