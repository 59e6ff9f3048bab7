// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/critical_path.h"
#include "tests/support/schedule_text.h"

#include <memory>
#include <string>
#include <string_view>

namespace bubblescope::test {

/// The order of parse(), as simulate() takes it.
[[nodiscard]] inline SchedulePtr orderFrom(std::string_view text)
{
    return std::make_shared<const Schedule>(parse(text));
}

/// "0F0 0SEND_F0 1F0": the actions of a critical path.
[[nodiscard]] inline std::string pathText(const Schedule& schedule, const CriticalPath& path)
{
    std::string text;
    for (const ActionPosition& at : path.actions)
        text += (text.empty() ? "" : " ") + actionText(schedule.at(at).id());
    return text;
}

} // namespace bubblescope::test
