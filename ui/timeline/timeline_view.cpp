// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/export/scene_painter.h"
#include "ui/timeline/colors.h"
#include "ui/timeline/timeline_accessible.h"
#include "ui/timeline/timeline_view_p.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <utility>

namespace bubblescope::ui {

namespace {

/// From here on an action is seen among others.
constexpr double kReadablePx = 24;

/// The same order with other times, both of them as it runs.
bool isRetimed(const EvaluationPtr& before, const EvaluationPtr& after)
{
    return before && after && before->timeline->schedule == after->timeline->schedule &&
           before->brokenBecause.empty() && after->brokenBecause.empty();
}

/// Under what is beside the viewport: the scroll bar has no ground of its own.
void setGround(QWidget& widget, ThemeName theme)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::Window, toColor(Theme::get(theme).color(Role::Window)));
    widget.setPalette(palette);
    widget.setAutoFillBackground(true);
}

} // namespace

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent), d(std::make_unique<Private>(this))
{
    makeAccessible(*this); // first: what follows is told, and Qt keeps the interface that it then gets
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Timeline"));
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setMouseTracking(true);
    setGround(*this, d->theme);
    d->layOut();
    d->describeSelection();
}

TimelineView::~TimelineView()
{
    endAccessible(*this);
}

void TimelineView::setEvaluation(EvaluationPtr evaluation)
{
    if (evaluation == d->evaluation)
        return;
    // What comes of a drag is shown while it goes on.
    const MoveTool::Expected expected = d->moveTool->expectationOf(evaluation.get());
    if (expected == MoveTool::Expected::Not)
        d->cancelDrag();
    const EvaluationPtr before = std::exchange(d->evaluation, std::move(evaluation));
    const LaneIndex* index = d->index();
    const Time end = d->axisEnd();
    // Of an order that was only timed anew the same stretch stays in view, unless all of it was.
    const bool retimed = before && index != nullptr &&
                         before->timeline->schedule == index->timeline().schedule &&
                         d->destination() != fitted(d->viewport.makespan());
    const bool keepsRange = expected != MoveTool::Expected::Not
                                ? d->moveTool->keepsRange(expected)
                                : retimed || (before && index != nullptr && end == d->viewport.makespan());
    const std::optional<ActionPosition> selected = d->overlay.selection;
    const bool hadGap = d->overlay.gap.has_value();
    const std::optional<ActionPosition> followed = d->followed(before.get());
    // Of the same order it stays until the new one is told, so that nothing of it blinks.
    ExplanationPtr explained = isRetimed(before, d->evaluation) ? d->explanation : nullptr;
    d->forgetPlaces();
    d->explanation = std::move(explained);
    d->makePathMarks();
    d->showContent(end, keepsRange);
    d->setSelected(followed);
    if (expected != MoveTool::Expected::Preview && expected != MoveTool::Expected::Back)
        d->retimeChoices(before.get());
    d->describeSelection();
    if (followed != selected)
        emit selectionChanged(followed);
    if (hadGap)
        emit gapChanged(std::nullopt);
    for (TimelineTool* tool : d->tools)
        tool->evaluationChanged();
    emit evaluationChanged();
}

void TimelineView::setThemeName(ThemeName theme)
{
    if (theme == d->theme)
        return;
    d->theme = theme;
    setGround(*this, theme);
    viewport()->update();
    emit themeChanged(theme);
}

void TimelineView::setShownFills(FillMask shown)
{
    if (shown == d->shown)
        return;
    d->shown = shown;
    d->layOut();
    emit shownFillsChanged(shown);
}

void TimelineView::setMemoryLanes(std::optional<bool> shown)
{
    if (shown == d->memoryChoice)
        return;
    d->memoryChoice = shown;
    d->layOut();
}

bool TimelineView::showsMemory() const
{
    return d->wantsMemory();
}

void TimelineView::setRange(const TimeRange& range)
{
    d->goTo(range, ViewHistory::Step::Pan, false);
}

void TimelineView::setSelection(std::optional<ActionPosition> action)
{
    d->select(action);
}

void TimelineView::setProblems(ProblemReportPtr problems)
{
    if (problems && (!d->evaluation || problems->timeline != d->evaluation->timeline))
        problems.reset();
    if (problems && problems->problems.empty())
        problems.reset();
    d->problems = std::move(problems);
    viewport()->update();
}

void TimelineView::showCycle(std::vector<ActionPosition> cycle)
{
    d->overlay.cycle = std::move(cycle);
    viewport()->update();
}

void TimelineView::showMissing(const LaneMoment& place)
{
    if (!d->isShowing() || place.rank.value >= d->index()->laneCount())
        return;
    d->cancelDrag();
    d->select(std::nullopt);
    d->overlay.missing = place;
    d->goTo(d->viewport.revealing(d->destination(), place.time, place.time), ViewHistory::Step::Follow, true);
    d->scrollToLane({place.rank, Track::Compute});
    viewport()->update();
}

