// SPDX-License-Identifier: Apache-2.0
#include "app/cli/timing.h"

#include "app/cli/activity.h"
#include "app/cli/problem_warning.h"
#include "core/generate/title.h"
#include "core/time/simulate.h"

#include <algorithm>

namespace bubblescope::cli {

namespace {

void warnOfUnusedOverlap(const Environment& environment, const CostOptions& options, const Schedule& order)
{
    const auto overlaps = [](const Row& row) {
        return std::any_of(row.begin(), row.end(),
                           [](const Action& action) { return action.isOverlapped(); });
    };
    if (!options.of("overlap").empty() && std::none_of(order.rows.begin(), order.rows.end(), overlaps))
        printWarning(environment,
                     Error{ErrorKind::InvalidInput,
                           Sentence({"cli.overlap-changes-nothing-schedule",
                                     "--overlap changes nothing: the schedule has no overlapped blocks"}),
                           std::nullopt});
}

} // namespace

Result<Timed> timedInput(const Input& input, const CostOptions& options, const Environment& environment,
                         const CancelToken& cancel)
{
    warnOfUnusedOverlap(environment, options, *input.schedule);
    const std::uint32_t stageCount = input.schedule->stageCount;
    if (Result<void> fits =
            checkPlaced(input.costs, stageCount, input.costsLists, input.schedule->rankCount());
        !fits) {
        Error error = std::move(fits.error());
        if (!error.where && !input.file.empty())
            error.where = SourceLocation{input.file, 0, 0, {}, {}};
        return tl::unexpected(std::move(error));
    }
    CostModel costs = scaled(input.costs, input.whatIf, stageCount);
    Result<Timeline, TimingFailure> timeline = simulate(input.schedule, costs, cancel);
    if (!timeline) {
        Error error = timeline.error().toError();
        if (!input.file.empty())
            error.where = SourceLocation{input.file, 0, 0, {}, {}};
        return tl::unexpected(std::move(error));
    }
    warnOfInput(environment, input);
    std::string title = input.title.empty() ? scheduleTitle(*input.schedule) : input.title;
    return Timed{std::make_shared<const Timeline>(std::move(*timeline)), std::move(costs), std::move(title)};
}

Result<Timed> loadTimed(const InputOptions& options, const Environment& environment,
                        const CancelToken& cancel)
{
    const Activity activity(environment, "timing");
    const Result<Input> input = loadInputToTime(options, environment, cancel);
    return input ? timedInput(*input, options.costs, environment, cancel) : tl::unexpected(input.error());
}

} // namespace bubblescope::cli
