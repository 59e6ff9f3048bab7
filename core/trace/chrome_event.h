// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a category says of an event (spellings of Kineto old and new).
enum class EventClass : std::uint8_t { Range, Kernel, Copy, Launch, Operator, Frame, Dropped };
[[nodiscard]] EventClass eventClassOf(std::string_view category) noexcept;

/// The fields of a trace event that a reader wants, as their JSON is in the text: `"X"`, `4.5`; empty if
/// absent. Valid as long as the text.
struct ChromeEvent
{
    std::string_view phase;
    std::string_view category;
    std::string_view name;
    std::string_view pid;
    std::string_view tid;
    std::string_view time;
    std::string_view duration;
    std::string_view correlation; ///< args.correlation
    std::string_view label;       ///< args.name
    std::string_view labels;      ///< args.labels
    std::string_view device;      ///< args.device
    // Of an operator's args.
    std::string_view sequence;           ///< "Sequence number"
    std::string_view forwardThread;      ///< "Fwd thread id"
    std::string_view collective;         ///< "Collective name", of record_param_comms, as are the next ones
    std::string_view group;              ///< "Process Group Name"
    std::string_view groupText;          ///< "Process Group Description"
    std::string_view groupRanks;         ///< "Process Group Ranks": "[0, 1]", global ranks
    std::string_view peer;               ///< "Dst Rank" or "Src Rank": a global rank
    EventClass kind = EventClass::Range; ///< by the category, written with it
    // Of the operations of a timeline alone (chrome_timeline.h).
    std::string_view microbatch; ///< args.mb_id
    std::string_view chunk;      ///< args.model_chunk
    std::string_view step;       ///< args.step
    std::string_view place;      ///< args.seq_id

    /// The phase's letter; 0 if it is none.
    [[nodiscard]] char letter() const { return phase.size() == 3 && phase[0] == '"' ? phase[1] : '\0'; }
    /// True as soon as phase and category say that nothing of it is wanted.
    [[nodiscard]] bool isUseless() const;
    /// Whether args can hold something that is wanted, as far as phase and category are known.
    [[nodiscard]] bool needsArgs() const;
};

/// A JSON token without the quotes of a string and blanks behind it; escapes stay.
[[nodiscard]] std::string_view bareToken(std::string_view token) noexcept;

/// What a string token says, or a number's or word's text. A text over 4,096 bytes is cut and ends with "…".
[[nodiscard]] std::string tokenText(std::string_view token);
inline constexpr std::size_t kLongestName = 4096;

} // namespace bubblescope
