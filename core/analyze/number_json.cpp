// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/number_json.h"

#include "core/analyze/metrics.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

// What adding and subtracting times leaves of rounding, as a share of the largest.
constexpr double kNoise = 4e-15;

/// The number's text with a point or an exponent.
std::string withPoint(double value, std::string text)
{
    if (!std::isfinite(value))
        return "null";
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

} // namespace

std::string csvNumber(double value, Time scale)
{
    return preciseNumberText(value, kNoise * scale);
}

std::string jsonNumber(double value, Time scale)
{
    return withPoint(value, csvNumber(value, scale));
}

std::string jsonNumbers(const std::optional<RankValues>& values)
{
    if (!values || values->isUniform())
        return values ? jsonNumber(values->values.front()) : "null";
    std::string text;
    for (const double value : values->values)
        text += (text.empty() ? "[" : ", ") + jsonNumber(value);
    return text + "]";
}

std::string exactJsonNumber(double value)
{
    return withPoint(value, fmt::format("{}", value));
}

std::string jsonString(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace bubblescope
