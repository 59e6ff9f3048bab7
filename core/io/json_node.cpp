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
Sentence shownValue(const Json& value)
{
    if (value.is_array())
        return value.empty() ? Sentence({"json.an-empty-list", "an empty list"})
                             : Sentence({"json.a-list", "a list"});
    if (value.is_object())
        return {{"json.object", "an object"}};
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= kShownValue
               ? Sentence::verbatim(text)
               : Sentence({"json.long-value", "a {type} of {size} bytes"}, value.type_name(), text.size());
}

Sentence withPath(const Path& path, Sentence problem)
{
    return path.empty() ? std::move(problem)
                        : Sentence({"json.at-path", "{path}: {problem}"}, pathText(path), std::move(problem));
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

tl::unexpected<Error> Node::wrong(Sentence message) const
{
    return wrongAt(offset(), message);
}

tl::unexpected<Error> Node::wrongAt(std::size_t offset, Sentence message) const
{
    return tl::unexpected(m_document->errorAt(offset, withPath(m_path, message)));
}

tl::unexpected<Error> Node::wrongKey(const std::string& key, Sentence message) const
{
    Path path = m_path;
    path.emplace_back(key);
    return tl::unexpected(m_document->errorAt(m_document->offsetOf(path, true), withPath(path, message)));
}

tl::unexpected<Error> Node::expected(Sentence what) const
{
    return wrong(
        Sentence({"json.expected-found", "expected {what}, found {value}"}, what, shownValue(*m_value)));
}

Result<void> Node::checkKeys(std::span<const std::string_view> known) const
{
    if (!m_value->is_object())
        return expected(Sentence({"json.object", "an object"}));
    for (const auto& [key, value] : m_value->items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return unknownKey(key, known);
    return {};
}

tl::unexpected<Error> Node::unknownKey(const std::string& key, std::span<const std::string_view> known) const
{
    const std::string_view nearest = nearestOf(key, known);
    if (!nearest.empty())
        return wrongKey(
            key, Sentence({"json.unknown-key-did-you", "unknown key; did you mean '{nearest}'?"}, nearest));
    return wrongKey(key, Sentence({"json.unknown-key-known", "unknown key; known are {known}"},
                                  fmt::format("{}", fmt::join(known, ", "))));
}

Result<double> Node::number() const
{
    if (!m_value->is_number())
        return expected(Sentence({"json.number", "a number"}));
    return m_value->get<double>();
}

Result<double> Node::nonNegative() const
{
    if (!m_value->is_number() || !(m_value->get<double>() >= 0))
        return expected(Sentence({"json.number-from-0", "a number >= 0"}));
    return m_value->get<double>();
}

Result<std::int64_t> Node::wholeNumber() const
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!m_value->is_number_integer() ||
        (m_value->is_number_unsigned() && m_value->get<std::uint64_t>() > most))
        return expected(Sentence({"json.whole-number", "a whole number"}));
    return m_value->get<std::int64_t>();
}

Result<std::int64_t> Node::wholeNumber(std::int64_t least, std::int64_t most) const
{
    Result<std::int64_t> number = wholeNumber();
    if (!number || *number < least || *number > most)
        return expected(
            Sentence({"json.whole-number-from", "a whole number from {least} to {most}"}, least, most));
    return number;
}

Result<std::string> Node::text() const
{
    if (!m_value->is_string())
        return expected(Sentence({"json.text", "a text"}));
    return m_value->get<std::string>();
}

} // namespace bubblescope::json
