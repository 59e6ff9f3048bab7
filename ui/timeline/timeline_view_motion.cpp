// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline view's range, scroll position and selection.
#include "ui/timeline/selection_moves.h"
#include "ui/timeline/timeline_view_p.h"

#include <QAccessible>
#include <QEasingCurve>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kEaseMs = 120;
constexpr int kRestMs = 80;
/// Up to so many ranks stay readable with memory under each.

} // namespace

TimelineView::Private::Private(TimelineView* view)
    : q(view)
    , laneHeaders(new LaneHeaders(*view))
    , noteMarks(new NoteMarks(*view))
    , measureTool(new MeasureTool(*view))
    , moveTool(new MoveTool(*view))
    , matchMarks(new MatchMarks(*view))
    , beacon(new LaneBeacon(*view))
    , tools{noteMarks, laneHeaders, measureTool, moveTool, matchMarks, beacon}
{
    connect(noteMarks, &NoteMarks::bandChanged, q, [this] { layOut(); });
    connect(laneHeaders, &LaneHeaders::arrangementChanged, q,
            [this](const LaneArrangement& arrangement) { arrangeLanes(arrangement); });
    connect(laneHeaders, &LaneHeaders::selectedChanged, q, [this] { describeSelection(); });
    restTimer.setSingleShot(true);
    restTimer.setInterval(kRestMs);
    connect(&restTimer, &QTimer::timeout, q, [this] { cache.keep(); });
    m_easing.setDuration(kEaseMs);
    m_easing.setStartValue(0.0);
    m_easing.setEndValue(1.0);
    m_easing.setEasingCurve(QEasingCurve::OutCubic);
    QObject::connect(measureTool, &MeasureTool::modeChanged, q, [this] { updateCursor(); });
    // Both ends move in step, so the time under the pointer stays under it all the way.
    connect(&m_easing, &QVariantAnimation::valueChanged, q, [this](const QVariant& value) {
        const double share = value.toDouble();
        apply(share >= 1 ? m_easeTo
                         : TimeRange{m_easeFrom.from + (m_easeTo.from - m_easeFrom.from) * share,
                                     m_easeFrom.to + (m_easeTo.to - m_easeFrom.to) * share});
    });
}

OverlayPlace TimelineView::Private::place() const
{
    return {*index(),
            viewport.geometry(),
            Theme::get(theme),
            q->viewport()->size(),
            [this](QPainter& painter) { measureTool->paintArea(painter); },
            measureTool->rulerChips()};
}

PlotKey TimelineView::Private::plotKey() const
{
    const bool asDifference = isRecolored();
    return {asDifference ? recolored
            : evaluation ? evaluation->index
                         : nullptr,
            q->viewport()->size(),
            viewport.devicePixelRatio(),
            theme,
            asDifference ? kAllFills : shown,
            viewport.geometry(),
            problems,
            memory(),
            echo,
            asDifference,
            shownResiduals()};
}

bool TimelineView::Private::wantsMemory() const
{
    return memoryChoice.value_or(!compact &&
                                 (index() == nullptr || index()->laneCount() <= kMostMemoryLanes));
}

const MemoryCurvesPtr& TimelineView::Private::memory() const
{
    static const MemoryCurvesPtr kNone;
    return isShowing() && wantsMemory() ? evaluation->memory : kNone;
}

TimeRange TimelineView::Private::destination() const
{
    return m_easing.state() == QAbstractAnimation::Running ? m_easeTo : viewport.range();
}

void TimelineView::Private::layOut()
{
    const QSize size = q->viewport()->size();
    const bool subLanes = (shown >> static_cast<unsigned>(FillClass::Other) & 1U) != 0;
    viewport.setSubLanes(subLanes && index() != nullptr ? index()->subTracksInUse() : std::vector<Track>{});
    viewport.setMemoryStrips(memory() != nullptr);
    viewport.setNoteBand(noteMarks->needsBand());
    viewport.setSize(size.width(), size.height(), q->devicePixelRatioF());
    QScrollBar* bar = q->verticalScrollBar();
    const double position = viewport.geometry().scrollY;
    bar->setSingleStep(static_cast<int>(std::ceil(viewport.lanePitch())));
    bar->setPageStep(static_cast<int>(viewport.geometry().plot.height));
    bar->setRange(0, static_cast<int>(std::ceil(viewport.maxScrollY())));
    bar->setValue(static_cast<int>(std::lround(position)));
    refreshHover();
    q->viewport()->update();
    if (const bool wanted = wantsMemory(); std::exchange(m_memoryShown, wanted) != wanted)
        emit q->memoryShownChanged(wanted);
    emit q->geometryChanged();
}

