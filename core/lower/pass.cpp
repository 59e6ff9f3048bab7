// SPDX-License-Identifier: Apache-2.0
#include "core/lower/pass.h"

#include "core/lower/merge_backward.h"
#include "core/lower/strip.h"

#include <array>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array kPasses{
    PassInfo{"strip", "back to compute actions: communication, FSDP actions and bubbles go", strip},
    PassInfo{"merge-backward", "I and W of one microbatch side by side become B", mergeBackward},
};

std::string passNames()
{
    std::string names;
    for (const PassInfo& pass : kPasses)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", pass.name);
    return names;
}

} // namespace

std::span<const PassInfo> passes()
{
    return kPasses;
}

Result<Schedule> applyPass(std::string_view text, const Schedule& schedule)
{
    const std::string_view name = text.substr(0, text.find(':'));
    for (const PassInfo& pass : kPasses) {
        if (pass.name != name)
            continue;
        if (name.size() != text.size())
            return invalidInput(
                fmt::format("pass {} takes no settings, but got '{}'", name, text.substr(name.size() + 1)));
        return pass.apply(schedule);
    }
    return invalidInput(
        fmt::format("there is no pass '{}' in this version: use one of {}", name, passNames()));
}

} // namespace bubblescope
