// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// Width in pixels of a text in Inter at `size` pixels, from a table of its advances (tabular figures), so
/// that every painter and the SVG agree on what fits. Characters beyond the table count as the widest
/// digit's.
[[nodiscard]] double textWidth(std::string_view utf8, double size, bool bold = false);
/// The text, or its begin with "…" that fits; empty if not even that does.
[[nodiscard]] std::string shortened(std::string_view utf8, double maxWidth, double size, bool bold = false);

} // namespace bubblescope
