// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bubblescope {

/// How the lanes of ranks are arranged. Ranks that the order does not have are ignored.
struct LaneArrangement
{
    std::vector<RankId> order;  ///< top to bottom; ranks that are not named follow in their own order
    std::vector<RankId> pinned; ///< kept on top, in this order
    std::vector<RankId> hidden;
    std::vector<RankId> folded; ///< shown thin
    /// Keys that this version does not know, as JSON text, kept for the next save.
    std::map<std::string, std::string> unknownKeys = {};
    bool operator==(const LaneArrangement&) const = default;
};

/// A remark on a moment, or on a stretch of time.
struct DocumentNote
{
    Time from = 0;
    std::optional<Time> to;     ///< nothing for a moment; else from < to
    std::optional<RankId> rank; ///< nothing = of all ranks
    std::string text;           ///< UTF-8, one line
    std::map<std::string, std::string> unknownKeys = {};
    bool operator==(const DocumentNote&) const = default;
};

inline constexpr std::size_t kLongestNote = 1000; ///< characters
inline constexpr std::size_t kMostNotes = 10'000;

/// A text as a note may hold it: one line of UTF-8 without blanks at its ends, cut after kLongestNote
/// characters; empty = nothing to keep. O(text).
[[nodiscard]] std::string noteText(std::string_view text);
/// Whether a file can hold it: 0 <= from, from < to, all finite, and a text as noteText() makes it, not
/// empty.
[[nodiscard]] bool isAdmissible(const DocumentNote& note);
/// By begin, then end; notes of the same time keep their order.
void sortNotes(std::vector<DocumentNote>& notes);

/// What a `.bubble` file keeps of the window's view.
struct DocumentView
{
    std::optional<Time> from;
    std::optional<Time> to;
    std::optional<double> scroll = {}; ///< lanes above the first shown one, in rows
    LaneArrangement lanes = {};
    std::map<std::string, std::string> unknownKeys = {};
    bool operator==(const DocumentView&) const = default;
};

/// A project: how its schedule comes about (a generator's request, or the order itself), how it is lowered,
/// its costs, its view.
struct ProjectDocument
{
    std::variant<ScheduleRequest, Schedule> source;
    CostModel costs;
    std::string title; ///< empty = made from the source
    DocumentView view;
    /// Top-level keys that this version does not know, as JSON text, kept for the next save.
    std::map<std::string, std::string> unknownKeys;
    /// Texts of the passes (core/lower/pass.h) that lower the order before it is timed, in turn.
    std::vector<std::string> passes = {};
    std::vector<DocumentNote> notes = {}; ///< by time
    /// Regular expressions by which names of a profile's records are actions, in the order in which they are
    /// tried; as texts, be they expressions or not.
    std::vector<std::string> namePatterns = {};

    bool operator==(const ProjectDocument&) const = default;
};

inline constexpr std::size_t kMostNamePatterns = 100;
inline constexpr std::size_t kLongestNamePattern = 4096; ///< bytes
/// Those that a file can hold: none is empty, too long, or more than kMostNamePatterns. O(bytes).
[[nodiscard]] std::vector<std::string> admissiblePatterns(const std::vector<std::string>& expressions);

inline constexpr int kDocumentVersion = 1;

/// Versioned JSON: "bubblescopeFormat" first, then sorted keys, one rank's order a line; the same bytes for
/// the same document.
[[nodiscard]] std::string writeDocument(const ProjectDocument& document);
/// A newer version is refused with a clear message; wrong JSON with line and column; wrong values with their
/// key's path.
[[nodiscard]] Result<ProjectDocument> readDocument(std::string_view text, const std::string& sourceName);

} // namespace bubblescope
