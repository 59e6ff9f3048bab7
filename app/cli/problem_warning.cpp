// SPDX-License-Identifier: Apache-2.0
#include "app/cli/problem_warning.h"

#include "core/io/schedule_csv.h"
#include "core/validate/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kMostActions = 2'000'000;

/// "42 problems, the first: …"; empty if there are none, or the order is too large to look.
std::string problemsOf(const Environment& environment, const Schedule& order)
{
    if (environment.quiet || order.actionCount() > kMostActions)
        return {};
    const std::vector<Problem> problems = validate(order);
    if (problems.empty())
        return {};
    const std::string first = problems.front().message.text();
    return problems.size() == 1 ? fmt::format("1 problem: {}", first)
                                : fmt::format("{} problems, the first: {}", problems.size(), first);
}

} // namespace

void warnAfterPasses(const Environment& environment, const Schedule& order,
                     const std::vector<std::string>& passes, const std::string& hint)
{
    if (passes.empty())
        return;
    const std::string problems = problemsOf(environment, order);
    if (!problems.empty())
        printWarning(environment,
                     Error{ErrorKind::DoesNotHold,
                           Sentence({"cli.after-order", "after {passes} the order has {problems}{words}"},
                                    fmt::format("{}", fmt::join(passes, ", ")), problems,
                                    hint.empty() ? "" : fmt::format(" ({})", hint)),
                           std::nullopt});
}

void warnOfCsv(const Environment& environment, const Schedule& order)
{
    if (!order.plan.empty())
        printWarning(environment,
                     Error{ErrorKind::InvalidInput,
                           Sentence({"cli.csv-without-plan",
                                     "the order is planned in time, and a CSV does not hold when its actions "
                                     "begin: a .bubble file does"}),
                           std::nullopt});
    if (std::optional<Error> warning = beyondTorch(order)) {
        warning->where.reset();
        printWarning(environment, *warning);
    }
}

void warnOfInput(const Environment& environment, const Input& input)
{
    if (input.file.empty() || (input.request && input.passes.empty()))
        return;
    const std::string problems = problemsOf(environment, *input.schedule);
    if (!problems.empty())
        printWarning(environment, Error{ErrorKind::DoesNotHold,
                                        Sentence({"cli.see-validate", "{file}: {problems}; see validate"},
                                                 input.file, problems),
                                        std::nullopt});
}

} // namespace bubblescope::cli
