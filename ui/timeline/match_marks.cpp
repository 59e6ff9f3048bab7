// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/match_marks.h"

namespace bubblescope::ui {

MatchMarks::MatchMarks(TimelineView& view) : TimelineTool(view) {}

} // namespace bubblescope::ui
