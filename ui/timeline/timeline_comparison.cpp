// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_comparison.h"

#include "ui/timeline/timeline_viewport.h"

#include <utility>

namespace bubblescope::ui {

TimelineComparison::TimelineComparison(TimelineViewport& viewport, QObject* parent)
    : QObject(parent)
    , m_viewport(viewport)
{}

bool TimelineComparison::isOfShown(const LaneIndexPtr& index) const
{
    return index && m_index && &index->timeline() == &m_index->timeline();
}

void TimelineComparison::setSharedEnd(Time end)
{
    if (std::exchange(m_sharedEnd, end) != end)
        emit sharedEndChanged();
}

void TimelineComparison::setEcho(LaneIndexPtr echo)
{
    if (echo == m_echo)
        return;
    m_echo = std::move(echo);
    makeRoomForEcho();
}

void TimelineComparison::setResiduals(ResidualLanePtr residuals)
{
    if (residuals == m_residuals)
        return;
    m_residuals = std::move(residuals);
    makeRoomForEcho();
}

void TimelineComparison::makeRoomForEcho()
{
    m_viewport.setEcho(m_echo        ? TimelineViewport::Echo::Schedule
                       : m_residuals ? TimelineViewport::Echo::Residuals
                                     : TimelineViewport::Echo::None);
    emit layoutAsked();
}

const ResidualLanePtr& TimelineComparison::residuals() const
{
    static const ResidualLanePtr kNone;
    return m_residuals && !m_echo && m_index && m_index->laneCount() > 0 &&
                   isOfShown(m_residuals->lanes.index)
               ? m_residuals
               : kNone;
}

void TimelineComparison::setRecolored(LaneIndexPtr index)
{
    if (index == m_recolored)
        return;
    m_recolored = std::move(index);
    emit colorsChanged();
}

const LaneIndexPtr& TimelineComparison::recolored() const
{
    static const LaneIndexPtr kNone;
    return isOfShown(m_recolored) ? m_recolored : kNone;
}

void TimelineComparison::setCompact(bool compact)
{
    if (compact == m_isCompact)
        return;
    m_isCompact = compact;
    m_viewport.setCompact(compact);
    emit layoutAsked();
}

void TimelineComparison::setLaneRoom(std::optional<double> height)
{
    if (height == m_viewport.laneRoom())
        return;
    m_viewport.setLaneRoom(height);
    emit layoutAsked();
}

void TimelineComparison::setRulerShown(bool shown)
{
    if (shown == hasRuler())
        return;
    m_viewport.setRulerShown(shown);
    emit layoutAsked();
}

bool TimelineComparison::hasRuler() const
{
    return m_viewport.hasRuler();
}

} // namespace bubblescope::ui
