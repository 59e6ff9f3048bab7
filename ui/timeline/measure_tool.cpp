// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/measure_tool.h"

namespace bubblescope::ui {

MeasureTool::MeasureTool(TimelineView& view) : TimelineTool(view) {}

void MeasureTool::setMode(PointerMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    emit modeChanged(mode);
}

void MeasureTool::setArea(const std::optional<MeasuredArea>& area)
{
    if (area == m_area)
        return;
    m_area = area;
    emit areaChanged(m_area);
}

} // namespace bubblescope::ui
