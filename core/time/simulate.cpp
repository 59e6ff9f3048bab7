// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"

#include "core/base/try.h"
#include "core/time/communicator_times.h"
#include "core/time/dense_simulation.h"
#include "core/time/overflow.h"
#include "core/time/simulate_general.h"
#include "core/time/simulation.h"
#include "core/time/step_phases.h"

#include <new>

namespace bubblescope {

namespace {

/// Why the order cannot be timed with these costs, found without timing it.
std::optional<TimingFailure> refusal(const Schedule& schedule, const ActionTable& table,
                                     const CostModel& costs)
{
    if (auto empty = noComputeAction(schedule))
        return empty;
    if (const auto ok = costs.check(table.stageCount(), schedule.rankCount(), table.microbatchCount()); !ok)
        return TimingFailure{TimingFailure::Kind::BadInput, ok.error().message, {}};
    if (auto repeated = repeatedAction(schedule, table))
        return repeated;
    if (auto block = meaninglessBlock(schedule))
        return block;
    if (auto end = wrongStepEnd(schedule))
        return end;
    return tooLargeActivations(schedule, costs);
}

} // namespace

Result<Timeline, TimingFailure> simulateGeneral(SchedulePtr schedule, const CostModel& costs,
                                                const CancelToken& cancel)
try {
    const ActionTable table(*schedule);
    if (auto refused = refusal(*schedule, table, costs))
        return tl::unexpected(*std::move(refused));
    Result<Timeline, TimingFailure> timeline =
        Simulation<SimulationStyle::Plain>(*schedule, table, costs).run(cancel);
    if (timeline)
        timeline->schedule = std::move(schedule);
    return timeline;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

namespace {

/// What a policy of communicators does not know.
std::optional<Place> firstPartOrEnd(const Schedule& schedule)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i)
            if (const ActionKind kind = schedule.rows[r][i].kind();
                isPart(kind) || isTail(kind) || isVocabulary(kind))
                return Place{r, i};
    return std::nullopt;
}

/// Times without communicators.
Result<Timeline, TimingFailure> simulatePlain(SchedulePtr schedule, const CostModel& costs,
                                              const CancelToken& cancel)
{
    // Only the general engine knows of plans.
    if (!schedule->plan.empty())
        return simulateGeneral(std::move(schedule), costs, cancel);
    DenseTiming dense = simulateDense(*schedule, costs, cancel);
    if (dense.isCancelled)
        return tl::unexpected(cancelledTiming());
    if (!dense.timeline)
        return simulateGeneral(std::move(schedule), costs, cancel);
    dense.timeline->schedule = std::move(schedule);
    return *std::move(dense.timeline);
}

/// The actions alone.
Result<Timeline, TimingFailure> simulateActions(const SchedulePtr& schedule, const CostModel& costs,
                                                const CancelToken& cancel)
{
    if (costs.communicators.policy == CommunicatorPolicy::None)
        return simulatePlain(schedule, costs, cancel);
    const ActionTable table(*schedule);
    if (auto refused = refusal(*schedule, table, costs))
        return tl::unexpected(*std::move(refused));
    if (table.has(ActionClass::Offload) || table.has(ActionClass::Reload))
        return tl::unexpected(
            TimingFailure{TimingFailure::Kind::BadInput,
                          Sentence({"time.no-copies-under-policy",
                                    "offload and reload (O, L) cannot be timed with a policy of "
                                    "communicators: leave out communicators.policy"}),
                          {}});
    if (const std::optional<Place> part = firstPartOrEnd(*schedule))
        return tl::unexpected(
            TimingFailure{TimingFailure::Kind::BadInput,
                          Sentence({"time.no-parts-under-policy",
                                    "{action} cannot be timed with a policy of communicators: leave out "
                                    "communicators.policy"},
                                   actionText(schedule->at(part->position()).id())),
                          {part->position()}});
    const auto checkWithout = [&]() -> Result<void, TimingFailure> {
        CostModel plain = costs;
        plain.communicators = Communicators();
        plain.transfer.mode = TransferMode::Async;
        TRY_VOID(simulatePlain(schedule, plain, cancel));
        return {};
    };
    return timeWithCommunicators(schedule, table, costs, checkWithout, cancel);
}

} // namespace

Result<Timeline, TimingFailure> simulate(SchedulePtr schedule, const CostModel& costs,
                                         const CancelToken& cancel)
try {
    Result<Timeline, TimingFailure> timeline = simulateActions(schedule, costs, cancel);
    if (!timeline)
        return timeline;
    const CostModel withEnd = withStepEnd(costs, *schedule);
    if (withEnd.step == StepCosts())
        return timeline;
    const bool isDone = addStepPhases(*timeline, withEnd, [&](double factor) -> std::optional<Timeline> {
        Result<Timeline, TimingFailure> other =
            simulateActions(schedule, ofReplica(costs, factor, schedule->rankCount()), cancel);
        return other ? std::optional(std::move(*other)) : std::nullopt;
    });
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming());
    if (!isDone || !(timeline->makespan <= kLargestTime))
        return tl::unexpected(tooLongTiming(costs));
    return timeline;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

Result<Bindings, TimingFailure> bindingsOf(const Schedule& schedule, const CostModel& costs,
                                           const CancelToken& cancel)
try {
    const ActionTable table(schedule);
    if (auto refused = refusal(schedule, table, costs))
        return tl::unexpected(*std::move(refused));
    Bindings bindings(schedule);
    TRY_VOID(Simulation<SimulationStyle::Recording>(schedule, table, costs, &bindings).run(cancel));
    return bindings;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(schedule));
}

} // namespace bubblescope
