// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/chrome_collect.h"
#include "core/trace/chrome_slices.h"
#include "core/trace/chrome_walk.h"
#include "core/trace/read_trace.h"

#include <map>
#include <optional>
#include <string>

namespace bubblescope {

/// Why the text could not be read on.
struct ChromeFault
{
    enum class Kind : std::uint8_t {
        Cut,     ///< it ends early
        Syntax,  ///< it is no JSON here
        TooDeep, ///< nested deeper than kMostNesting
        NoTrace, ///< JSON, and no trace
        Cancelled,
    };
    Kind kind = Kind::Syntax;
    std::uint64_t at = 0; ///< byte of the text
    Sentence what;        ///< of NoTrace: what is wrong
};

/// Walks through the text of a Chrome trace, from its first byte to its last, and keeps only a slice of it.
class ChromeDocument
{
public:
    ChromeDocument(ByteSource& source, const TraceReadOptions& options, std::size_t sliceSize);
    /// Nothing if all was read. May be called once.
    [[nodiscard]] std::optional<ChromeFault> read();

    [[nodiscard]] ChromeCollector& collector() { return m_collector; }
    /// "distributedInfo" → its JSON, of the fields beside the events that are wanted.
    [[nodiscard]] const std::map<std::string, std::string>& fields() const { return m_fields; }
    [[nodiscard]] bool hasEvents() const { return m_hasEvents; }
    [[nodiscard]] std::uint64_t eventCount() const { return m_eventCount; }
    /// Where more than blanks follows the end of the JSON.
    [[nodiscard]] std::optional<std::uint64_t> leftOut() const { return m_leftOut; }
    [[nodiscard]] std::uint64_t replacedBytes() const { return m_walker.replacedBytes(); }

private:
    using Fault = std::optional<ChromeFault>;
    struct SliceEnd
    {
        enum class Kind : std::uint8_t { Here, Further, TooFar, TooDeep };
        Kind kind = Kind::Here;
        std::size_t at = 0;
    };
    [[nodiscard]] Fault readText();
    [[nodiscard]] Fault readRest();
    [[nodiscard]] Fault skipLongEvent();
    /// That the next byte but blanks is this one; it is not consumed.
    [[nodiscard]] Fault expect(char c);
    [[nodiscard]] Fault readFields();
    [[nodiscard]] Fault readKey(std::string& key);
    [[nodiscard]] Fault readField(const std::string& key);
    [[nodiscard]] Fault skipValue(std::string* kept);
    [[nodiscard]] Fault readEvents(bool mayStayOpen);
    [[nodiscard]] Fault readSlice(bool& isEnd);
    [[nodiscard]] Fault realFault(const SliceWalk& walked) const;
    [[nodiscard]] Fault endOfText(bool mayStayOpen);
    [[nodiscard]] Fault fault(ChromeFault::Kind kind, std::uint64_t within = 0) const;
    [[nodiscard]] SliceEnd sliceEnd(bool isExact);
    /// In a piece that could not be read as a whole: event by event, to find the broken one.
    [[nodiscard]] bool isCareful() const { return m_buffer.offset() < m_carefulUntil; }
    [[nodiscard]] SliceWalk walk(std::size_t size);
    void tellProgress() const;

    ByteSource& m_source;
    const TraceReadOptions& m_options;
    SliceBuffer m_buffer;
    EventWalker m_walker;
    ChromeCollector m_collector;
    std::map<std::string, std::string> m_fields;
    std::uint64_t m_eventCount = 0;
    std::uint64_t m_carefulUntil = 0;
    std::optional<std::uint64_t> m_leftOut;
    bool m_hasEvents = false;
};

/// "baseTimeNanoseconds" of the fields beside the events; 0, and what is no time, count as absent.
[[nodiscard]] std::optional<Nanoseconds> baseTimeOf(const std::map<std::string, std::string>& fields);

/// Rank, world size, process groups and host of these fields; what is wrong in them is reported in the file's
/// warnings and counts as absent.
void applyFields(const std::map<std::string, std::string>& fields, TraceFile& file);

} // namespace bubblescope
