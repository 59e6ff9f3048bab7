// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/view_link.h"

#include "core/analyze/schedule_difference.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/match_marks.h"

#include <QEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

const Timeline& timelineOf(const TimelineView& view)
{
    return *view.evaluation()->timeline;
}

double underRuler(const TimelineView& view)
{
    return view.viewport()->height() - view.geometry().plot.y;
}

/// What a time of one view's axis is on the other's.
double timeScale(const TimelineView& from, const TimelineView& to)
{
    const bool isOneUnit = haveSameUnit(timelineOf(from), timelineOf(to));
    const Time length = fitted(from.axisEnd()).to;
    return isOneUnit ? 1 : fitted(to.axisEnd()).to / length;
}

} // namespace

ViewLink::ViewLink(TimelineView& first) : QObject(&first), m_first(first)
{
    connectView(first);
    connectFirst();
}

void ViewLink::add(TimelineView& view)
{
    connectView(view);
}

template <typename Task>
void ViewLink::tell(const Task& task)
{
    if (m_active.empty() || m_telling)
        return;
    if (std::any_of(m_active.begin(), m_active.end(),
                    [](const TimelineView* view) { return !view->evaluation(); }))
        return;
    const QScopedValueRollback<bool> telling(m_telling, true);
    task();
}

template <typename Task>
void ViewLink::tellOthers(const TimelineView& from, const Task& task)
{
    if (std::find(m_active.begin(), m_active.end(), &from) == m_active.end())
        return;
    tell([&] {
        for (TimelineView* view : m_active)
            if (view != &from)
                task(*view);
    });
}

void ViewLink::connectView(TimelineView& from)
{
    connect(&from.navigation(), &TimelineNavigation::rangeChanged, this,
            [&] { tellOthers(from, [&](TimelineView& to) { passRange(from, to); }); });
    connect(from.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [&] { tellOthers(from, [&](TimelineView& to) { passScroll(from, to); }); });
    connect(&from, &TimelineView::shownFillsChanged, this,
            [&](FillMask shown) { tellOthers(from, [&](TimelineView& to) { to.setShownFills(shown); }); });
    connect(&from.chosen(), &TimelineSelection::actionChanged, this,
            [&] { tellOthers(from, [&](TimelineView& to) { passSelection(from, to); }); });
    connect(&from.laneHeaders(), &LaneHeaders::arrangementChanged, this,
            [&](const LaneArrangement& arrangement) {
                tellOthers(from, [&](TimelineView& to) { to.laneHeaders().setArrangement(arrangement); });
            });
    connect(&from, &TimelineView::evaluationChanged, this, &ViewLink::align);
    connect(&from.navigation(), &TimelineNavigation::geometryChanged, this, [&] {
        tellOthers(from, [&](TimelineView& to) {
            to.navigation().setRanksFitted(from.navigation().areRanksFitted());
            to.navigation().setWantedPitch(from.navigation().wantedPitch());
        });
        alignLanes();
    });
}

void ViewLink::connectFirst()
{
    connect(&m_first, &TimelineView::themeChanged, this, [this](ThemeName theme) {
        for (TimelineView* view : m_active)
            view->setThemeName(theme);
    });
    connect(&m_first, &TimelineView::memoryShownChanged, this, &ViewLink::align);
    connect(&m_first.matches(), &MatchMarks::changed, this, [this] {
        tellOthers(m_first, [this](TimelineView& to) { to.matches().setQuery(m_first.matches().query()); });
    });
}

void ViewLink::setActive(const std::vector<TimelineView*>& others)
{
    std::vector<TimelineView*> active;
    if (!others.empty())
        active.push_back(&m_first);
    active.insert(active.end(), others.begin(), others.end());
    if (active == m_active)
        return;
    const std::vector<TimelineView*> before = std::exchange(m_active, std::move(active));
    // Those that are on their own again: what they tell of it must not align them once more.
    for (TimelineView* view : before)
        if (std::find(m_active.begin(), m_active.end(), view) == m_active.end())
            view->comparison().setLaneRoom({});
    align();
}

/// The axis of each reaches to the latest end of those that count in its unit.
void ViewLink::shareAxis()
{
    for (TimelineView* view : m_active) {
        Time end = 0;
        for (const TimelineView* other : m_active)
            if (other != view && haveSameUnit(timelineOf(*view), timelineOf(*other)))
                end = std::max(end, timelineOf(*other).makespan);
        view->comparison().setSharedEnd(end);
    }
}

void ViewLink::align()
{
    tell([this] {
        shareAxis();
        for (TimelineView* view : m_active) {
            if (view == &m_first)
                continue;
            view->comparison().setRulerShown(!haveSameUnit(timelineOf(m_first), timelineOf(*view)));
            view->setThemeName(m_first.themeName());
            view->setShownFills(m_first.shownFills());
            view->setMemoryLanes(m_first.showsMemory());
            view->laneHeaders().setArrangement(m_first.laneHeaders().arrangement());
            view->matches().setQuery(m_first.matches().query());
            passRange(m_first, *view);
            passSelection(m_first, *view);
            view->navigation().setRanksFitted(m_first.navigation().areRanksFitted());
            view->navigation().setWantedPitch(m_first.navigation().wantedPitch());
            passScroll(m_first, *view); // to show the selection it has scrolled by itself
        }
    });
    alignLanes();
}

/// Those that have as many lanes have them as high.
void ViewLink::alignLanes()
{
    tell([this] {
        const auto lanesOf = [](const TimelineView* view) { return view->geometry().lanes.size(); };
        for (TimelineView* view : m_active) {
            std::optional<double> room;
            for (const TimelineView* other : m_active)
                if (other != view && lanesOf(other) == lanesOf(view))
                    room = std::min(room.value_or(underRuler(*view)), underRuler(*other));
            view->comparison().setLaneRoom(room);
        }
    });
}

void ViewLink::passRange(const TimelineView& from, TimelineView& to)
{
    // What is seen now and not where it goes: both ease as one.
    const TimelineGeometry& shown = from.geometry();
    const double scale = timeScale(from, to);
    to.navigation().setRange({shown.from * scale, shown.to * scale});
}

void ViewLink::passScroll(const TimelineView& from, TimelineView& to)
{
    to.navigation().scrollToRow(from.geometry().scrollY / from.navigation().lanePitch());
}

void ViewLink::passSelection(const TimelineView& from, TimelineView& to)
{
    const std::optional<ActionPosition> action = from.chosen().action();
    const auto partner =
        action ? counterpartOf(*timelineOf(from).schedule, *action, *timelineOf(to).schedule) : std::nullopt;
    to.chosen().select(partner);
    if (partner)
        to.navigation().scrollToRank(partner->rank);
}

} // namespace bubblescope::ui
