// SPDX-License-Identifier: Apache-2.0
#include "core/fit/prediction_order.h"

#include "core/time/simulate.h"

#include <fmt/format.h>

namespace bubblescope {

Result<PredictionOrder> predictionOrder(const MeasuredRun& run, const Identification& identification,
                                        const CostModel& costs, const CancelToken& cancel)
{
    const ScheduleMatch* exact = identification.exact();
    if (exact != nullptr && !exact->mergesBackward)
        return PredictionOrder{exact->schedule, exact, {}};
    Schedule measured = *measuredTimeline(run).schedule;
    measured.name = "measured order";
    auto order = std::make_shared<const Schedule>(std::move(measured));
    Sentence why = Sentence::verbatim(noTraceText(absentRanks(run)));
    if (why.empty()) {
        const Result<Timeline, TimingFailure> timeline = simulate(order, costs, cancel);
        if (timeline)
            return PredictionOrder{std::move(order), nullptr, {}};
        const Error error = timeline.error().toError();
        if (error.kind == ErrorKind::Cancelled)
            return tl::unexpected(error);
        why = Sentence(kTraceCannotRun, error.message);
    }
    for (const ScheduleMatch& match : identification.matches)
        if (!match.mergesBackward && simulate(match.schedule, costs, cancel))
            return PredictionOrder{match.schedule, &match,
                                   fmt::format("{}; the prediction is for the nearest schedule, {}, and "
                                               "{:.1f} % of it is in the order of the trace",
                                               why.text(), match.name, 100 * match.score)};
    return invalidInput({"fit.give-schedule", "{why}; give a schedule to compare it with, e.g. 1f1b"}, why);
}

} // namespace bubblescope
