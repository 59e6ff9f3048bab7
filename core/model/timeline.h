// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

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

/// An order with its times: what is drawn, measured and compared. 16 bytes an action beside the schedule.
struct Timeline
{
    SchedulePtr schedule;         ///< never null
    std::vector<LaneTimes> lanes; ///< one per rank
    std::string unit = "step";    ///< "step", "us" or "ms"
    Time makespan = 0;            ///< latest end; the timeline begins at 0

    [[nodiscard]] Time startOf(const ActionPosition& p) const { return lanes[p.rank.value].start[p.index]; }
    [[nodiscard]] Time endOf(const ActionPosition& p) const { return lanes[p.rank.value].end[p.index]; }
};
using TimelinePtr = std::shared_ptr<const Timeline>;

/// A timeline's unit as a picture writes it beside its numbers: "steps", "µs", "ms".
[[nodiscard]] inline std::string unitLabel(const std::string& unit)
{
    return unit == "step" ? "steps" : unit == "us" ? "µs" : unit;
}

} // namespace bubblescope
