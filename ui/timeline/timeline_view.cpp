// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/critical_path_layer.h"
#include "ui/timeline/gap_marks.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/memory_parts_layer.h"
#include "ui/timeline/move_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_accessible.h"
#include "ui/timeline/timeline_input.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kRestMs = 80;

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

TimelineView::TimelineView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_navigation(new TimelineNavigation(this))
    , m_selection(new TimelineSelection(*m_navigation, this))
    , m_comparison(new TimelineComparison(this))
    , m_criticalPath(new CriticalPathLayer(this))
    , m_memoryParts(new MemoryPartsLayer(this))
    , m_laneHeaders(new LaneHeaders(*this))
    , m_notes(new NoteMarks(*this))
    , m_measure(new MeasureTool(*this))
    , m_moves(new MoveTool(*this))
    , m_matches(new MatchMarks(*this))
    , m_gaps(new GapMarks(*this))
    , m_tools{m_notes, m_laneHeaders, m_measure, m_moves, m_matches, m_gaps}
    , m_input(new TimelineInput(*this, m_tools))
{
    connectParts();
    makeAccessible(*this); // now: what follows is told, and Qt keeps the interface that it then gets
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Timeline"));
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setMouseTracking(true);
    setGround(*this, m_theme);
    m_restTimer.setSingleShot(true);
    m_restTimer.setInterval(kRestMs);
    connect(&m_restTimer, &QTimer::timeout, this, [this] { m_cache.keep(); });
    layOut();
    describeSelection();
}

TimelineView::~TimelineView()
{
    endAccessible(*this);
}

void TimelineView::connectParts()
{
    const auto repaint = [this] { viewport()->update(); };
    connect(m_navigation, &TimelineNavigation::layoutAsked, this, &TimelineView::layOut);
    connect(m_navigation, &TimelineNavigation::moved, this, [this] {
        m_input->refreshHover();
        viewport()->update();
    });
    connect(m_navigation, &TimelineNavigation::scrolled, this,
            [this](int value) { verticalScrollBar()->setValue(value); });
    connect(m_navigation, &TimelineNavigation::laneAsked, m_laneHeaders, &LaneHeaders::reveal);
    connect(m_selection, &TimelineSelection::changed, this, [this] {
        describeSelection();
        viewport()->update();
    });
    connect(m_selection, &TimelineSelection::dragEndAsked, this, &TimelineView::cancelDrag);
    connect(m_comparison, &TimelineComparison::layoutAsked, this, &TimelineView::layOut);
    connect(m_comparison, &TimelineComparison::colorsChanged, this, repaint);
    connect(m_comparison, &TimelineComparison::sharedEndChanged, this, [this] {
        if (const Time end = axisEnd(); end != m_navigation->viewport().makespan())
            m_navigation->setContent(lanes(), end, !m_navigation->showsAll());
    });
    connect(m_criticalPath, &CriticalPathLayer::shownChanged, this, repaint);
    connect(m_memoryParts, &MemoryPartsLayer::changed, this, &TimelineView::layOut);
    connect(m_notes, &NoteMarks::bandChanged, this, &TimelineView::layOut);
    connect(m_laneHeaders, &LaneHeaders::arrangementChanged, this, &TimelineView::arrangeLanes);
    connect(m_laneHeaders, &LaneHeaders::selectedChanged, this, [this](std::optional<RankId> rank) {
        m_selection->setChosenLane(rank);
        describeSelection();
    });
    connect(m_measure, &MeasureTool::modeChanged, m_input, &TimelineInput::updateCursor);
    connect(m_input, &TimelineInput::hoverTextChanged, this, &TimelineView::hoverTextChanged);
}

const LaneIndex* TimelineView::index() const
{
    const LaneIndex* index = m_evaluation ? m_evaluation->index.get() : nullptr;
    return index != nullptr && index->laneCount() > 0 ? index : nullptr;
}

void TimelineView::setEvaluation(EvaluationPtr evaluation)
{
    if (evaluation == m_evaluation)
        return;
    // What comes of a drag is shown while it goes on.
    const MoveTool::Expected expected = m_moves->expectationOf(evaluation.get());
    if (expected == MoveTool::Expected::Not)
        cancelDrag();
    const EvaluationPtr before = std::exchange(m_evaluation, std::move(evaluation));
    m_memoryParts->setEvaluation(m_evaluation);
    m_selection->beginEvaluation(m_evaluation);
    m_comparison->setIndex(lanes());
    m_input->forgetPlaces();
    m_problems.reset();
    // Of the same order it stays until the new one is told, so that nothing of it blinks.
    takeExplanation(isRetimed(before, m_evaluation) ? m_explanation : nullptr);
    // Of an order that was only timed anew the same stretch stays in view, unless all of it was.
    const bool wasShown = before && m_evaluation;
    const bool retimed = wasShown && before->timeline->schedule == m_evaluation->timeline->schedule &&
                         !m_navigation->showsAll();
    const bool keepsRange = expected != MoveTool::Expected::Not
                                ? m_moves->keepsRange(expected)
                                : retimed || (wasShown && axisEnd() == m_navigation->viewport().makespan());
    m_navigation->setContent(lanes(), axisEnd(), keepsRange);
    m_selection->endEvaluation(expected == MoveTool::Expected::Preview ||
                               expected == MoveTool::Expected::Back);
    for (TimelineTool* tool : m_tools)
        tool->evaluationChanged();
    emit evaluationChanged();
}

