// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_builder.h"

#include "core/base/text_show.h"

#include <fmt/format.h>
#include <iterator>
#include <new>

namespace bubblescope::json {

namespace {

constexpr std::size_t kDeepest = 64;

/// Gives the parser the text and notes how far it went.
struct NotingIterator
{
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* place = nullptr;
    const char** farthest = nullptr;

    reference operator*() const { return *place; }
    NotingIterator& operator++()
    {
        *farthest = ++place;
        return *this;
    }
    NotingIterator operator++(int)
    {
        const NotingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const NotingIterator& other) const { return place == other.place; }
};

// nlohmann: "[…] parse error at line 1, column 2: syntax error while parsing X - Y; last read: 'Z'; expected
// W"
std::string plainReason(std::string text)
{
    if (const std::size_t colon = text.find(": "); colon != std::string::npos)
        text.erase(0, colon + 2);
    if (text.starts_with("syntax error "))
        text.erase(0, std::string_view("syntax error ").size());
    if (const std::size_t read = text.find("; last read: '"); read != std::string::npos) {
        const std::size_t expected = text.rfind("; expected ");
        text.erase(read,
                   expected != std::string::npos && expected > read ? expected - read : std::string::npos);
    }
    if (const std::size_t dash = text.find(" - "); dash != std::string::npos)
        text.replace(dash, 3, ": ");
    return printable(text);
}

} // namespace

bool Builder::build(Json& root)
{
    m_root = &root;
    try {
        const NotingIterator begin{m_text.data(), &m_read};
        const NotingIterator end{m_text.data() + m_text.size(), &m_read};
        return Json::sax_parse(begin, end, this);
    } catch (const std::bad_alloc&) {
        return refuse(readBytes(),
                      Sentence({"json.not-enough-memory-file", "there is not enough memory for this file"}));
    } catch (const Json::exception& error) {
        return refuse(readBytes(),
                      Sentence({"json.broken", "broken JSON: {why}"}, plainReason(error.what())));
    }
}

bool Builder::add(Json value)
{
    if (m_open.empty())
        *m_root = std::move(value);
    else if (m_open.back()->is_array())
        m_open.back()->push_back(std::move(value));
    else
        (*m_open.back())[m_key] = std::move(value);
    return true;
}

bool Builder::open(Json value)
{
    if (m_open.size() == kDeepest)
        return refuse(
            readBytes() - 1,
            Sentence({"json.nested-deeper-than-levels", "nested deeper than {most} levels"}, kDeepest));
    Json* const outer = m_open.empty() ? nullptr : m_open.back();
    add(std::move(value));
    m_open.push_back(outer == nullptr ? m_root : outer->is_array() ? &outer->back() : &(*outer)[m_key]);
    return true;
}

bool Builder::close()
{
    m_open.pop_back();
    return true;
}

bool Builder::key(string_t& name)
{
    m_key = name;
    if (!m_open.back()->contains(m_key))
        return true;
    std::size_t begin = readBytes() - 1;
    do
        begin = m_text.rfind('"', begin - 1);
    while (begin > 0 && m_text[begin - 1] == '\\');
    return refuse(begin, Sentence({"json.key-stands-twice-one", "the key {key} stands twice in one object"},
                                  quotedText(m_key)));
}

bool Builder::parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error)
{
    constexpr int numberOutOfRange = 406;
    if (error.id == numberOutOfRange)
        return refuse(tokenBegin(token),
                      Sentence({"json.number-too-large", "broken JSON: the number is too large"}));
    const std::string reason = plainReason(error.what());
    const bool atEnd = reason.find("unexpected end of input") != std::string::npos;
    // The token's text is that of the token alone for these two.
    const bool isToken = reason.find("unexpected number literal") != std::string::npos ||
                         reason.find("unexpected string literal") != std::string::npos;
    const std::size_t last = readBytes() > 0 ? readBytes() - 1 : 0;
    return refuse(atEnd     ? m_text.size()
                  : isToken ? tokenBegin(token)
                            : last,
                  Sentence({"json.broken", "broken JSON: {why}"}, reason));
}

// The parser has read a byte further where only that shows a token's end.
std::size_t Builder::tokenBegin(const std::string& token) const
{
    const std::size_t begin = m_text.substr(0, readBytes()).rfind(token);
    return begin != std::string_view::npos ? begin : readBytes() > 0 ? readBytes() - 1 : 0;
}

bool Builder::refuse(std::size_t offset, Sentence message)
{
    m_offset = offset;
    m_message = std::move(message);
    return false;
}

} // namespace bubblescope::json
