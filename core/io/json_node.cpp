// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_node.h"

#include "core/base/text_match.h"
#include "core/base/text_show.h"
#include "core/base/try.h"

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

std::vector<Node> Node::items() const
{
    std::vector<Node> items;
    for (std::size_t i = 0; i < m_value->size(); ++i)
        items.push_back(item(i));
    return items;
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
    return wrong({"json.expected-found", "expected {what}, found {value}"}, what, shownValue(*m_value));
}

Result<void> Node::checkKeys(std::span<const std::string_view> known) const
{
    if (!m_value->is_object())
        return expectedObject();
    for (const auto& [key, value] : m_value->items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return unknownKey(key, known);
    return {};
}

tl::unexpected<Error> Node::unknownKey(const std::string& key, std::span<const std::string_view> known) const
{
    const std::string_view nearest = nearestOf(key, known);
    if (!nearest.empty())
        return wrongKey(key, {"json.unknown-key-did-you", "unknown key; did you mean '{nearest}'?"}, nearest);
    return wrongKey(key, {"json.unknown-key-known", "unknown key; the known keys are {known}"},
                    fmt::format("{}", fmt::join(known, ", ")));
}

Result<double> Node::number() const
{
    if (!m_value->is_number())
        return expected({"json.number", "a number"});
    return m_value->get<double>();
}

Result<double> Node::nonNegative() const
{
    if (!m_value->is_number() || !(m_value->get<double>() >= 0))
        return expected({"json.number-from-0", "a number >= 0"});
    return m_value->get<double>();
}

Result<std::int64_t> Node::wholeNumber() const
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!m_value->is_number_integer() ||
        (m_value->is_number_unsigned() && m_value->get<std::uint64_t>() > most))
        return expected({"json.whole-number", "a whole number"});
    return m_value->get<std::int64_t>();
}

Result<std::int64_t> Node::wholeNumber(std::int64_t least, std::int64_t most) const
{
    Result<std::int64_t> number = wholeNumber();
    if (!number || *number < least || *number > most)
        return expected({"json.whole-number-from", "a whole number from {least} to {most}"}, least, most);
    return number;
}

Result<std::string> Node::text() const
{
    if (!m_value->is_string())
        return expected({"json.text", "a string"});
    return m_value->get<std::string>();
}

Result<std::vector<std::string>> Node::texts(Sentence what) const
{
    if (!m_value->is_array())
        return expected(std::move(what));
    std::vector<std::string> texts;
    for (const Node& item : items()) {
        TRY(std::string text, item.text());
        texts.push_back(std::move(text));
    }
    return texts;
}

} // namespace bubblescope::json
