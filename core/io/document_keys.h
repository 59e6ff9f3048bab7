// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace bubblescope {

/// The top-level keys of a project document that this version knows.
inline constexpr std::array<std::string_view, 9> kDocumentKeys{
    "bubblescopeFormat", "costs", "editedFrom", "namePatterns", "notes", "passes", "source", "title", "view"};
inline constexpr std::array<std::string_view, 5> kNoteKeys{"from", "rank", "text", "time", "to"};
inline constexpr std::array<std::string_view, 4> kViewKeys{"from", "lanes", "scroll", "to"};
inline constexpr std::array<std::string_view, 4> kLaneKeys{"folded", "hidden", "order", "pinned"};

} // namespace bubblescope
