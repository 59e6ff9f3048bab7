// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_tool.h"

namespace bubblescope::ui {

/// Shows in the timeline what a search has found.
class MatchMarks : public TimelineTool
{
    Q_OBJECT

public:
    explicit MatchMarks(TimelineView& view);
};

} // namespace bubblescope::ui
