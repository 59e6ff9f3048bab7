// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/identify.h"
#include "core/time/cost_model.h"

namespace bubblescope {

/// Which order a prediction of a run simulates.
inline constexpr SentenceCode kTraceCannotRun{"fit.trace-cannot-run",
                                              "the order of the trace cannot be simulated: {problem}"};

struct PredictionOrder
{
    SchedulePtr schedule;                 ///< with all ranks of the pipeline
    const ScheduleMatch* match = nullptr; ///< of the identification; null = the order as measured
    std::string note;                     ///< why it is not the run's own order; mostly empty
};

/// The schedule that the run is; else its order as measured, named "measured order", if `costs` simulate it
/// with every rank there; else the nearest schedule, with a note. An error if nothing can be simulated.
[[nodiscard]] Result<PredictionOrder> predictionOrder(const MeasuredRun& run,
                                                      const Identification& identification,
                                                      const CostModel& costs, const CancelToken& cancel = {});

} // namespace bubblescope
