// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"
#include "core/generate/generate.h"

#include <optional>
#include <string>

namespace bubblescope {

/// An option's value in the spelling that builders read, or what is wrong with it.
struct CheckedOption
{
    std::string value; ///< kAutomaticValue where the schedule decides
    std::optional<ParameterProblem> problem;
};

/// Checks one given option by its declaration alone; rules that tie it to others are looked at later.
[[nodiscard]] CheckedOption checkOption(const ScheduleInfo& info, const Variant& variant,
                                        const ParameterSpec& spec, const std::string& given);

/// "ranks is 0, but 1f1b needs at least 1", or where it is too much "takes at most".
[[nodiscard]] Sentence outOfRangeSentence(const std::string& parameter, const std::string& found,
                                          const std::string& schedule, std::int64_t bound, bool isBelow);

} // namespace bubblescope
