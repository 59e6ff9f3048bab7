// SPDX-License-Identifier: Apache-2.0
#include "core/base/number_parse.h"
#include "core/generate/definition.h"

namespace bubblescope {

namespace {

const std::string* find(const Shape& shape, const std::string& option)
{
    const auto found = shape.options.find(option);
    return found == shape.options.end() ? nullptr : &found->second;
}

} // namespace

std::optional<std::int64_t> Shape::integer(const std::string& option) const
{
    const std::string* text = find(*this, option);
    return text == nullptr ? std::nullopt : wholeNumberFrom(*text);
}

std::optional<double> Shape::real(const std::string& option) const
{
    const std::string* text = find(*this, option);
    return text == nullptr ? std::nullopt : realNumberFrom(*text);
}

std::optional<bool> Shape::decision(const std::string& option) const
{
    const std::string* text = find(*this, option);
    return text == nullptr ? std::nullopt : std::optional<bool>(*text == "true");
}

} // namespace bubblescope
