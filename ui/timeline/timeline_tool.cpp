// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_tool.h"

#include "ui/timeline/timeline_view.h"

namespace bubblescope::ui {

TimelineTool::TimelineTool(TimelineView& view) : QObject(&view), m_view(view) {}

} // namespace bubblescope::ui
