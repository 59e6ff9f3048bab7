// SPDX-License-Identifier: Apache-2.0
#include "app/cli/created_utc.h"

#include <charconv>
#include <cstdlib>
#include <ctime>
#include <fmt/chrono.h>
#include <string_view>

namespace bubblescope::cli {

std::string createdUtc()
{
    std::time_t seconds = std::time(nullptr);
    if (const char* given = std::getenv("SOURCE_DATE_EPOCH")) {
        const std::string_view text = given;
        std::int64_t value = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        constexpr std::int64_t endOfYear9999 = 253'402'300'799;
        if (problem == std::errc{} && end == text.data() + text.size() && value >= 0 &&
            value <= endOfYear9999)
            seconds = value;
    }
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

} // namespace bubblescope::cli
