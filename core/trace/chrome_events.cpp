// SPDX-License-Identifier: Apache-2.0
// The list of events, slice by slice. Where a slice ends between two events is guessed from its last bytes,
// and only where the guess proves wrong (a text that looks like it, a list within an event) found exactly: so
// a byte is looked at once, and in any case a fixed number of times.
#include "core/trace/chrome_document.h"
#include "core/trace/chrome_skip.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

/// The place of a comma after a closing brace near the end of the text: most likely between two events.
std::size_t guessCut(std::string_view text)
{
    constexpr std::size_t kNear = std::size_t{64} << 10U;
    const std::size_t least = text.size() - std::min(text.size(), kNear);
    for (std::size_t at = text.size(); at > least; --at) {
        if (text[at - 1] != ',')
            continue;
        std::size_t before = at - 1;
        while (before > least && isJsonBlank(text[before - 1]))
            --before;
        if (before > least && text[before - 1] == '}')
            return at - 1;
    }
    return 0;
}

} // namespace

SliceWalk ChromeDocument::walk(std::size_t size)
{
    // The bytes around the slice are the rest of the buffer: they are put back. The blank is what simdjson
    // sees past the end of broken text; another comma there would lead it on.
    char* list = m_buffer.list();
    const char before = list[0];
    const std::array<char, 2> after{list[size + 1], list[size + 2]};
    list[0] = '[';
    list[size + 1] = ']';
    list[size + 2] = ' ';
    SliceWalk walked = m_walker.walk(list, size, m_collector, isCareful());
    list[0] = before;
    std::copy(after.begin(), after.end(), list + size + 1);
    m_eventCount += walked.events;
    return walked;
}

ChromeDocument::Fault ChromeDocument::readEvents(bool mayStayOpen)
{
    m_hasEvents = true;
    for (bool isEnd = false; !isEnd;) {
        if (m_options.cancel.isCancelled())
            return fault(ChromeFault::Kind::Cancelled);
        if (!m_buffer.skipBlanks())
            return endOfText(mayStayOpen);
        // The rest of a sparse file would be taken for one long event.
        if (m_buffer.text().front() == '\0')
            return fault(ChromeFault::Kind::Syntax);
        // Event by event a move of the rest for each would cost more than the reading.
        if (m_buffer.isLow() && !isCareful())
            static_cast<void>(m_buffer.fill());
        if (auto wrong = readSlice(isEnd))
            return wrong;
        tellProgress();
    }
    return std::nullopt;
}

/// Where to cut what is in the buffer: by a guess, exactly, or, after broken text, behind the next event
/// alone.
ChromeDocument::SliceEnd ChromeDocument::sliceEnd(bool isExact)
{
    const std::string_view text = m_buffer.text();
    if (!isExact && !isCareful())
        if (const std::size_t guess = m_buffer.isAtEnd() ? text.size() : guessCut(text); guess > 0)
            return {SliceEnd::Kind::Here, guess};
    const ListCut cut = cutList(text, isCareful());
    if (cut.isTooDeep)
        return {SliceEnd::Kind::TooDeep};
    if (cut.isEnd || cut.at > 0)
        return {SliceEnd::Kind::Here, cut.at};
    if (m_buffer.isAtEnd())
        return {SliceEnd::Kind::Here, text.size()};
    return {m_buffer.fill() ? SliceEnd::Kind::Further : SliceEnd::Kind::TooFar};
}

ChromeDocument::Fault ChromeDocument::readSlice(bool& isEnd)
{
    for (bool isExact = false;;) {
        const SliceEnd end = sliceEnd(isExact);
        if (end.kind == SliceEnd::Kind::TooDeep)
            return fault(ChromeFault::Kind::TooDeep);
        if (end.kind == SliceEnd::Kind::TooFar)
            return skipLongEvent();
        if (end.kind == SliceEnd::Kind::Further)
            continue;
        const SliceWalk walked = walk(end.at);
        if (walked.isTooDeep)
            return fault(ChromeFault::Kind::TooDeep, walked.faultAt);
        if (walked.isFaulty && isCareful())
            return realFault(walked);
        m_buffer.consume(walked.done);
        if (!walked.isFaulty) {
            // The bracket, or the comma before the next event.
            isEnd = walked.isEnd || m_buffer.text().starts_with(']');
            m_buffer.consume(m_buffer.text().empty() ? 0 : 1);
            return std::nullopt;
        }
        if (isExact)
            m_carefulUntil = m_buffer.offset() + m_buffer.text().size();
        isExact = true;
    }
}

ChromeDocument::Fault ChromeDocument::skipLongEvent()
{
    if (auto wrong = skipValue(nullptr))
        return wrong;
    ++m_eventCount;
    m_collector.skip("longer than 32 MiB");
    if (m_buffer.skipBlanks() && m_buffer.text().front() == ',')
        m_buffer.consume(1);
    return std::nullopt;
}

ChromeDocument::Fault ChromeDocument::realFault(const SliceWalk& walked) const
{
    const std::string_view text = m_buffer.text();
    JsonSkipper skipper;
    static_cast<void>(skipper.skip(text.substr(walked.done)));
    if (m_buffer.isAtEnd() && !skipper.isComplete())
        return fault(ChromeFault::Kind::Cut, text.size());
    return fault(ChromeFault::Kind::Syntax, walked.faultAt);
}

ChromeDocument::Fault ChromeDocument::endOfText(bool mayStayOpen)
{
    if (mayStayOpen && !m_source.failure())
        return std::nullopt;
    return fault(ChromeFault::Kind::Cut);
}

} // namespace bubblescope
