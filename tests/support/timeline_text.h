// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/simulate.h"
#include "tests/support/schedule_text.h"

#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>

namespace bubblescope::test {

/// "0F0@0-1 .@1-1\n1F0@1-2": each action with its start and end, a line a rank.
[[nodiscard]] inline std::string timesText(const Timeline& timeline)
{
    std::string text;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r) {
        text += r > 0 ? "\n" : "";
        const Row& row = timeline.schedule->rows[r];
        for (std::size_t i = 0; i < row.size(); ++i)
            text += fmt::format("{}{}@{:g}-{:g}", i > 0 ? " " : "",
                                row[i].isBubble() ? "." : actionText(row[i].id()), timeline.lanes[r].start[i],
                                timeline.lanes[r].end[i]);
    }
    return text;
}

/// An order as text, timed; or why it is not.
[[nodiscard]] inline std::string timed(std::string_view order, const CostModel& costs = {})
{
    const auto timeline = simulate(std::make_shared<const Schedule>(parse(order)), costs);
    return timeline ? timesText(*timeline) : timeline.error().message.text();
}

} // namespace bubblescope::test