void TimelineView::setProblems(ProblemReportPtr problems)
{
    const bool isOfShown = problems && m_evaluation && problems->timeline == m_evaluation->timeline;
    m_problems = isOfShown && !problems->problems.empty() ? std::move(problems) : nullptr;
    viewport()->update();
}

void TimelineView::setExplanation(ExplanationPtr explanation)
{
    if (explanation && (index() == nullptr || explanation->slack.size() != index()->laneCount()))
        explanation.reset();
    if (explanation == m_explanation)
        return;
    takeExplanation(std::move(explanation));
    m_input->refreshHover();
    viewport()->update();
}

void TimelineView::takeExplanation(ExplanationPtr explanation)
{
    m_explanation = std::move(explanation);
    m_criticalPath->setPath(lanes(), m_explanation ? std::shared_ptr<const CriticalPath>(
                                                         m_explanation, &m_explanation->criticalPath)
                                                   : nullptr);
    m_selection->setExplanation(m_explanation);
    m_gaps->renew();
}

void TimelineView::setThemeName(ThemeName theme)
{
    if (theme == m_theme)
        return;
    m_theme = theme;
    setGround(*this, theme);
    viewport()->update();
    emit themeChanged(theme);
}

void TimelineView::setShownFills(FillMask shown)
{
    if (shown == m_shown)
        return;
    m_shown = shown;
    layOut();
    emit shownFillsChanged(shown);
}

void TimelineView::toggleFill(FillClass fill)
{
    setShownFills(static_cast<FillMask>(m_shown ^ 1U << static_cast<unsigned>(fill)));
}

void TimelineView::setMemoryLanes(std::optional<bool> shown)
{
    if (shown == m_memoryChoice)
        return;
    m_memoryChoice = shown;
    layOut();
}

bool TimelineView::showsMemory() const
{
    return m_memoryChoice.value_or(!m_comparison->isCompact() &&
                                   (index() == nullptr || index()->laneCount() <= kMostMemoryLanes));
}

const MemoryCurvesPtr& TimelineView::memory() const
{
    static const MemoryCurvesPtr kNone;
    return index() != nullptr && showsMemory() ? m_evaluation->memory : kNone;
}

MemoryStackPtr TimelineView::memoryStack() const
{
    return memory() ? m_memoryParts->stack() : nullptr;
}

void TimelineView::setPointedAt(const Hit& place)
{
    m_input->setPointedAt(place);
}

void TimelineView::revealLane(RankId rank)
{
    if (index() == nullptr || rank.value >= index()->laneCount())
        return;
    m_laneHeaders->reveal(rank, false);
    m_navigation->scrollToRank(rank);
    m_laneHeaders->select(rank);
    m_laneHeaders->mark(rank);
}

Time TimelineView::axisEnd() const
{
    return m_evaluation
               ? std::max({m_evaluation->timeline->makespan, m_comparison->sharedEnd(), m_moves->heldEnd()})
               : 0;
}

Hit TimelineView::hitAt(const QPointF& position) const
{
    if (index() == nullptr)
        return {};
    const double ratio = m_navigation->viewport().devicePixelRatio();
    const ResidualLanePtr& lanes = m_comparison->residuals();
    const auto row = lanes ? geometry().echoRowAt(position.y()) : std::nullopt;
    if (!row)
        return hitTest(*index(), geometry(), position.x(), position.y(), ratio);
    const RankId rank = geometry().lanes[*row];
    if (rank.value >= lanes->lanes.hasLane.size() || lanes->lanes.hasLane[rank.value] == 0)
        return {};
    const double share = (position.y() - geometry().echoTop(*row)) / geometry().echoHeight;
    Hit hit = hitInLane(*index(), geometry(), {rank, Track::Compute}, position.x(), share, ratio);
    hit.isResidual = hit.action.has_value();
    return hit;
}

const CriticalPathPicture& TimelineView::criticalPathPicture() const
{
    return m_criticalPath->picture(geometry(), m_navigation->viewport().devicePixelRatio());
}

void TimelineView::fitSelection()
{
    if (m_measure->area())
        m_measure->fit();
    else if (index() != nullptr && (m_selection->gap() || m_selection->action()))
        m_selection->fit();
    else
        m_navigation->fitAll();
}

