// SPDX-License-Identifier: Apache-2.0
#include "core/time/dense_costs.h"

#include <algorithm>

namespace bubblescope {

bool DenseCosts::fit(const CostModel& costs)
{
    return costs.profile == TimingProfile::Strict && costs.jitter.sigma == 0 &&
           std::all_of(costs.overlap.times.begin(), costs.overlap.times.end(), [](const auto& entry) {
               return entry.second.firstDone == 1 && entry.second.secondDone == 1;
           });
}

DenseCosts::DenseCosts(const CostModel& costs, const DenseOrder& order)
    : m_durations(costs, order.stageCount)
    , m_links(costs)
    , m_areUnequal(!costs.microbatches.areAlike())
    , m_stages(order.stageCount)
    , m_blocks(2 * std::size_t{order.stageCount})
{
    for (std::uint32_t s = 0; s < order.stageCount; ++s) {
        DenseStage& stage = m_stages[s];
        for (const ActionKind kind : {ActionKind::Forward, ActionKind::BackwardInput,
                                      ActionKind::BackwardWeight, ActionKind::Backward})
            stage.duration[static_cast<std::size_t>(kind)] = m_durations.of(kind, StageId{s});
        stage.recompute = m_durations.of(ActionKind::Recompute, StageId{s});
        if (order.hasOneHomeEach && s > 0) {
            const auto atLengthOne = [this](std::uint32_t from, std::uint32_t to) {
                return from == to ? 0 : m_links.of(from, to).time();
            };
            stage.forwardTransfer = atLengthOne(order.home[s - 1], order.home[s]);
            m_stages[s - 1].backwardTransfer = atLengthOne(order.home[s], order.home[s - 1]);
        }
    }
}

} // namespace bubblescope
