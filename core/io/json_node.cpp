// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_node.h"

#include "core/base/text_match.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace bubblescope::json {

namespace {

constexpr std::size_t kShownValue = 40;

// Long values are told by their kind: an error is one line.
std::string shownValue(const Json& value)
{
    if (value.is_array())
        return value.empty() ? "an empty list" : "a list";
    if (value.is_object())
        return "an object";
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= kShownValue ? text
                                      : fmt::format("a {} of {} bytes", value.type_name(), text.size());
}

std::string withPath(const Path& path, const std::string& message)
{
    return path.empty() ? message : fmt::format("{}: {}", pathText(path), message);
}

} // namespace

Node Node::member(const std::string& key) const
{
    Node node = *this;
    node.m_value = &m_value->at(key);
    node.m_path.emplace_back(key);
    return node;
}

Node Node::item(std::size_t index) const
{
    Node node = *this;
    node.m_value = &m_value->at(index);
    node.m_path.emplace_back(index);
    return node;
}

tl::unexpected<Error> Node::wrong(const std::string& message) const
{
    return wrongAt(offset(), message);
}

tl::unexpected<Error> Node::wrongAt(std::size_t offset, const std::string& message) const
{
    return tl::unexpected(m_document->errorAt(offset, withPath(m_path, message)));
}

tl::unexpected<Error> Node::wrongKey(const std::string& key, const std::string& message) const
{
    Path path = m_path;
    path.emplace_back(key);
    return tl::unexpected(m_document->errorAt(m_document->offsetOf(path, true), withPath(path, message)));
}

tl::unexpected<Error> Node::expected(std::string_view what) const
{
    return wrong(fmt::format("expected {}, found {}", what, shownValue(*m_value)));
}

Result<void> Node::checkKeys(std::span<const std::string_view> known) const
{
    if (!m_value->is_object())
        return expected("an object");
    for (const auto& [key, value] : m_value->items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return unknownKey(key, known);
    return {};
}

tl::unexpected<Error> Node::unknownKey(const std::string& key, std::span<const std::string_view> known) const
{
    const std::string_view nearest = nearestOf(key, known);
    if (!nearest.empty())
        return wrongKey(key, fmt::format("unknown key; did you mean '{}'?", nearest));
    return wrongKey(key, fmt::format("unknown key; known are {}", fmt::join(known, ", ")));
}

Result<double> Node::number() const
{
    if (!m_value->is_number())
        return expected("a number");
    return m_value->get<double>();
}

Result<double> Node::nonNegative() const
{
    if (!m_value->is_number() || !(m_value->get<double>() >= 0))
        return expected("a number >= 0");
    return m_value->get<double>();
}

Result<std::int64_t> Node::wholeNumber() const
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!m_value->is_number_integer() ||
        (m_value->is_number_unsigned() && m_value->get<std::uint64_t>() > most))
        return expected("a whole number");
    return m_value->get<std::int64_t>();
}

Result<std::int64_t> Node::wholeNumber(std::int64_t least, std::int64_t most) const
{
    Result<std::int64_t> number = wholeNumber();
    if (!number || *number < least || *number > most)
        return expected(fmt::format("a whole number from {} to {}", least, most));
    return number;
}

Result<std::string> Node::text() const
{
    if (!m_value->is_string())
        return expected("a text");
    return m_value->get<std::string>();
}

} // namespace bubblescope::json
