// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_headers.h"

namespace bubblescope::ui {

LaneHeaders::LaneHeaders(TimelineView& view) : TimelineTool(view) {}

void LaneHeaders::setArrangement(const LaneArrangement& arrangement)
{
    if (arrangement == m_arrangement)
        return;
    m_arrangement = arrangement;
    emit arrangementChanged(m_arrangement);
}

} // namespace bubblescope::ui