void TimelineView::Private::apply(const TimeRange& range)
{
    apply(range, viewport.range());
}

void TimelineView::Private::apply(const TimeRange& range, const TimeRange& before)
{
    viewport.setRange(range);
    refreshHover();
    q->viewport()->update();
    if (viewport.range() != before) {
        emit q->rangeChanged(viewport.range());
        emit q->geometryChanged();
    }
}

void TimelineView::Private::goTo(const TimeRange& range, ViewHistory::Step step, bool eased)
{
    const TimeRange target = viewport.admissible(range);
    if (target == destination())
        return;
    history.visit(target, step);
    emit q->historyChanged();
    stopEasing();
    if (!eased || reducedMotion || !q->isVisible()) {
        apply(target);
        return;
    }
    m_easeFrom = viewport.range();
    m_easeTo = target;
    m_easing.start();
}

void TimelineView::Private::stopEasing()
{
    m_easing.stop();
}

void TimelineView::Private::zoomAt(double x, double factor, bool eased)
{
    if (!isShowing())
        return;
    const TimeRange now = destination();
    const RectF& plot = viewport.geometry().plot;
    const double share = std::clamp((x - plot.x) / plot.width, 0.0, 1.0);
    const Time anchor = now.from + (now.to - now.from) * share;
    goTo(zoomedAt(now, anchor, factor, viewport.makespan()), ViewHistory::Step::Zoom, eased);
}

void TimelineView::Private::panBy(Time delta, bool eased)
{
    if (isShowing())
        goTo(panned(destination(), delta, viewport.makespan()), ViewHistory::Step::Pan, eased);
}

void TimelineView::Private::scrollTo(double y)
{
    q->verticalScrollBar()->setValue(static_cast<int>(std::lround(y)));
}

void TimelineView::Private::scrollToLane(LaneId lane)
{
    laneHeaders->reveal(lane.rank, lane.track != Track::Compute);
    if (const auto row = viewport.geometry().rowOf(lane.rank))
        scrollTo(viewport.scrollRevealing(*row));
}

void TimelineView::Private::arrangeLanes(const LaneArrangement& arrangement)
{
    viewport.setArrangement(arrangement);
    // What the button went down on stands elsewhere now.
    if (m_drag == Drag::Click)
        m_drag = Drag::None;
    const auto isGone = [&](RankId rank) { return !viewport.geometry().rowOf(rank); };
    if ((overlay.selection && isGone(overlay.selection->rank)) || (overlay.gap && isGone(overlay.gap->rank)))
        select(std::nullopt);
    layOut();
}

double TimelineView::Private::zoomCenter() const
{
    const RectF& plot = viewport.geometry().plot;
    if (m_pointer && viewport.isPlotColumn(m_pointer->x()))
        return m_pointer->x();
    return plot.x + plot.width / 2;
}

void TimelineView::Private::setSelected(const std::optional<ActionPosition>& action)
{
    overlay.selection = action;
    overlay.cycle.clear();
    overlay.missing.reset();
    overlay.gap.reset();
    overlay.gapWaitsFor.reset();
    bubble.reset();
    overlay.links = action ? dependencyLinks(*index()->timeline().schedule, *action) : DependencyLinks{};
    if (action)
        addTransfers(overlay.links, index()->timeline(), evaluation->costs, *action);
    if (action)
        m_anchorTime = (index()->timeline().startOf(*action) + index()->timeline().endOf(*action)) / 2;
    q->viewport()->update();
}

