// SPDX-License-Identifier: Apache-2.0
#include "core/fit/prediction_order.h"

#include "core/time/simulate.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

/// "rank 2 has no trace", "ranks 0, 3 have no trace"; empty where all have one.
std::string untracedText(const MeasuredRun& run)
{
    constexpr std::size_t mostNamed = 8;
    std::vector<std::uint32_t> ranks;
    for (const MeasuredRank& rank : run.ranks)
        if (rank.actions.empty())
            ranks.push_back(rank.rank);
    if (ranks.empty())
        return {};
    const auto end = ranks.begin() + static_cast<std::ptrdiff_t>(std::min(ranks.size(), mostNamed));
    return fmt::format("rank{} {}{} {} no trace", ranks.size() == 1 ? "" : "s",
                       fmt::join(ranks.begin(), end, ", "), ranks.size() > mostNamed ? ", …" : "",
                       ranks.size() == 1 ? "has" : "have");
}

} // namespace

Result<PredictionOrder> predictionOrder(const MeasuredRun& run, const Identification& identification,
                                        const CostModel& costs, const CancelToken& cancel)
{
    const ScheduleMatch* exact = identification.exact();
    if (exact != nullptr && !exact->mergesBackward)
        return PredictionOrder{exact->schedule, exact, {}};
    Schedule measured = *measuredTimeline(run).schedule;
    measured.name = "measured order";
    auto order = std::make_shared<const Schedule>(std::move(measured));
    std::string why = untracedText(run);
    if (why.empty()) {
        const Result<Timeline, TimingFailure> timeline = simulate(order, costs, cancel);
        if (timeline)
            return PredictionOrder{std::move(order), nullptr, {}};
        const Error error = timeline.error().toError();
        if (error.kind == ErrorKind::Cancelled)
            return tl::unexpected(error);
        why = "the order of the trace cannot be simulated: " + error.message;
    }
    for (const ScheduleMatch& match : identification.matches)
        if (!match.mergesBackward && simulate(match.schedule, costs, cancel))
            return PredictionOrder{
                match.schedule, &match,
                fmt::format("{}; the prediction is of the nearest schedule, {}, of which {:.1f} % is in the "
                            "order of the trace",
                            why, match.name, 100 * match.score)};
    return invalidInput(why + "; give a schedule to hold it against, e.g. 1f1b");
}

} // namespace bubblescope
