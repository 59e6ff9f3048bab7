// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/critical_path_marks.h"
#include "ui/timeline/frame_times.h"
#include "ui/timeline/lane_beacon.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/move_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/overlay_painter.h"
#include "ui/timeline/plot_cache.h"
#include "ui/timeline/selection_history.h"
#include "ui/timeline/timeline_view.h"
#include "ui/timeline/timeline_viewport.h"
#include "ui/timeline/view_history.h"

#include <QPointF>
#include <QTimer>
#include <QVariantAnimation>
#include <array>

namespace bubblescope::ui {

/// What the timeline view does, behind its events: the input functions take plain values.
class TimelineView::Private
{
public:
    /// What a held mouse button is doing.
    enum class Drag : std::uint8_t { None, Click, Pan, Ruler, Tool };

    explicit Private(TimelineView* view);

    [[nodiscard]] const LaneIndex* index() const { return evaluation ? evaluation->index.get() : nullptr; }
    [[nodiscard]] bool isShowing() const { return index() != nullptr && index()->laneCount() > 0; }
    [[nodiscard]] bool wantsMemory() const;
    /// What is drawn under the lanes; null = nothing.
    [[nodiscard]] const MemoryCurvesPtr& memory() const;
    [[nodiscard]] OverlayPlace place() const;
    [[nodiscard]] PlotKey plotKey() const;
    [[nodiscard]] TimeRange destination() const;

    // The view.
    void layOut();
    void makeRoomForEcho();
    void apply(const TimeRange& range);
    /// `before`: what those who listen know of.
    void apply(const TimeRange& range, const TimeRange& before);
    void goTo(const TimeRange& range, ViewHistory::Step step, bool eased);
    void zoomAt(double x, double factor, bool eased);
    void panBy(Time delta, bool eased);
    void scrollTo(double y);
    /// Shows the lane's rank if it is hidden, and unfolds it for a sub-lane.
    void scrollToLane(LaneId lane);
    /// Which lanes there are, and where: keeps nothing selected that is not shown.
    void arrangeLanes(const LaneArrangement& arrangement);
    [[nodiscard]] double zoomCenter() const;

    // The selection.
    void select(const std::optional<ActionPosition>& action);
    void selectByKey(const std::optional<ActionPosition>& action, bool keepAnchor);
    void moveAlong(int step);
    void moveAcross(int step);
    /// Selects the other end of a link, if there is one, and brings it into view.
    void follow(const std::optional<ActionPosition>& link);
    /// The first row that is to be seen whole.
    [[nodiscard]] std::size_t firstRowInView() const;
    [[nodiscard]] std::optional<ActionPosition> firstInView() const;
    /// The selected action of the evaluation before, in the present one.
    [[nodiscard]] std::optional<ActionPosition> followed(const Evaluation* before) const;
    /// Selects without a check and without telling.
    void setSelected(const std::optional<ActionPosition>& action);
    /// Drops what refers to places of an evaluation that is gone.
    void forgetPlaces();
    void showContent(Time end, bool keepsRange);
    /// Where the axis ends with what is shown now.
    [[nodiscard]] Time axisEnd() const;
    /// `recolored` is of what is shown.
    [[nodiscard]] bool isRecolored() const;
    /// What is drawn under the lanes; null = nothing.
    [[nodiscard]] const ResidualLanePtr& shownResiduals() const;
    /// Adds what the residual lane says of a pointed-at action to its card, and heads it with that in the
    /// lane itself.
    void tellResidual(const Hit& hit, HoverCard& card);
    [[nodiscard]] Hit hitAt(const QPointF& position) const;
    void describeSelection();

    // What was chosen before (timeline_view_history.cpp).
    [[nodiscard]] bool isChosen() const;
    void noteChoice();
    void recall(Choice choice);
    /// The choices of the evaluation before, in the present one.
    void retimeChoices(const Evaluation* before);

    // Bubbles and the critical path (timeline_view_gap.cpp).
    void makePathMarks();
    void chooseGap(const std::optional<Gap>& gap);
    /// The bubble that the marked gap is, and what it waits for.
    void findBubble();
    void moveToBubble(bool forward);

    // Input.
    void press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void move(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void release(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void doubleClick(const QPointF& position);
    [[nodiscard]] std::optional<ActionPosition> visibleMaker(const MemorySpot& spot) const;
    void wheel(const QPointF& position, const QPointF& notches, const QPointF& pixels,
               Qt::KeyboardModifiers modifiers);
    void setSpaceHeld(bool held);
    void cancelDrag();
    void pointAt(const std::optional<QPointF>& position);
    void refreshHover();
    /// Until the pointer moves: who works by keys looks at what they did.
    void hideCard();
    void updateCursor();

    // The tools (timeline_view_tools.cpp).
    /// True = a tool has taken the press.
    [[nodiscard]] bool pressTool(const QPointF& position, Qt::MouseButton button,
                                 Qt::KeyboardModifiers modifiers);
    /// A click that has become a drag goes to the tool that wants it.
    void offerDrag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] std::optional<Qt::CursorShape> toolCursor(const QPointF& position) const;
    [[nodiscard]] bool clearTool();

    TimelineView* const q;
    LaneHeaders* const laneHeaders;
    NoteMarks* const noteMarks;
    MeasureTool* const measureTool;
    MoveTool* const moveTool;
    MatchMarks* const matchMarks;
    LaneBeacon* const beacon;
    /// As they are asked for a press; painted the other way round.
    const std::array<TimelineTool*, 6> tools;
    TimelineTool* heldTool = nullptr; ///< has the pointer until the button is released
    EvaluationPtr evaluation;
    ProblemReportPtr problems;
    ExplanationPtr explanation;
    bool pathShown = false;
    CriticalPathMarksPtr pathMarks; ///< null while the path is not shown
    CriticalPathPicture pathPicture;
    std::optional<std::size_t> bubble; ///< the marked gap's number in the ledger
    TimelineViewport viewport;
    PlotCache cache;
    QTimer restTimer; ///< until the content is kept that a movement has left
    FrameTimes frameTimes;
    OverlayState overlay;
    ViewHistory history;
    SelectionHistory selections;
    ThemeName theme = ThemeName::Light;
    FillMask shown = kAllFills;
    std::optional<bool> memoryChoice;
    bool reducedMotion = false;
    Time sharedEnd = 0;
    LaneIndexPtr echo;
    LaneIndexPtr recolored;
    ResidualLanePtr residuals;
    bool compact = false;
    bool hasAskedForAll = false;
    bool menuIsTaken = false; ///< the right button has ended a drag
    QString hoverText;

private:
    void stopEasing();
    void updateOverlay(const OverlayState& state);

    bool m_memoryShown = false;
    QVariantAnimation m_easing;
    TimeRange m_easeFrom, m_easeTo;
    Time m_anchorTime = 0; ///< where up and down look, however far the chosen blocks lie from it
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_dragged;
    std::optional<QPointF> m_pointer;
    bool m_cardHidden = false;
    bool m_spaceHeld = false;
    bool m_recalling = false; ///< what is chosen now was chosen before
};

} // namespace bubblescope::ui
