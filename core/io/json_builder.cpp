// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_text.h"

#include "core/base/text_edit.h"
#include "core/base/text_iterator.h"
#include "core/base/text_show.h"

#include <new>

namespace bubblescope::json {

namespace {

constexpr std::size_t kDeepest = 64;

/// A text in memory, and how much of it the parser has read.
class BuilderText
{
public:
    explicit BuilderText(std::string_view text) : m_text(text) {}
    [[nodiscard]] bool isAtEnd() const { return m_read == m_text.size(); }
    [[nodiscard]] const char& front() const { return m_text[m_read]; }
    void advance() { ++m_read; }
    [[nodiscard]] std::size_t readBytes() const { return m_read; }

private:
    std::string_view m_text;
    std::size_t m_read = 0;
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
    constexpr std::size_t kLongestReason = 300;
    return shortened(printable(text), kLongestReason);
}

/// Builds a value from nlohmann's parser events, so that it knows the place of what it refuses.
class Builder : public nlohmann::json_sax<Json>
{
public:
    explicit Builder(std::string_view text) : m_text(text), m_read(text) {}

    /// False with errorMessage() and errorOffset().
    [[nodiscard]] bool build(Json& root);
    [[nodiscard]] const Sentence& errorMessage() const { return m_message; }
    [[nodiscard]] std::size_t errorOffset() const { return m_offset; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(Json::binary(std::move(value))); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override;
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& error) override;

private:
    bool add(Json value);
    bool open(Json value);
    bool close();
    bool refuse(std::size_t offset, Sentence message);
    [[nodiscard]] std::size_t tokenBegin(const std::string& token) const;
    [[nodiscard]] std::size_t readBytes() const { return m_read.readBytes(); }

    std::string_view m_text;
    BuilderText m_read;
    Json* m_root = nullptr;
    std::vector<Json*> m_open; ///< the containers around the next value, outermost first
    std::string m_key;
    Sentence m_message;
    std::size_t m_offset = 0;
};

bool Builder::build(Json& root)
{
    m_root = &root;
    try {
        return Json::sax_parse(TextIterator<BuilderText>{&m_read}, TextIterator<BuilderText>{}, this);
    } catch (const std::bad_alloc&) {
        return refuse(readBytes(),
                      Sentence({"json.not-enough-memory-file", "not enough memory for this file"}));
    } catch (const Json::exception& error) {
        return refuse(readBytes(),
                      Sentence({"json.broken", "invalid JSON: {why}"}, plainReason(error.what())));
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
    return refuse(begin, Sentence({"json.key-stands-twice-one", "the key {key} appears twice in one object"},
                                  quotedText(m_key)));
}

bool Builder::parse_error(std::size_t position, const std::string& token,
                          const nlohmann::json::exception& error)
{
    constexpr int numberOutOfRange = 406;
    if (error.id == numberOutOfRange)
        return refuse(tokenBegin(token),
                      Sentence({"json.number-too-large", "invalid JSON: the number is too large"}));
    // The parser counts the byte behind the last one when it asks for it.
    const bool isCut = position > m_text.size();
    // A value that is whole is wrong from its begin on, what is broken only where it breaks.
    const bool isWhole = !isCut && Json::accept(token);
    const std::size_t last = readBytes() > 0 ? readBytes() - 1 : 0;
    return refuse(isCut     ? m_text.size()
                  : isWhole ? tokenBegin(token)
                            : last,
                  Sentence({"json.broken", "invalid JSON: {why}"}, plainReason(error.what())));
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

} // namespace

Result<Document> parse(std::string_view text, const std::string& source)
{
    text = withoutByteOrderMark(text);
    Document document{text, source, {}};
    Builder builder(text);
    if (builder.build(document.root))
        return document;
    return tl::unexpected(document.errorAt(builder.errorOffset(), builder.errorMessage()));
}

} // namespace bubblescope::json
