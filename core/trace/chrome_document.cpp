// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_document.h"

#include "core/base/text_edit.h"
#include "core/trace/chrome_skip.h"

#include <array>

namespace bubblescope {

namespace {

constexpr std::size_t kLongestKey = std::size_t{64} << 10U;
constexpr std::size_t kLongestField = std::size_t{64} << 20U;
constexpr std::array<std::string_view, 3> kWantedFields{"distributedInfo", "baseTimeNanoseconds",
                                                        "host_name"};

} // namespace

ChromeDocument::ChromeDocument(ByteSource& source, const TraceReadOptions& options, std::size_t sliceSize)
    : m_source(source)
    , m_options(options)
    , m_buffer(source, sliceSize)
{}

ChromeDocument::Fault ChromeDocument::fault(ChromeFault::Kind kind, std::uint64_t within) const
{
    return ChromeFault{kind, m_buffer.offset() + within, {}};
}

void ChromeDocument::tellProgress() const
{
    if (m_options.progress)
        m_options.progress(m_source.fileDone(), m_source.fileSize());
}

ChromeDocument::Fault ChromeDocument::read()
{
    auto wrong = readText();
    return wrong ? wrong : readRest();
}

// To the last byte: only there a gzip stream tells whether it is whole.
ChromeDocument::Fault ChromeDocument::readRest()
{
    while (m_buffer.skipBlanks()) {
        if (m_options.cancel.isCancelled())
            return fault(ChromeFault::Kind::Cancelled);
        m_leftOut = m_leftOut ? m_leftOut : m_buffer.offset();
        m_buffer.consume(m_buffer.text().size());
        tellProgress();
    }
    tellProgress();
    return m_source.failure() ? fault(ChromeFault::Kind::Cut) : std::nullopt;
}

ChromeDocument::Fault ChromeDocument::readText()
{
    static_cast<void>(m_buffer.fill());
    m_buffer.consume(m_buffer.text().size() - withoutByteOrderMark(m_buffer.text()).size());
    if (!m_buffer.skipBlanks())
        return m_source.failure() ? fault(ChromeFault::Kind::Cut)
                                  : ChromeFault{ChromeFault::Kind::NoTrace, m_buffer.offset(),
                                                Sentence({"trace.document-empty-blanks-alone",
                                                          "the document is empty: it has only blanks"})};
    const char first = m_buffer.text().front();
    if (first != '[' && first != '{')
        return fault(ChromeFault::Kind::Syntax);
    m_buffer.consume(1);
    return first == '[' ? readEvents(true) : readFields();
}

ChromeDocument::Fault ChromeDocument::expect(char c)
{
    if (!m_buffer.skipBlanks())
        return fault(ChromeFault::Kind::Cut);
    return m_buffer.text().front() == c ? std::nullopt : fault(ChromeFault::Kind::Syntax);
}

ChromeDocument::Fault ChromeDocument::readFields()
{
    for (bool isFirst = true;; isFirst = false) {
        if (!expect('}')) {
            m_buffer.consume(1);
            break;
        }
        if (!isFirst) {
            if (auto wrong = expect(','))
                return wrong;
            m_buffer.consume(1);
        }
        std::string key;
        if (auto wrong = readKey(key))
            return wrong;
        if (auto wrong = readField(key))
            return wrong;
    }
    if (m_hasEvents)
        return std::nullopt;
    return ChromeFault{ChromeFault::Kind::NoTrace, m_buffer.offset(),
                       Sentence({"trace.not-trace-json-no", "not a trace: its JSON has no \"traceEvents\""})};
}

ChromeDocument::Fault ChromeDocument::readKey(std::string& key)
{
    if (auto wrong = expect('"'))
        return wrong;
    if (auto wrong = skipValue(&key))
        return wrong;
    if (auto wrong = expect(':'))
        return wrong;
    m_buffer.consume(1);
    key = key.size() <= kLongestKey ? tokenText(key) : std::string();
    return m_buffer.skipBlanks() ? std::nullopt : fault(ChromeFault::Kind::Cut);
}

ChromeDocument::Fault ChromeDocument::readField(const std::string& key)
{
    if (key == "traceEvents") {
        if (m_buffer.text().front() != '[')
            return ChromeFault{ChromeFault::Kind::NoTrace, m_buffer.offset(),
                               Sentence({"trace.not-trace-traceevents-no",
                                         "not a trace: its \"traceEvents\" is not a list"})};
        m_buffer.consume(1);
        return readEvents(false);
    }
    for (const std::string_view wanted : kWantedFields) {
        if (key == wanted) {
            std::string& value = m_fields[key];
            value.clear();
            return skipValue(&value);
        }
    }
    return skipValue(nullptr);
}

ChromeDocument::Fault ChromeDocument::skipValue(std::string* kept)
{
    JsonSkipper skipper;
    for (;;) {
        if (m_options.cancel.isCancelled())
            return fault(ChromeFault::Kind::Cancelled);
        const std::string_view text = m_buffer.text();
        const std::size_t count = skipper.skip(text);
        if (skipper.isTooDeep())
            return fault(ChromeFault::Kind::TooDeep, count);
        if (kept != nullptr && kept->size() <= kLongestField)
            kept->append(text.substr(0, count));
        m_buffer.consume(count);
        if (skipper.isComplete())
            return std::nullopt;
        if (m_buffer.isAtEnd())
            return fault(ChromeFault::Kind::Cut);
        static_cast<void>(m_buffer.fill());
        tellProgress();
    }
}

} // namespace bubblescope
