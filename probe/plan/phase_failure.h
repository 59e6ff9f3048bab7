// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/calibration_result.h"
#include "probe/plan/exit_status.h"
#include "probe/plan/measure_loop.h"

namespace bubblescope::probe {

/// Why a part of a measurement could not be done.
struct PhaseFailure
{
    Exit exit = Exit::CudaError;
    std::string code; ///< as in the protocol: "out_of_memory"
    std::string message;
};

/// What a loop that did not end with Done ended with; `point` is the failed one's name.
[[nodiscard]] PhaseFailure failureOf(const LoopResult& loop, const std::string& point);

/// The warning with which a measurement goes on without a part that it can do without: no memory, no time,
/// work that the device refused or was given too late. Nothing where it cannot go on: cancelled, or the
/// device reported an error after which every call to it fails.
[[nodiscard]] std::optional<ProbeWarning> leftOut(std::string_view part, const PhaseFailure& failure);

} // namespace bubblescope::probe