void TimelineView::Private::select(const std::optional<ActionPosition>& action)
{
    std::optional<ActionPosition> chosen;
    if (action && isShowing() && action->rank.value < index()->laneCount() &&
        action->index < index()->timeline().schedule->rows[action->rank.value].size() &&
        !index()->timeline().schedule->at(*action).isBubble())
        chosen = action;
    const bool hadGap = overlay.gap.has_value();
    const bool isNew = chosen != overlay.selection;
    if (isNew || hadGap || !overlay.cycle.empty() || overlay.missing)
        setSelected(chosen);
    describeSelection();
    if (isNew)
        emit q->selectionChanged(chosen);
    if (hadGap)
        emit q->gapChanged(std::nullopt);
    if (isNew || hadGap)
        noteChoice();
    if (!chosen)
        emit q->historyChanged();
}

void TimelineView::Private::selectByKey(const std::optional<ActionPosition>& action, bool keepAnchor)
{
    if (!action)
        return;
    const Time anchor = m_anchorTime;
    select(action);
    if (keepAnchor)
        m_anchorTime = anchor;
    q->reveal(*action);
}

void TimelineView::Private::moveAlong(int step)
{
    if (isShowing())
        selectByKey(overlay.selection ? alongLane(*index(), *overlay.selection, step) : firstInView(), false);
}

void TimelineView::Private::moveAcross(int step)
{
    if (!isShowing())
        return;
    if (!overlay.selection)
        selectByKey(firstInView(), false);
    else
        selectByKey(acrossLanes(*index(), viewport.geometry(), *overlay.selection, step, m_anchorTime), true);
}

std::size_t TimelineView::Private::firstRowInView() const
{
    const TimelineGeometry& geometry = viewport.geometry();
    if (geometry.pinnedRows > 0 || geometry.lanes.empty())
        return 0;
    const std::size_t row = geometry.scrolledRowsInView().first;
    return std::min(geometry.laneTop(row) < geometry.plot.y ? row + 1 : row, geometry.lanes.size() - 1);
}

std::optional<ActionPosition> TimelineView::Private::firstInView() const
{
    const TimelineGeometry& geometry = viewport.geometry();
    std::optional<std::size_t> chosen;
    if (const auto lane = laneHeaders->selected())
        chosen = geometry.rowOf(*lane);
    for (std::size_t row = chosen.value_or(firstRowInView()); row < geometry.lanes.size(); ++row)
        if (auto found = nearestOnLane(*index(), geometry.lanes[row], destination().from))
            return found;
    return std::nullopt;
}

std::optional<ActionPosition> TimelineView::Private::followed(const Evaluation* before) const
{
    if (!overlay.selection || before == nullptr || !isShowing())
        return std::nullopt;
    const ActionId id = before->index->timeline().schedule->at(*overlay.selection).id();
    return findOnRank(*index()->timeline().schedule, *overlay.selection, id);
}

void TimelineView::Private::forgetPlaces()
{
    overlay.hovered = {};
    overlay.pointedAt = {};
    overlay.card = {};
    overlay.selection.reset();
    overlay.links = {};
    overlay.cycle.clear();
    overlay.missing.reset();
    overlay.gap.reset();
    overlay.gapWaitsFor.reset();
    bubble.reset();
    problems.reset();
    explanation.reset();
    pathMarks.reset();
}

void TimelineView::Private::showContent(Time end, bool keepsRange)
{
    const TimeRange kept = destination();
    const TimeRange seen = viewport.range(); // another end may cut it at once
    stopEasing();
    viewport.setContent(index() != nullptr ? index()->laneCount() : 0, end);
    layOut();
    apply(keepsRange ? kept : fitted(end), seen);
    if (!keepsRange)
        history.reset(viewport.range());
    emit q->historyChanged();
}

void TimelineView::Private::describeSelection()
{
    QString text = tr("Nothing is shown.");
    if (isShowing() && laneHeaders->selected())
        text = tr("Lane of rank %1 chosen.").arg(laneHeaders->selected()->value);
    else if (isShowing())
        text = overlay.selection || overlay.gap
                   ? tr("Selected: %1").arg(HoverText::line(*index(), Hit{overlay.selection, overlay.gap}))
                   : tr("%n lane(s), nothing selected. Arrows select an action.", nullptr,
                        static_cast<int>(index()->laneCount()));
    if (text == q->accessibleDescription())
        return;
    q->setAccessibleDescription(text);
    QAccessibleEvent event(q, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace bubblescope::ui
