// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_navigation.h"

#include "core/time/step_phases.h"

#include <QEasingCurve>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kEaseMs = 120;
/// From here on an action is seen among others.
constexpr double kTimelineNavigationReadablePx = 24;

/// As a block or a mark, or as a phase at the step's end.
bool isDrawn(const LaneIndex& index, const ActionPosition& action)
{
    if (action.rank.value >= index.laneCount() ||
        action.index >= index.timeline().schedule->rows[action.rank.value].size())
        return false;
    return index.blockOfAction(action) || phaseOf(index.timeline(), action) != nullptr;
}

} // namespace

TimelineNavigation::TimelineNavigation(QObject* parent) : QObject(parent)
{
    m_easing.setDuration(kEaseMs);
    m_easing.setStartValue(0.0);
    m_easing.setEndValue(1.0);
    m_easing.setEasingCurve(QEasingCurve::OutCubic);
    // Both ends move in step, so the time under the pointer stays under it all the way.
    connect(&m_easing, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const double share = value.toDouble();
        apply(share >= 1 ? m_easeTo
                         : TimeRange{m_easeFrom.from + (m_easeTo.from - m_easeFrom.from) * share,
                                     m_easeFrom.to + (m_easeTo.to - m_easeFrom.to) * share},
              m_viewport.range());
    });
}

void TimelineNavigation::setContent(const LaneIndexPtr& index, Time end, bool keepsRange)
{
    const TimeRange kept = range();
    const TimeRange seen = m_viewport.range(); // another end may cut it at once
    stop();
    m_index = index;
    m_viewport.setContent(index ? index->laneCount() : 0, end,
                          index ? index->timeline().unit : std::string("step"));
    emit layoutAsked();
    apply(keepsRange ? kept : fitted(end), seen);
    if (!keepsRange)
        m_history.reset(m_viewport.range());
    emit historyChanged();
}

TimeRange TimelineNavigation::range() const
{
    return m_easing.state() == QAbstractAnimation::Running ? m_easeTo : m_viewport.range();
}

/// `before`: what those who listen know of.
void TimelineNavigation::apply(const TimeRange& range, const TimeRange& before)
{
    m_viewport.setRange(range);
    emit moved();
    if (m_viewport.range() != before) {
        emit rangeChanged(m_viewport.range());
        emit geometryChanged();
    }
}

void TimelineNavigation::goTo(const TimeRange& range, ViewHistory::Step step, bool eased)
{
    const TimeRange target = m_viewport.admissible(range);
    if (target == this->range())
        return;
    m_history.visit(target, step);
    emit historyChanged();
    stop();
    const auto* widget = qobject_cast<QWidget*>(parent());
    if (!eased || m_reducedMotion || widget == nullptr || !widget->isVisible()) {
        apply(target, m_viewport.range());
        return;
    }
    m_easeFrom = m_viewport.range();
    m_easeTo = target;
    m_easing.start();
}

void TimelineNavigation::zoomAt(double x, double factor, bool eased)
{
    if (!isShowing())
        return;
    const TimeRange now = range();
    const RectF& plot = geometry().plot;
    const double share = std::clamp((x - plot.x) / plot.width, 0.0, 1.0);
    const Time anchor = now.from + (now.to - now.from) * share;
    goTo(zoomedAt(now, anchor, factor, m_viewport.makespan()), ViewHistory::Step::Zoom, eased);
}

void TimelineNavigation::zoomBy(double factor)
{
    const RectF& plot = geometry().plot;
    const bool isOverPlot = m_pointerColumn && m_viewport.isPlotColumn(*m_pointerColumn);
    zoomAt(isOverPlot ? *m_pointerColumn : plot.x + plot.width / 2, factor, true);
}

void TimelineNavigation::panBy(Time delta, bool eased)
{
    if (isShowing())
        goTo(panned(range(), delta, m_viewport.makespan()), ViewHistory::Step::Pan, eased);
}

