// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/view_link.h"

#include "core/analyze/schedule_difference.h"
#include "ui/timeline/lane_headers.h"

#include <QEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// What a time of one view's axis is on the other's.
double timeScale(const TimelineView& from, const TimelineView& to)
{
    const bool isOneUnit = haveSameUnit(*from.evaluation()->timeline, *to.evaluation()->timeline);
    const Time length = fitted(from.axisEnd()).to;
    return isOneUnit ? 1 : fitted(to.axisEnd()).to / length;
}

} // namespace

ViewLink::ViewLink(TimelineView& first, TimelineView& second)
    : QObject(&second)
    , m_first(first)
    , m_second(second)
{
    connectBoth(first, second);
    connectBoth(second, first);
    connectFirst();
}

template <typename Task>
void ViewLink::tell(const Task& task)
{
    if (!m_active || m_telling || !m_first.evaluation() || !m_second.evaluation())
        return;
    const QScopedValueRollback<bool> telling(m_telling, true);
    task();
}

void ViewLink::connectBoth(TimelineView& from, TimelineView& to)
{
    connect(&from, &TimelineView::rangeChanged, this, [&] { tell([&] { passRange(from, to); }); });
    connect(from.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [&] { tell([&] { passScroll(from, to); }); });
    connect(&from, &TimelineView::shownFillsChanged, this,
            [&](FillMask shown) { tell([&] { to.setShownFills(shown); }); });
    connect(&from, &TimelineView::selectionChanged, this, [&] { tell([&] { passSelection(from, to); }); });
    connect(&from.laneHeaders(), &LaneHeaders::arrangementChanged, this,
            [&](const LaneArrangement& arrangement) {
                tell([&] { to.laneHeaders().setArrangement(arrangement); });
            });
    connect(&from, &TimelineView::evaluationChanged, this, &ViewLink::align);
    connect(&from, &TimelineView::geometryChanged, this, &ViewLink::alignLanes);
}

void ViewLink::connectFirst()
{
    connect(&m_first, &TimelineView::themeChanged, &m_second, &TimelineView::setThemeName);
    connect(&m_first, &TimelineView::memoryShownChanged, this, &ViewLink::align);
}

void ViewLink::setActive(bool active)
{
    m_active = active;
    if (active) {
        align();
        tell([this] { passSelection(m_first, m_second); });
        return;
    }
    m_first.setLaneRoom({});
}

void ViewLink::align()
{
    tell([this] {
        m_second.setThemeName(m_first.themeName());
        m_second.setShownFills(m_first.shownFills());
        m_second.setMemoryLanes(m_first.showsMemory());
        m_second.laneHeaders().setArrangement(m_first.laneHeaders().arrangement());
        const Timeline& now = *m_first.evaluation()->timeline;
        const Timeline& before = *m_second.evaluation()->timeline;
        const bool isOneUnit = haveSameUnit(now, before);
        m_first.setSharedEnd(isOneUnit ? before.makespan : 0);
        m_second.setSharedEnd(isOneUnit ? now.makespan : 0);
        passRange(m_first, m_second);
        passSelection(m_first, m_second);
    });
    alignLanes();
}

void ViewLink::alignLanes()
{
    tell([this] {
        const bool isSame = m_first.geometry().lanes.size() == m_second.geometry().lanes.size();
        const std::optional<double> room =
            isSame
                ? std::optional<double>(std::min(m_first.viewport()->height(), m_second.viewport()->height()))
                : std::nullopt;
        m_first.setLaneRoom(room);
        m_second.setLaneRoom(room);
    });
}

void ViewLink::passRange(const TimelineView& from, TimelineView& to)
{
    // What is seen now and not where it goes: both ease as one.
    const TimelineGeometry& shown = from.geometry();
    const double scale = timeScale(from, to);
    to.setRange({shown.from * scale, shown.to * scale});
}

void ViewLink::passScroll(const TimelineView& from, TimelineView& to)
{
    to.scrollToLane(from.geometry().scrollY / from.lanePitch());
}

void ViewLink::passSelection(const TimelineView& from, TimelineView& to)
{
    const std::optional<ActionPosition> action = from.selection();
    const auto partner = action ? counterpartOf(*from.evaluation()->timeline->schedule, *action,
                                                *to.evaluation()->timeline->schedule)
                                : std::nullopt;
    to.setSelection(partner);
    if (partner)
        to.scrollToRank(partner->rank);
}

} // namespace bubblescope::ui
