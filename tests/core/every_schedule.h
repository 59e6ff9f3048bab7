// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalog.h"
#include "tests/support/generated.h"

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::test {

/// Every schedule that the product names in several shapes, each with what was asked; those that a schedule
/// refuses are left out.
struct NamedSchedule
{
    std::string request;
    SchedulePtr schedule;
};
[[nodiscard]] inline std::vector<NamedSchedule> everySchedule()
{
    std::vector<NamedSchedule> all;
    for (const ScheduleInfo& info : scheduleCatalog())
        for (const auto& [ranks, microbatches] : {std::pair{1, 3}, {2, 5}, {4, 8}, {4, 16}, {6, 12}}) {
            const std::string text =
                fmt::format("{}:ranks={},microbatches={}", info.name, ranks, microbatches);
            try {
                all.push_back({text, generated(text)});
            } catch (const std::invalid_argument&) {
                continue;
            }
        }
    return all;
}

} // namespace bubblescope::test
