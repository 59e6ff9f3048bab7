// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"

#include <string>

namespace bubblescope::test {

/// The order of "zb-auto:ranks=3,microbatches=4".
[[nodiscard]] inline Result<Schedule>
tryGenerate(const std::string& text, const GenerateOptions& options = {}, const CancelToken& cancel = {})
{
    const Result<ScheduleRequest> request = requestFromText(text);
    return request ? generate(*request, options, cancel) : tl::unexpected<Error>(request.error());
}

/// The same as text, or the refusal.
[[nodiscard]] inline std::string renderedOrRefusal(const std::string& text,
                                                   const GenerateOptions& options = {})
{
    const Result<Schedule> schedule = tryGenerate(text, options);
    return schedule ? render(*schedule) : schedule.error().text();
}

struct Measured
{
    Schedule schedule;
    Metrics metrics;
    double peakMemory = 0; ///< of all ranks, in the unit of the costs' activation
};

/// The order and its figures; the first of its problems as a failure.
[[nodiscard]] inline Result<Measured> measured(const ScheduleRequest& request, const CostModel& costs)
{
    Result<Schedule> schedule = generate(request, {.costs = costs});
    if (!schedule)
        return tl::unexpected<Error>(schedule.error());
    for (const Problem& problem : validate(*schedule))
        return failure(ErrorKind::DoesNotHold, problem.message);
    const auto timeline = simulate(std::make_shared<const Schedule>(*schedule), costs);
    if (!timeline)
        return failure(ErrorKind::DoesNotHold, timeline.error().message);
    return Measured{std::move(*schedule), measure(*timeline, costs),
                    MemoryCurves::build(*timeline, costs)->highestPeak()};
}

} // namespace bubblescope::test
