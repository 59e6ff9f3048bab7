// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <vector>

namespace bubblescope::probe {

/// One cell of one rank.
struct EmulationStep
{
    std::uint32_t rank = 0;
    double us = 0;
    std::vector<ActionKind> kinds;    ///< of its actions, in their order
    std::vector<std::uint32_t> waits; ///< steps of other ranks, all earlier in the plan
};

/// A simulated schedule as what streams can run: each rank a stream, each dependency between ranks an event.
/// What comes when is left to the streams: only durations are taken from the simulation.
struct EmulationPlan
{
    std::string name;
    std::uint32_t ranks = 0;
    std::vector<EmulationStep> steps; ///< as they are to be given to the streams
    double simulatedUs = 0;           ///< makespan
};
/// Requires a timeline simulated with these costs, without transfers, without communication in its order, and
/// with the parts of overlapped cells done when the cell is. O(cells · ranks).
[[nodiscard]] EmulationPlan emulationOf(const Timeline& timeline, const CostModel& costs);
/// Makespan of the plan by its own rules; µs.
[[nodiscard]] double runOnPaper(const EmulationPlan& plan);

/// The schedules that an emulation holds against the simulation, at 4 and 8 ranks, timed with the costs of
/// one layer, embedding and head of a calibration. An error names the schedule.
[[nodiscard]] Result<std::vector<EmulationPlan>> emulationPlans(const CostModel& calibrated);

} // namespace bubblescope::probe
