// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/phase_failure.h"

#include <fmt/format.h>

namespace bubblescope::probe {

PhaseFailure failureOf(const LoopResult& loop, const std::string& point)
{
    const std::string message = fmt::format("{}: {}", point, loop.message);
    switch (loop.end) {
    case LoopEnd::Cancelled:
        return {Exit::Cancelled, "cancelled", "cancelled"};
    case LoopEnd::TimeLimit:
        return {Exit::TimeLimit, "time_limit", message};
    case LoopEnd::OutOfMemory:
        return {Exit::OutOfMemory, "out_of_memory", message};
    case LoopEnd::DeviceFailed:
    case LoopEnd::Done:
        break;
    }
    if (!loop.failure)
        return {Exit::CudaError, "cuda_error", message};
    return {loop.failure->exit, loop.failure->code, message};
}

std::optional<ProbeWarning> leftOut(std::string_view part, const PhaseFailure& failure)
{
    const bool isAlive = failure.exit == Exit::OutOfMemory || failure.exit == Exit::TimeLimit ||
                         failure.exit == Exit::Unsupported || failure.exit == Exit::DeviceBusy ||
                         failure.code == "gate_timed_out" || failure.code == "emulation";
    if (!isAlive)
        return std::nullopt;
    return ProbeWarning{failure.code, fmt::format("{}: not measured: {}", part, failure.message), ""};
}

} // namespace bubblescope::probe
