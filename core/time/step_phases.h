// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

/// The head and the tail of a step: what ranks do before their first and after their last action.
namespace bubblescope {

/// "head", "head_gather", "reduce_gradients", "tied_embedding", "clip", "optimizer", "gather_parameters",
/// "finish".
[[nodiscard]] std::string_view stepPhaseId(StepPhase phase) noexcept;

/// The costs with everything `factor` times as long on every rank.
[[nodiscard]] CostModel ofReplica(const CostModel& costs, double factor, std::uint32_t rankCount);

/// Times the actions of another replica, everything of which takes `factor` times as long; nothing if it
/// cannot, or was cancelled.
using TimeReplica = std::function<std::optional<Timeline>(double factor)>;

/// Adds the head and the tail that the costs have: all times become later by what the heads hold the actions
/// up, and the makespan is the end of the last tail. All ranks begin the step at 0 and the actions run as
/// they do by themselves, from when no head of a rank reaches into its first one on. Gradients are reduced,
/// and parameters gathered, with the same rank of every replica, norms are taken over all ranks of all of
/// them, tied embeddings are summed over the ranks of first and last stage. The timeline stays as it is, to
/// the last bit, where the costs have none; false if a replica could not be timed. O(actions), and once the
/// timing of the order for each replica of another speed.
[[nodiscard]] bool addStepPhases(Timeline& timeline, const CostModel& costs, const TimeReplica& replica);

/// The costs with every phase that stands in the order as an action: one of which they say nothing takes no
/// time, and ranks meet in it all the same.
[[nodiscard]] CostModel withStepEnd(const CostModel& costs, const Schedule& schedule);
/// The phase of an action of the step's end; null for any other, and where the rank has no such phase.
[[nodiscard]] const PhaseSpan* phaseOf(const Timeline& timeline, const ActionPosition& action);

/// Until when the last action of each rank may end without a longer makespan: what its tail, and those who
/// wait in theirs for it, leave. The makespan itself without phases. O(ranks).
[[nodiscard]] std::vector<Time> latestEnds(const Timeline& timeline);

/// The actions alone: from the first one's start to the last one's end, as if there were neither head nor
/// tail. O(actions).
[[nodiscard]] Timeline withoutPhases(Timeline timeline);

/// When the first action begins and the last one ends, head and tail left out; both 0 without actions.
/// O(actions).
struct ActionExtent
{
    Time begin = 0;
    Time end = 0;

    [[nodiscard]] Time length() const { return end - begin; }
};
[[nodiscard]] ActionExtent actionExtent(const Timeline& timeline);
/// When one action runs; of the step's end, which takes no time in its row, when its phase does.
[[nodiscard]] ActionExtent extentOf(const Timeline& timeline, const ActionPosition& action);

} // namespace bubblescope
