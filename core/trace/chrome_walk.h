// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/chrome_collect.h"

#include <cstddef>
#include <memory>

namespace bubblescope {

/// How far a slice of the list of events was read.
struct SliceWalk
{
    std::size_t done = 0;     ///< events before this byte are with the collector; the next begins here
    std::size_t faultAt = 0;  ///< where reading stopped; only with isFaulty
    std::uint64_t events = 0; ///< whole ones met
    bool isFaulty = false;    ///< the slice is no list of whole events
    bool isEnd = false;       ///< the list's closing "]" is at `done`
    bool isTooDeep = false;   ///< an event nests deeper than kMostNesting
};

/// Gives the events of a text to a collector, by simdjson: what is not wanted of an event is passed over
/// without being read. O(bytes).
class EventWalker
{
public:
    EventWalker();
    ~EventWalker();
    EventWalker(const EventWalker&) = delete;
    EventWalker& operator=(const EventWalker&) = delete;

    /// `list` holds "[", then `size` bytes that begin between two events, then "]", and kPadding bytes more
    /// that may be read. Bytes that are no UTF-8, and control characters within strings, are replaced in
    /// place and counted.
    /// `isLast`: nothing is read behind a fault, so an event that is whole and only followed by one is kept.
    [[nodiscard]] SliceWalk walk(char* list, std::size_t size, ChromeCollector& collector, bool isLast);
    [[nodiscard]] std::uint64_t replacedBytes() const { return m_replacedBytes; }
    static constexpr std::size_t kPadding = 64;

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
    std::uint64_t m_replacedBytes = 0;
};

} // namespace bubblescope
