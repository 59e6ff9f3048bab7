// SPDX-License-Identifier: Apache-2.0
#include "app/cli/timing.h"

#include "app/cli/activity.h"
#include "app/cli/problem_warning.h"
#include "core/generate/title.h"
#include "core/time/simulate.h"

namespace bubblescope::cli {

Result<Timed> loadTimed(const InputOptions& options, const Environment& environment,
                        const CancelToken& cancel)
{
    const Activity activity(environment, "timing");
    Result<Input> input = loadInputToTime(options, environment, cancel);
    if (!input)
        return tl::unexpected(input.error());
    // Costs that do not fit the stages cannot be composed; timing them says why.
    const std::uint32_t stageCount = input->schedule->stageCount;
    CostModel costs = input->costs.check(stageCount) ? scaled(input->costs, input->whatIf, stageCount)
                                                     : std::move(input->costs);
    Result<Timeline, TimingFailure> timeline = simulate(input->schedule, costs, cancel);
    if (!timeline) {
        Error error = timeline.error().toError();
        if (!input->file.empty())
            error.where = SourceLocation{input->file, 0, 0, {}, {}};
        return tl::unexpected(std::move(error));
    }
    warnOfInput(environment, *input);
    std::string title = input->title.empty() ? scheduleTitle(*input->schedule) : input->title;
    return Timed{std::make_shared<const Timeline>(std::move(*timeline)), std::move(costs), std::move(title)};
}

} // namespace bubblescope::cli
