// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace bubblescope::ui {

class TimelineView;

/// What is chosen in the timeline as CSV with a header line: the actions of a measured area, else the
/// selected action, else the marked gap. Empty if nothing is chosen.
[[nodiscard]] QString selectionCsv(const TimelineView& view);

} // namespace bubblescope::ui
