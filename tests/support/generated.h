// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/time/simulate.h"
#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"

#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

namespace bubblescope::test {

/// The order of "hanayo:ranks=3,microbatches=4". Throws std::invalid_argument with the refusal.
[[nodiscard]] inline SchedulePtr generated(const std::string& text, bool padded = false)
{
    const Result<ScheduleRequest> request = requestFromText(text);
    if (!request)
        throw std::invalid_argument(request.error().text());
    Result<Schedule> schedule = generate(*request, {padded});
    if (!schedule)
        throw std::invalid_argument(schedule.error().text());
    return std::make_shared<const Schedule>(std::move(*schedule));
}

/// The same as text, or the refusal.
[[nodiscard]] inline std::string rendered(const std::string& text, bool padded = false)
try {
    return render(*generated(text, padded));
} catch (const std::invalid_argument& refusal) {
    return refusal.what();
}

/// All problems of a request, a line each.
[[nodiscard]] inline std::string refusals(const std::string& text)
{
    const Result<ScheduleRequest> request = requestFromText(text);
    if (!request)
        return request.error().text();
    std::string lines;
    for (const ParameterProblem& problem : checkRequest(*request))
        lines.append(lines.empty() ? "" : "\n").append(problem.text());
    return lines;
}

/// What validate() finds, a line each: "missing-action: …".
[[nodiscard]] inline std::string problems(const Schedule& schedule)
{
    std::string lines;
    for (const Problem& problem : validate(schedule))
        lines.append(lines.empty() ? "" : "\n")
            .append(problemKindName(problem.kind))
            .append(": ")
            .append(problem.message.text());
    return lines;
}

/// Throws std::invalid_argument if the order does not run.
[[nodiscard]] inline Timeline timelineOf(const SchedulePtr& schedule, const CostModel& costs = {})
{
    auto timeline = simulate(schedule, costs);
    if (!timeline)
        throw std::invalid_argument(timeline.error().message.text());
    return *std::move(timeline);
}

/// Likewise.
[[nodiscard]] inline Metrics measured(const SchedulePtr& schedule, const CostModel& costs = {})
{
    return measure(timelineOf(schedule, costs), costs);
}

/// Whole numbers that are the same in every run.
class Dice
{
public:
    explicit Dice(std::uint32_t seed) : m_random(seed) {}
    [[nodiscard]] std::uint32_t below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>(m_random() % bound);
    }

private:
    std::mt19937 m_random;
};

/// Costs under which a forward takes as long as a backward.
[[nodiscard]] inline CostModel oneSlotEach()
{
    CostModel costs;
    costs.forward = StageValues(1.0);
    costs.backward = StageValues(1.0);
    return costs;
}

} // namespace bubblescope::test
