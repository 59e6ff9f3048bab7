// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Width in pixels of a text in Inter at `size` pixels, from a table of its advances (tabular figures), so
/// that every painter and the SVG agree on what fits. Characters beyond the table count as the widest
/// digit's.
[[nodiscard]] double textWidth(std::string_view utf8, double size, bool bold = false);
/// The text, or its begin with "…" that fits; empty if not even that does.
[[nodiscard]] std::string shortened(std::string_view utf8, double maxWidth, double size, bool bold = false);

/// The text in lines that fit, broken between words, best after " · "; a word too long for a line is one of
/// its own. Never empty.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view utf8, double maxWidth, double size,
                                               bool bold = false);
/// The size, or a smaller one in which the text fits: no smaller than `least`.
[[nodiscard]] double sizeToFit(std::string_view utf8, double maxWidth, double size, double least,
                               bool bold = false);

} // namespace bubblescope
