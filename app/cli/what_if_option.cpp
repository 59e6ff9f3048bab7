// SPDX-License-Identifier: Apache-2.0
#include "app/cli/what_if_option.h"

#include "core/base/number_parse.h"
#include "core/base/text_edit.h"
#include "core/base/text_show.h"
#include "core/base/try.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace bubblescope::cli {

namespace {

/// Of a kind in lower case.
std::optional<ActionKind> kindFrom(const std::string& what)
{
    for (const ActionKind kind :
         {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight, ActionKind::Backward})
        if (what == lowered(kindText(kind)))
            return kind;
    return std::nullopt;
}

/// "stage" and "stage3" with `prefix` "stage": what stands behind it; nothing for another word.
std::optional<std::string> behind(const std::string& prefix, const std::string& what)
{
    if (!what.starts_with(prefix))
        return std::nullopt;
    return what.substr(prefix.size());
}

tl::unexpected<Error> unknownWhat(const std::string& given)
{
    return invalidInput({"cli.what-if-write-what",
                         "--what-if {given}: expected WHAT=FACTOR, where WHAT is F, I, W, B, a "
                         "stage (stage0), a rank (rank0) or transfers, e.g. --what-if B=0.5"},
                        printable(given));
}

Result<std::uint32_t> numberBelow(const std::string& given, const std::string& name,
                                  const std::string& digits, std::uint32_t count)
{
    const bool isNumber = !digits.empty() && std::all_of(digits.begin(), digits.end(),
                                                         [](char c) { return c >= '0' && c <= '9'; });
    const std::optional<std::int64_t> number = wholeNumberFrom(digits);
    if (!isNumber)
        return unknownWhat(given);
    if (!number || *number >= count)
        return invalidInput(
            {"cli.what-if-schedule-no",
             "--what-if {given}: the schedule has no {name} {digits}; its {name2}s are 0 to {words}"},
            printable(given), name, digits, name, count == 0 ? 0 : count - 1);
    return static_cast<std::uint32_t>(*number);
}

/// Where the factor of `what`, in lower case, belongs.
Result<double*> targetOf(const std::string& given, const std::string& what, WhatIf& factors,
                         std::uint32_t stageCount, std::uint32_t rankCount)
{
    if (what == "transfers")
        return &factors.transfers;
    if (const std::optional<ActionKind> kind = kindFrom(what))
        return &factors.kinds[*kind];
    if (const auto digits = behind("stage", what))
        return numberBelow(given, "stage", *digits, stageCount).map([&](std::uint32_t stage) {
            return &factors.stages[stage];
        });
    if (const auto digits = behind("rank", what))
        return numberBelow(given, "rank", *digits, rankCount).map([&](std::uint32_t rank) {
            return &factors.ranks[rank];
        });
    return unknownWhat(given);
}

} // namespace

Result<WhatIf> whatIfFrom(const std::vector<std::string>& whatIfs, std::uint32_t stageCount,
                          std::uint32_t rankCount)
{
    WhatIf factors;
    std::set<double*> named;
    for (const std::string& given : whatIfs) {
        const std::size_t equals = given.find('=');
        if (equals == std::string::npos)
            return unknownWhat(given);
        TRY(double* const target,
            targetOf(given, lowered(given.substr(0, equals)), factors, stageCount, rankCount));
        const std::optional<double> factor = realNumberFrom(std::string_view(given).substr(equals + 1));
        if (!factor || *factor < 0)
            return invalidInput(Sentence(
                {"cli.what-if-no-factor",
                 "--what-if {given}: '{equals}' is not a factor; expected a number of 0 or more, e.g. 0.5"},
                printable(given), printable(given.substr(equals + 1))));
        if (!named.insert(target).second)
            return invalidInput({"cli.what-if-given-twice", "--what-if {given}: {equals} is given twice"},
                                printable(given), printable(given.substr(0, equals)));
        *target = *factor;
    }
    return factors;
}

} // namespace bubblescope::cli
