// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_comparison.h"

#include <utility>

namespace bubblescope::ui {

bool TimelineComparison::isOfShown(const LaneIndexPtr& index) const
{
    return index && m_index && &index->timeline() == &m_index->timeline();
}

TimelineViewport::Echo TimelineComparison::echoRoom() const
{
    return m_echo        ? TimelineViewport::Echo::Schedule
           : m_residuals ? TimelineViewport::Echo::Residuals
                         : TimelineViewport::Echo::None;
}

const ResidualLanePtr& TimelineComparison::residuals() const
{
    static const ResidualLanePtr kNone;
    return m_residuals && !m_echo && m_index && m_index->laneCount() > 0 &&
                   isOfShown(m_residuals->lanes.index)
               ? m_residuals
               : kNone;
}

const LaneIndexPtr& TimelineComparison::recolored() const
{
    static const LaneIndexPtr kNone;
    return isOfShown(m_recolored) ? m_recolored : kNone;
}

} // namespace bubblescope::ui
