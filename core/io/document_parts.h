// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/document.h"
#include "core/io/json_node.h"

#include <span>

/// The parts of a project document that the window adds to a schedule; private to core/io.
namespace bubblescope::json {

/// Ranks that a note or a lane may name are below it, be they in the schedule or not.
inline constexpr std::int64_t kMostDocumentRanks = 65'536;

/// The top-level keys of a project document that this version knows.
inline constexpr std::array<std::string_view, 9> kDocumentKeys{
    "bubblescopeFormat", "costs", "editedFrom", "namePatterns", "notes", "passes", "source", "title", "view"};
inline constexpr std::array<std::string_view, 5> kNoteKeys{"from", "rank", "text", "time", "to"};
inline constexpr std::array<std::string_view, 4> kViewKeys{"from", "lanes", "scroll", "to"};
inline constexpr std::array<std::string_view, 4> kLaneKeys{"folded", "hidden", "order", "pinned"};

using UnknownKeys = std::map<std::string, std::string>;

/// The members of an object that are not among the known ones.
[[nodiscard]] UnknownKeys unknownKeysOf(const Json& object, std::span<const std::string_view> known);
/// Puts them back; what is no JSON, or known after all, is left out.
void putUnknown(Json& object, const UnknownKeys& unknown, std::span<const std::string_view> known);

/// "loop", "v", …
[[nodiscard]] Result<PlacementKind> placementKindFrom(const Node& node);

[[nodiscard]] Result<std::vector<DocumentNote>> notesFromNode(const Node& node);
/// Those that a file can hold, by time; an empty list for none.
[[nodiscard]] Json notesValue(const std::vector<DocumentNote>& notes);

[[nodiscard]] Result<std::vector<std::string>> namePatternsFromNode(const Node& node);

[[nodiscard]] Result<DocumentView> viewFromNode(const Node& node);
/// An empty object for a view that says nothing.
[[nodiscard]] Json viewValue(const DocumentView& view);

/// Reads "source" of a document that holds an order: {"name", "order", "placement", "stages",
/// "microbatches"}. A wrong cell is named with its rank and cell, and placed.
[[nodiscard]] Result<Schedule> scheduleFromNode(const Node& source);

} // namespace bubblescope::json