void TimelineView::approach(const ActionPosition& action)
{
    reveal(action);
    if (!d->isShowing() || !d->index()->blockOfAction(action))
        return;
    const Timeline& timeline = d->index()->timeline();
    const Time start = timeline.startOf(action);
    const Time end = timeline.endOf(action);
    const TimeRange now = d->destination();
    const double width = (end - start) / (now.to - now.from) * geometry().plot.width;
    if (end > start && width < kReadablePx)
        d->goTo(d->viewport.around(start, end, kReadablePx / geometry().plot.width), ViewHistory::Step::Jump,
                true);
}

const std::vector<ActionPosition>& TimelineView::cycle() const
{
    return d->overlay.cycle;
}

std::optional<LaneMoment> TimelineView::missingPlace() const
{
    return d->overlay.missing;
}

void TimelineView::scrollToRank(RankId rank)
{
    if (const auto row = geometry().rowOf(rank))
        d->scrollTo(d->viewport.scrollRevealing(*row));
}

void TimelineView::setReducedMotion(bool reduced)
{
    d->reducedMotion = reduced;
}

EvaluationPtr TimelineView::evaluation() const
{
    return d->evaluation;
}

ThemeName TimelineView::themeName() const
{
    return d->theme;
}

TimeRange TimelineView::range() const
{
    return d->destination();
}

std::optional<ActionPosition> TimelineView::selection() const
{
    return d->overlay.selection;
}

const DependencyLinks& TimelineView::links() const
{
    return d->overlay.links;
}

FillMask TimelineView::shownFills() const
{
    return d->shown;
}

const TimelineGeometry& TimelineView::geometry() const
{
    return d->viewport.geometry();
}

QString TimelineView::hoverText() const
{
    return d->hoverText;
}

int TimelineView::contentRebuilds() const
{
    return d->cache.rebuilds();
}

double TimelineView::lastFrameMs() const
{
    return d->frameTimes.lastMs();
}

QSize TimelineView::sizeHint() const
{
    return {960, 360};
}

QSize TimelineView::minimumSizeHint() const
{
    return {240, 96};
}

void TimelineView::clearSelection()
{
    // What is being dragged goes back; what was there before stays until it is asked for once more.
    const bool wasHeld = d->heldTool != nullptr;
    d->cancelDrag();
    if (wasHeld || d->clearTool())
        return;
    d->select(std::nullopt);
}

void TimelineView::setDependenciesShown(bool shown)
{
    if (shown == d->overlay.linksShown)
        return;
    d->overlay.linksShown = shown;
    viewport()->update();
}

void TimelineView::setPointedAt(const Hit& place)
{
    if (place == d->overlay.pointedAt)
        return;
    d->overlay.pointedAt = d->isShowing() ? place : Hit{};
    viewport()->update();
}

bool TimelineView::areDependenciesShown() const
{
    return d->overlay.linksShown;
}

void TimelineView::toggleFill(FillClass fill)
{
    setShownFills(static_cast<FillMask>(d->shown ^ 1U << static_cast<unsigned>(fill)));
}

void TimelineView::reveal(const ActionPosition& action)
{
    if (!d->isShowing() || !d->index()->blockOfAction(action))
        return;
    const Timeline& timeline = d->index()->timeline();
    const TimeRange now = d->destination();
    d->goTo(d->viewport.revealing(now, timeline.startOf(action), timeline.endOf(action)),
            ViewHistory::Step::Follow, true);
    d->scrollToLane(d->index()->laneOfAction(action));
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    QElapsedTimer timer;
    timer.start();
    const int rebuilds = d->cache.rebuilds();
    QPainter painter(viewport());
    // The update region clips this: a moving pointer copies little more than its own line.
    d->cache.paint(painter, event->region(), d->plotKey());
    if (!d->cache.isKept())
        d->restTimer.start();
    const Theme& theme = Theme::get(d->theme);
    if (d->isShowing()) {
        if (d->pathMarks)
            criticalPathPicture().paint(painter, event->rect(), theme);
        for (auto tool = d->tools.rbegin(); tool != d->tools.rend(); ++tool)
            (*tool)->paint(painter);
        OverlayState overlay = d->overlay;
        overlay.linksShown = overlay.linksShown && !d->moveTool->isMoving();
        paintOverlay(painter, overlay, d->place());
        d->frameTimes.add(static_cast<double>(timer.nsecsElapsed()) * 1e-6, d->cache.rebuilds() != rebuilds);
        d->frameTimes.paint(painter, viewport()->rect(), theme);
        return;
    }
    painter.setFont(sceneFont(13));
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No schedule to show"));
    if (d->overlay.focusFrame)
        paintFocusFrame(painter, viewport()->size(), theme);
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    d->layOut();
}

void TimelineView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Timeline"));
        d->describeSelection();
    }
}

void TimelineView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    d->viewport.setScrollY(verticalScrollBar()->value());
    d->refreshHover();
    viewport()->update();
    emit geometryChanged();
}

} // namespace bubblescope::ui
