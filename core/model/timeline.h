// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bubblescope {

/// A point in time or a length of it, in the timeline's unit. Whole numbers below 2^53 are exact, so a day in
/// nanoseconds is.
using Time = double;

/// Start and end of each action of one rank; both arrays run parallel to the rank's row of the schedule.
/// Bubbles of the row have start = end. The parts of an overlapped cell share the block's start and end
/// unless a cost model gives each its own.
struct LaneTimes
{
    std::vector<Time> start;
    std::vector<Time> end;

    bool operator==(const LaneTimes&) const = default;
};

/// What a rank does in a step before its first action (the head) and after its last one (the tail), in the
/// order in which it does it.
enum class StepPhase : std::uint8_t {
    Head,             ///< loads its data, sets gradients to zero, …
    HeadGather,       ///< gathers parameters before the first action
    ReduceGradients,  ///< over the replicas of data parallelism
    TiedEmbedding,    ///< gradients of an embedding that first and last stage share
    Clip,             ///< needs a norm over all ranks
    Optimizer,        ///< updates its parameters
    GatherParameters, ///< over the replicas, behind the optimizer
    Finish,           ///< what is left
};
inline constexpr std::size_t kStepPhaseCount = 8;
[[nodiscard]] constexpr bool isHead(StepPhase phase)
{
    return phase <= StepPhase::HeadGather;
}

/// One phase of one rank. A phase that several ranks do together begins when the last of them has come.
struct PhaseSpan
{
    static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

    StepPhase phase = StepPhase::Head;
    Time start = 0;
    Time end = 0;
    std::uint32_t lastRank = kNobody; ///< that came last to it; nobody where the rank does it by itself
    std::uint32_t lastReplica = 0;    ///< whose rank that is; 0 = the timeline's own

    bool operator==(const PhaseSpan&) const = default;
};

/// An order with its times: what is drawn, measured and compared. 16 bytes an action beside the schedule.
struct Timeline
{
    SchedulePtr schedule;         ///< never null
    std::vector<LaneTimes> lanes; ///< one per rank
    std::string unit = "step";    ///< "step", "us" or "ms"
    Time makespan = 0;            ///< latest end; the timeline begins at 0
    /// Of each rank what it does before its first and after its last action, in order; empty where the costs
    /// have neither head nor tail.
    std::vector<std::vector<PhaseSpan>> phases = {};
    Time head = 0; ///< when the actions' part begins: above 0 where a rank's head holds it up

    [[nodiscard]] Time startOf(const ActionPosition& p) const { return lanes[p.rank.value].start[p.index]; }
    [[nodiscard]] Time endOf(const ActionPosition& p) const { return lanes[p.rank.value].end[p.index]; }
    /// Of a rank; empty without phases. Valid as long as the timeline.
    [[nodiscard]] std::span<const PhaseSpan> phasesOf(std::size_t rank) const
    {
        return rank < phases.size() ? std::span(phases[rank]) : std::span<const PhaseSpan>();
    }
};
using TimelinePtr = std::shared_ptr<const Timeline>;

/// A timeline's unit as a picture writes it beside its numbers: "steps", "µs", "ms".
[[nodiscard]] inline std::string unitLabel(const std::string& unit)
{
    return unit == "step" ? "steps" : unit == "us" ? "µs" : unit;
}

} // namespace bubblescope
