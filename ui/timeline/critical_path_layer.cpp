// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/critical_path_layer.h"

namespace bubblescope::ui {

void CriticalPathLayer::setPath(const LaneIndexPtr& index, const std::shared_ptr<const CriticalPath>& path)
{
    m_index = index;
    m_path = path;
    makeMarks();
}

void CriticalPathLayer::setShown(bool shown)
{
    if (shown == m_isShown)
        return;
    m_isShown = shown;
    makeMarks();
    emit shownChanged(shown);
}

void CriticalPathLayer::makeMarks()
{
    const bool isThere = m_isShown && m_path && m_index && m_index->laneCount() > 0;
    m_marks = isThere ? CriticalPathMarks::build(*m_index, *m_path) : nullptr;
}

const CriticalPathPicture& CriticalPathLayer::picture(const TimelineGeometry& geometry,
                                                      double devicePixelRatio)
{
    m_picture.update(m_marks, geometry, devicePixelRatio);
    return m_picture;
}

} // namespace bubblescope::ui
