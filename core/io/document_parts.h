// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/document.h"
#include "core/io/json_node.h"

#include <span>

/// The parts of a project document that the window adds to a schedule; private to core/io.
namespace bubblescope::json {

/// Ranks that a note or a lane may name are below it, be they in the schedule or not.
inline constexpr std::int64_t kMostDocumentRanks = 65'536;

using UnknownKeys = std::map<std::string, std::string>;

/// The members of an object that are not among the known ones.
[[nodiscard]] UnknownKeys unknownKeysOf(const Json& object, std::span<const std::string_view> known);
/// Puts them back; what is no JSON, or known after all, is left out.
void putUnknown(Json& object, const UnknownKeys& unknown, std::span<const std::string_view> known);

[[nodiscard]] Result<std::vector<DocumentNote>> notesFromNode(const Node& node);
/// Those that a file can hold, by time; an empty list for none.
[[nodiscard]] Json notesValue(const std::vector<DocumentNote>& notes);

[[nodiscard]] Result<std::vector<std::string>> namePatternsFromNode(const Node& node);

[[nodiscard]] Result<DocumentView> viewFromNode(const Node& node);
/// An empty object for a view that says nothing.
[[nodiscard]] Json viewValue(const DocumentView& view);

} // namespace bubblescope::json
