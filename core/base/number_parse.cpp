// SPDX-License-Identifier: Apache-2.0
#include "core/base/number_parse.h"

#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

template <typename Number>
std::optional<Number> numberFrom(std::string_view text) noexcept
{
    Number value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::optional<std::int64_t> wholeNumberFrom(std::string_view text) noexcept
{
    return numberFrom<std::int64_t>(text);
}

std::optional<double> realNumberFrom(std::string_view text) noexcept
{
    const std::optional<double> value = numberFrom<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace bubblescope
