// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>

namespace bubblescope::ui {

class TimelineView;

/// More rows than that are no text that another program would take from a clipboard.
inline constexpr std::size_t kMostSelectionRows = 1'000'000;

/// What is chosen in the timeline as CSV with a header line: the actions of a measured area, else the
/// selected action, else the marked gap, which has its cause as soon as that is known. Lines end in LF. Empty
/// if nothing is chosen, or too much: then selectionCsvRefusal() says so.
[[nodiscard]] QString selectionCsv(const TimelineView& view, std::size_t mostRows = kMostSelectionRows);
/// Why what is chosen is not given as CSV: "The measured area has 4,200,000 actions, …"; empty if it is.
[[nodiscard]] QString selectionCsvRefusal(const TimelineView& view,
                                          std::size_t mostRows = kMostSelectionRows);

} // namespace bubblescope::ui
