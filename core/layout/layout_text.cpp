// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// "ttt" → "t*3"; two of a letter are as long as what would repeat them.
std::string shortLetters(const std::string& stage)
{
    std::string text;
    for (std::size_t i = 0; i < stage.size();) {
        const std::size_t end = std::min(stage.find_first_not_of(stage[i], i), stage.size());
        text += end - i > 3 ? fmt::format("{}*{}", stage[i], end - i) : std::string(end - i, stage[i]);
        i = end;
    }
    return text;
}

} // namespace

std::string layoutText(const Layout& layout)
{
    std::string text;
    for (std::size_t i = 0; i < layout.stages.size();) {
        const std::string& stage = layout.stages[i];
        std::size_t end = i + 1;
        while (end < layout.stages.size() && layout.stages[end] == stage)
            ++end;
        // The last stage has no boundary behind it, so it is in no group.
        const std::size_t grouped = std::min(end, layout.stages.size() - 1) - i;
        const std::string one = shortLetters(stage) + "|";
        const std::string group =
            stage.empty() ? fmt::format("|*{}", grouped) : fmt::format("({})*{}", one, grouped);
        if (group.size() < one.size() * grouped)
            text += group;
        else
            for (std::size_t n = 0; n < grouped; ++n)
                text += one;
        if (end == layout.stages.size())
            text += shortLetters(stage);
        i = end;
    }
    return text;
}

} // namespace bubblescope
