// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>

namespace bubblescope::cli {

namespace {

/// The text without a plus sign, which std::from_chars does not know.
std::string_view withoutPlus(std::string_view text)
{
    return text.size() > 1 && text.front() == '+' && text[1] != '-' ? text.substr(1) : text;
}

std::optional<double> finiteFrom(std::string_view text)
{
    text = withoutPlus(text);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// Writes the number as CLI11 reads it: to CLI11 a leading zero means octal.
std::string readWholeNumber(std::string& text, const std::string& example)
{
    const std::string_view digits = withoutPlus(text);
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem == std::errc::invalid_argument || end != digits.data() + digits.size())
        return fmt::format("'{}' is not a whole number, e.g. {}", text, example);
    if (problem == std::errc::result_out_of_range)
        return fmt::format("{} is out of range, e.g. {}", text, example);
    text = std::to_string(value);
    return {};
}

} // namespace

CLI::Validator wholeNumber(const std::string& example)
{
    return {[=](std::string& text) { return readWholeNumber(text, example); }, ""};
}

CLI::Validator wholeNumberFrom0(const std::string& example)
{
    return {[=](std::string& text) {
                const std::string given = text;
                const std::string problem = readWholeNumber(text, example);
                return problem.empty() && text.starts_with('-')
                           ? fmt::format("'{}' is below 0, e.g. {}", given, example)
                           : problem;
            },
            ""};
}

CLI::Validator finiteNumber(const std::string& example)
{
    return {[=](const std::string& text) {
                return finiteFrom(text) ? "" : fmt::format("'{}' is not a number, e.g. {}", text, example);
            },
            ""};
}

CLI::Validator numberBetween(double least, double most, const std::string& example)
{
    return {[=](const std::string& text) {
                const std::optional<double> value = finiteFrom(text);
                if (value && *value >= least && *value <= most)
                    return std::string();
                return fmt::format("'{}' is not a number from {} to {}, e.g. {}", text, least, most, example);
            },
            ""};
}

CLI::Validator oneOf(const std::vector<std::string>& words)
{
    return {[=](const std::string& text) {
                if (std::find(words.begin(), words.end(), text) != words.end())
                    return std::string();
                return fmt::format("'{}' is neither {} nor {}", text,
                                   fmt::join(words.begin(), words.end() - 1, ", "), words.back());
            },
            fmt::format("{{{}}}", fmt::join(words, ","))};
}

} // namespace bubblescope::cli