void TimelineView::clearSelection()
{
    // What is being dragged goes back; what was there before stays until it is asked for once more.
    const bool wasHeld = m_input->isToolHeld();
    cancelDrag();
    if (wasHeld ||
        std::any_of(m_tools.begin(), m_tools.end(), [](TimelineTool* tool) { return tool->clear(); }))
        return;
    m_selection->select(std::nullopt);
}

void TimelineView::cancelDrag()
{
    m_input->cancelDrag();
}

void TimelineView::layOut()
{
    TimelineViewport& lanesOf = m_navigation->viewport();
    std::vector<Track> subLanes = lanes() ? lanes()->subTracksInUse() : std::vector<Track>{};
    std::erase_if(subLanes, [this](Track track) { return !isShown(m_shown, fillClassOf(track)); });
    lanesOf.setSubLanes(std::move(subLanes));
    lanesOf.setMemoryStrips(memory() != nullptr, m_memoryParts->isWanted()
                                                     ? TimelineMetrics::kMemoryPartsShare
                                                     : TimelineMetrics::kMemoryShare);
    lanesOf.setNoteBand(m_notes->needsBand());
    lanesOf.setEcho(m_comparison->echoRoom());
    lanesOf.setCompact(m_comparison->isCompact());
    lanesOf.setLaneRoom(m_comparison->laneRoom());
    lanesOf.setRulerShown(m_comparison->hasRuler());
    const QSize size = viewport()->size();
    lanesOf.setSize(size.width(), size.height(), devicePixelRatioF());
    QScrollBar* bar = verticalScrollBar();
    const double position = geometry().scrollY;
    bar->setSingleStep(static_cast<int>(std::ceil(lanesOf.lanePitch())));
    bar->setPageStep(static_cast<int>(geometry().plot.height));
    bar->setRange(0, static_cast<int>(std::ceil(lanesOf.maxScrollY())));
    bar->setValue(static_cast<int>(std::lround(position)));
    m_input->refreshHover();
    viewport()->update();
    if (const bool wanted = showsMemory(); std::exchange(m_memoryShown, wanted) != wanted)
        emit memoryShownChanged(wanted);
    emit m_navigation->geometryChanged();
}

void TimelineView::arrangeLanes(const LaneArrangement& arrangement)
{
    m_navigation->viewport().setArrangement(arrangement);
    m_input->forgetClick();
    const auto isGone = [this](const auto& place) { return place && !geometry().rowOf(place->rank); };
    if (isGone(m_selection->action()) || isGone(m_selection->gap()))
        m_selection->select(std::nullopt);
    layOut();
}

PlotKey TimelineView::plotKey() const
{
    const LaneIndexPtr& difference = m_comparison->recolored();
    return {difference ? difference : lanes(),
            viewport()->size(),
            m_navigation->viewport().devicePixelRatio(),
            m_theme,
            difference ? kAllFills : m_shown,
            m_problems,
            memory(),
            memoryStack(),
            m_comparison->echo(),
            difference != nullptr,
            m_comparison->residuals(),
            geometry()};
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    QElapsedTimer timer;
    timer.start();
    const int rebuilds = m_cache.rebuilds();
    QPainter painter(viewport());
    // The update region clips this: a moving pointer copies little more than its own line.
    m_cache.paint(painter, event->region(), plotKey());
    if (!m_cache.isKept())
        m_restTimer.start();
    if (m_cache.rebuilds() != rebuilds && std::exchange(m_blends, m_cache.hasBlends()) != m_blends)
        QMetaObject::invokeMethod(this, &TimelineView::blendsChanged, Qt::QueuedConnection);
    if (index() == nullptr)
        return paintNothing(painter);
    const Theme& theme = Theme::get(m_theme);
    if (m_criticalPath->isThere())
        criticalPathPicture().paint(painter, event->rect(), theme);
    for (auto tool = m_tools.rbegin(); tool != m_tools.rend(); ++tool)
        (*tool)->paint(painter);
    m_input->paint(painter);
    m_frameTimes.add(static_cast<double>(timer.nsecsElapsed()) * 1e-6, m_cache.rebuilds() != rebuilds);
    m_frameTimes.paint(painter, viewport()->rect(), theme);
}

void TimelineView::paintNothing(QPainter& painter) const
{
    painter.setFont(sceneFont(13));
    painter.setPen(toColor(Theme::get(m_theme).color(Role::QuietText)));
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No schedule to show"));
    m_input->paint(painter);
}

void TimelineView::describeSelection()
{
    QString text = tr("Nothing is shown.");
    if (index() != nullptr && m_laneHeaders->selected())
        text = tr("Lane of rank %1 selected.").arg(m_laneHeaders->selected()->value);
    else if (index() != nullptr)
        text = m_selection->action() || m_selection->gap()
                   ? tr("Selected: %1")
                         .arg(HoverText::line(*index(), Hit{m_selection->action(), m_selection->gap()}))
                   : tr("%n lane(s), nothing selected. Arrows select an action.", nullptr,
                        static_cast<int>(index()->laneCount()));
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace bubblescope::ui