void TimelineNavigation::fitAllRanks()
{
    const bool showedAll = showsAll();
    fitAll();
    if (wantedPitch()) {
        setWantedPitch(std::nullopt);
        return;
    }
    const bool isAskedAgain = std::exchange(m_hasAskedForAll, true) && showedAll;
    if (areRanksFitted() || (isAskedAgain && m_viewport.maxScrollY() > 0))
        setRanksFitted(!areRanksFitted());
}

void TimelineNavigation::setRanksFitted(bool fitted)
{
    if (fitted == areRanksFitted())
        return;
    m_viewport.setRanksFitted(fitted);
    emit layoutAsked();
}

void TimelineNavigation::scaleLanes(double y, double factor)
{
    if (!isShowing())
        return;
    const double over = std::max(0.0, y - geometry().plot.y);
    const double rows = (geometry().scrollY + over) / lanePitch();
    setWantedPitch(wantedPitch().value_or(lanePitch()) * factor);
    scrollTo(rows * lanePitch() - over);
}

void TimelineNavigation::setWantedPitch(std::optional<double> pixels)
{
    if (pixels == wantedPitch())
        return;
    m_viewport.setWantedPitch(pixels);
    emit layoutAsked();
}

void TimelineNavigation::scrollTo(double y)
{
    const double most = std::ceil(m_viewport.maxScrollY());
    const int value = static_cast<int>(std::lround(std::clamp(y, 0.0, most)));
    if (value == m_scrollValue)
        return;
    m_scrollValue = value;
    m_viewport.setScrollY(value);
    emit moved();
    emit geometryChanged();
    emit scrolled(value);
}

void TimelineNavigation::pageUp()
{
    scrollTo(geometry().scrollY - geometry().plot.height + geometry().pinnedHeight() + lanePitch());
}

void TimelineNavigation::pageDown()
{
    scrollTo(geometry().scrollY + geometry().plot.height - geometry().pinnedHeight() - lanePitch());
}

void TimelineNavigation::scrollToRank(RankId rank)
{
    if (const auto row = geometry().rowOf(rank))
        scrollTo(m_viewport.scrollRevealing(*row));
}

void TimelineNavigation::scrollToLane(LaneId lane)
{
    emit laneAsked(lane.rank, lane.track != Track::Compute);
    scrollToRank(lane.rank);
}

void TimelineNavigation::reveal(const ActionPosition& action)
{
    if (!isShowing() || !isDrawn(*m_index, action))
        return;
    const ActionExtent extent = extentOf(m_index->timeline(), action);
    goTo(m_viewport.revealing(range(), extent.begin, extent.end), ViewHistory::Step::Follow, true);
    scrollToLane(m_index->laneOfAction(action));
}

void TimelineNavigation::reveal(RankId rank, Time from, Time to)
{
    goTo(m_viewport.revealing(range(), from, to), ViewHistory::Step::Follow, true);
    scrollToLane({rank, Track::Compute});
}

void TimelineNavigation::revealTime(Time from, Time to, std::optional<RankId> rank)
{
    if (!isShowing())
        return;
    goTo(m_viewport.revealing(range(), from, to), ViewHistory::Step::Follow, true);
    if (rank)
        scrollToRank(*rank);
}

void TimelineNavigation::approach(const ActionPosition& action)
{
    reveal(action);
    if (!isShowing() || !isDrawn(*m_index, action))
        return;
    const auto [start, end] = extentOf(m_index->timeline(), action);
    const TimeRange now = range();
    const double width = (end - start) / (now.to - now.from) * geometry().plot.width;
    if (end > start && width < kTimelineNavigationReadablePx)
        fit(start, end, kTimelineNavigationReadablePx / geometry().plot.width);
}

void TimelineNavigation::back()
{
    if (!canGoBack())
        return;
    jumpTo(m_history.back());
    emit historyChanged();
}

void TimelineNavigation::forward()
{
    if (!canGoForward())
        return;
    jumpTo(m_history.forward());
    emit historyChanged();
}

} // namespace bubblescope::ui
