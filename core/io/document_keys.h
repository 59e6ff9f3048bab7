// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace bubblescope {

/// The top-level keys of a project document that this version knows.
inline constexpr std::array<std::string_view, 6> kDocumentKeys{
    "bubblescopeFormat", "costs", "passes", "source", "title", "view"};

} // namespace bubblescope
