// SPDX-License-Identifier: GPL-3.0-or-later
// The measured area by keys.
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// Part of the plot that stays free beside an edge that was brought into view.
constexpr double kFreeShare = 0.1;
/// How much of the plot a fitted area fills.
constexpr double kFitShare = 0.8;

} // namespace

std::optional<MeasuredArea> MeasureTool::selectedArea() const
{
    const std::optional<Gap> chosen = m_view.chosen().stretch();
    return chosen && chosen->from < chosen->to
               ? std::optional(MeasuredArea{{chosen->from, chosen->to}, {chosen->rank}})
               : std::nullopt;
}

std::optional<MeasuredArea> MeasureTool::middleArea() const
{
    const TimelineGeometry& geometry = m_view.geometry();
    if (index() == nullptr || geometry.lanes.empty())
        return std::nullopt;
    const Time makespan = index()->timeline().makespan;
    const TimeRange view = m_view.navigation().range();
    const Time middle = std::clamp(view.from + (view.to - view.from) / 2, 0.0, makespan);
    const double bottom = std::min(geometry.plot.bottom(), rowBottom(geometry, geometry.lanes.size() - 1));
    const RankId rank = geometry.lanes[nearestRow(geometry, (geometry.plot.y + bottom) / 2)];
    return MeasuredArea{{edgeBefore(*index(), rank, middle).value_or(0),
                         edgeAfter(*index(), rank, middle).value_or(makespan)},
                        {rank}};
}

void MeasureTool::measureSelection()
{
    if (const auto area = selectedArea())
        setArea(area);
    else if (m_view.chosen().action())
        emit refused(tr("The selected action takes no time: there is nothing to measure."));
    else if (index() != nullptr)
        emit refused(tr("Select an action or a gap to measure it."));
}

bool MeasureTool::begin()
{
    if (m_area)
        return true;
    if (const auto selected = selectedArea()) {
        setArea(selected);
        return m_area.has_value();
    }
    setArea(middleArea());
    return false;
}

void MeasureTool::stepTime(bool forward)
{
    if (!begin())
        return;
    // What sums of a run's size differ by is no step.
    const Time noise = index()->timeline().makespan * 1e-12;
    const std::vector<LaneId> lanes = lanesOf(m_area->ranks);
    const auto edge = forward ? edgeAfter(*index(), lanes, m_area->range.to + noise)
                              : edgeBefore(*index(), lanes, m_area->range.to - noise);
    Time to = index()->timeline().makespan;
    if (edge)
        to = edge->time;
    else if (!forward)
        return;
    if (to <= m_area->range.from + noise)
        return;
    MeasuredArea next = *m_area;
    next.range.to = to;
    m_snap.reset();
    change(std::move(next));
    revealEdge();
}

void MeasureTool::revealEdge()
{
    const TimeRange view = m_view.navigation().range();
    const Time edge = m_area->range.to;
    const Time free = (view.to - view.from) * kFreeShare;
    if (edge > view.to)
        m_view.navigation().setRange({view.from + (edge + free - view.to), edge + free});
    else if (edge < view.from)
        m_view.navigation().setRange({edge - free, view.to - (view.from - edge + free)});
}

void MeasureTool::stepRows(int step)
{
    if (!begin())
        return;
    const TimelineGeometry& geometry = m_view.geometry();
    const auto row = geometry.rowOf(m_head);
    if (!row || (step < 0 ? *row == 0 : *row + 1 == geometry.lanes.size()))
        return;
    const std::size_t next = step < 0 ? *row - 1 : *row + 1;
    m_head = geometry.lanes[next];
    if (!geometry.rowOf(m_anchor))
        m_anchor = m_head;
    m_snap.reset();
    change(MeasuredArea{m_area->range, ranksBetween(m_anchor, m_head)});
    const RectF band = m_view.geometry().bandOf(next);
    if (m_view.geometry().laneTop(next) < band.y)
        m_view.navigation().scrollLanes(-1);
    else if (rowBottom(m_view.geometry(), next) > band.bottom())
        m_view.navigation().scrollLanes(1);
}

void MeasureTool::fit()
{
    if (!m_area || index() == nullptr)
        return;
    m_view.navigation().fit(m_area->range.from, m_area->range.to, kFitShare);
    m_view.navigation().scrollToRank(m_area->ranks.front());
}

} // namespace bubblescope::ui
