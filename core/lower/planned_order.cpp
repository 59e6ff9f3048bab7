// SPDX-License-Identifier: Apache-2.0
#include "core/lower/planned_order.h"

#include "core/base/quantity.h"
#include "core/base/try.h"
#include "core/generate/group_slots.h"
#include "core/time/simulate.h"

#include <algorithm>

namespace bubblescope {

std::optional<PlannedOrder> plannedOnSlots(const Schedule& schedule, const CostModel& costs)
{
    const auto slots = slotsOfSingleGroups(schedule);
    if (!slots)
        return std::nullopt;
    const CostModel composed = costs.forStages(schedule.stageCount);
    PlannedOrder planned;
    planned.slot = 0;
    for (std::uint32_t stage = 0; stage < schedule.stageCount; ++stage)
        planned.slot = std::max(*planned.slot, composed.durationOf(ActionKind::Forward, StageId{stage}));
    for (const std::vector<std::uint64_t>& row : *slots) {
        LaneTimes& lane = planned.lanes.emplace_back();
        for (const std::uint64_t slot : row) {
            lane.start.push_back(static_cast<double>(slot) * *planned.slot);
            lane.end.push_back(lane.start.back() + *planned.slot);
        }
    }
    return planned;
}

Result<PlannedOrder> plannedOrder(const SchedulePtr& schedule, const CostModel& costs,
                                  const CancelToken& cancel)
{
    if (auto planned = plannedOnSlots(*schedule, costs))
        return *std::move(planned);
    CostModel plain = costs;
    plain.communicators = Communicators();
    plain.step = StepCosts();
    plain.jitter = Jitter();
    TRY(Timeline timeline, simulate(schedule, plain, cancel));
    return PlannedOrder{std::move(timeline.lanes), std::nullopt};
}

Sentence unfilledSlots(const Schedule& schedule, const CostModel& costs)
{
    // Copies have planned times in every order.
    const auto onSlot =
        std::find_if(schedule.plan.begin(), schedule.plan.end(), [](const ActionPlan& planned) {
            return planned.duration && isCompute(planned.action.kind);
        });
    if (onSlot == schedule.plan.end())
        return {};
    const CostModel composed = costs.forStages(schedule.stageCount);
    bool isFilled = composed.hasEqualTimes() && composed.rankFactor.empty() &&
                    composed.transfer.time() == 0 && composed.transfer.links.empty() &&
                    composed.communicators.policy == CommunicatorPolicy::None;
    for (std::uint32_t stage = 0; stage < schedule.stageCount; ++stage)
        for (const ActionKind kind : {ActionKind::Forward, ActionKind::Recompute})
            isFilled = isFilled && composed.durationOf(kind, StageId{stage}) == *onSlot->duration;
    if (isFilled)
        return {};
    return {
        {"lower.slots-not-filled",
         "every action of this plan takes {time}, the time of a forward: what the costs say of other kinds, "
         "messages, ranks and microbatches changes nothing, so do not compare it with other orders"},
        shortNumber(*onSlot->duration)};
}

std::vector<ActionPlan> planOf(const Schedule& schedule, const PlannedOrder& planned)
{
    std::vector<ActionPlan> plan;
    for (std::size_t r = 0; r < schedule.rows.size(); ++r)
        for (std::size_t i = 0; i < schedule.rows[r].size(); ++i)
            plan.push_back({schedule.rows[r][i].id(), planned.lanes[r].start[i], planned.slot});
    sortPlan(plan);
    return plan;
}

void sortPlan(std::vector<ActionPlan>& plan)
{
    std::sort(plan.begin(), plan.end(),
              [](const ActionPlan& a, const ActionPlan& b) { return a.action < b.action; });
}

} // namespace bubblescope
