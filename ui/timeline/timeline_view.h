// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/build_scene.h"
#include "ui/document/problem_report.h"
#include "ui/timeline/dependency_links.h"
#include "ui/timeline/hit_test.h"
#include "ui/timeline/residual_lane.h"

#include <QAbstractScrollArea>
#include <memory>
#include <optional>

namespace bubblescope::ui {

class CriticalPathPicture;
class LaneHeaders;
class MatchMarks;
class MeasureTool;
class MoveTool;
class NoteMarks;

/// The timeline: lanes of ranks under a ruler, zoomed and panned, with hover and selection as an overlay.
/// It knows nothing of documents: it shows an Evaluation and says what the user points at.
///
/// The content (plot, ruler, lane headers) is drawn once into a pixmap and redrawn only when something that
/// it shows changes; pointer, selection and rubber band are painted over it. Its keys are commands
/// (ui/actions/timeline_commands.h); by itself it knows only Space, which is held to pan.
class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows another evaluation (null = nothing). Keeps the range while the makespan stays, else fits. The
    /// selection stays on the same action where its rank still runs it.
    void setEvaluation(EvaluationPtr evaluation);
    void setThemeName(ThemeName theme);
    void setShownFills(FillMask shown);
    /// Without a choice memory is shown under up to so many lanes.
    static constexpr std::size_t kMostMemoryLanes = 32;
    /// Memory under the lanes; without a choice, as long as there are few enough to stay readable.
    void setMemoryLanes(std::optional<bool> shown);
    /// Shows this range at once, kept inside the timeline.
    void setRange(const TimeRange& range);
    /// A position that holds no action (a bubble, or outside the schedule) clears the selection.
    void setSelection(std::optional<ActionPosition> action);
    /// Marks the actions of problems; one of another timeline than the shown one is dropped.
    void setProblems(ProblemReportPtr problems);
    /// Draws actions that wait for each other, in order, the last for the first, until the selection changes.
    void showCycle(std::vector<ActionPosition> cycle);
    /// Points at a moment on a lane where something is missing, scrolled and panned into view, until the
    /// selection changes.
    void showMissing(const LaneMoment& place);
    /// Why the shown evaluation is as long as it is: gives gaps their cause and the critical path. Dropped
    /// with the evaluation, unless the next one is the same order in other times: then it stays until told.
    void setExplanation(ExplanationPtr explanation);
    /// Underlines the blocks of the critical path, as soon as there is one.
    void setCriticalPathShown(bool shown);
    /// Draws arrows between the selected action and what it waits for and who waits for it; on by default.
    void setDependenciesShown(bool shown);
    /// Outlines what a row elsewhere is about, an action or a gap, without moving there; empty for nothing.
    void setPointedAt(const Hit& place);
    /// Marks an idle stretch in place of a selection; one that is a bubble of the explanation becomes that.
    void setGap(std::optional<Gap> gap);
    /// Marks a bubble, by its number in the ledger, and scrolls and pans until it is to be seen.
    void showBubble(std::size_t number);
    /// Scrolls and zooms until the action is wide enough to be read, if it has a length.
    void approach(const ActionPosition& action);
    /// Scrolls and pans, without zooming, until the stretch is to be seen, on that rank if there is one.
    void revealTime(Time from, Time to, std::optional<RankId> rank = {});
    /// So many rows are above the first shown one, as far as there are.
    void scrollToLane(double rows);
    /// Scrolls until a rank's lane is to be seen, if it is shown.
    void scrollToRank(RankId rank);
    /// Zoom is eased unless motion is reduced.
    void setReducedMotion(bool reduced);
    [[nodiscard]] bool isMotionReduced() const;
    [[nodiscard]] const LaneIndexPtr& echo() const;
    /// Whether the lanes are drawn in the colours of differences.
    [[nodiscard]] bool showsDifference() const;
    /// The time axis reaches at least so far, so that timelines beside each other can share it; 0 for as far
    /// as the timeline itself.
    void setSharedEnd(Time end);
    /// Draws another schedule's lanes, thin, under those of the same ranks; null = none.
    void setEcho(LaneIndexPtr echo);
    /// Draws the lanes in the colours of this index, which stand for differences, as long as it is of the
    /// shown timeline; null = by kinds.
    void setRecolored(LaneIndexPtr index);
    /// Shows under each lane how long its actions took against another time, as long as that is of the shown
    /// timeline; its room stays until it is taken away. Null = none. Not together with an echo.
    void setResiduals(ResidualLanePtr residuals);
    /// What is drawn of them now; null for nothing.
    [[nodiscard]] ResidualLanePtr residuals() const;
    /// Without a choice of the user's nothing but lanes is drawn: the room is shared.
    void setCompact(bool compact);
    /// Lanes are as high as they were in a view with at most that height under its ruler, so that two views
    /// that differ in it have equal ones; nothing for as high as fits.
    void setLaneRoom(std::optional<double> height);
    /// The axis above the lanes: of timelines under each other that share it one is enough.
    void setRulerShown(bool shown);
    [[nodiscard]] bool hasRuler() const;

    [[nodiscard]] EvaluationPtr evaluation() const;
    [[nodiscard]] ThemeName themeName() const;
    /// Where the view is, or is easing to.
    [[nodiscard]] TimeRange range() const;
    [[nodiscard]] std::optional<ActionPosition> selection() const;
    /// Of the selection, found once when it was made; empty without one.
    [[nodiscard]] const DependencyLinks& links() const;
    [[nodiscard]] const std::vector<ActionPosition>& cycle() const;
    [[nodiscard]] std::optional<LaneMoment> missingPlace() const;
    [[nodiscard]] ExplanationPtr explanation() const;
    [[nodiscard]] bool isCriticalPathShown() const;
    [[nodiscard]] bool areDependenciesShown() const;
    /// Of the present geometry; empty while the path is not shown.
    [[nodiscard]] const CriticalPathPicture& criticalPathPicture() const;
    [[nodiscard]] std::optional<Gap> gap() const;
    /// The marked gap's number in the explanation's ledger; nothing while there is none.
    [[nodiscard]] std::optional<std::size_t> bubble() const;
    [[nodiscard]] bool canViewBack() const;
    [[nodiscard]] bool canViewForward() const;
    [[nodiscard]] bool canSelectBack() const;
    [[nodiscard]] bool canSelectForward() const;
    /// The lane whose header is marked since revealLane(); nothing a moment later.
    [[nodiscard]] std::optional<RankId> markedLane() const;
    [[nodiscard]] FillMask shownFills() const;
    [[nodiscard]] bool showsMemory() const;
    /// Where the time axis ends: at the makespan, or later where it is shared.
    [[nodiscard]] Time axisEnd() const;
    /// Whether lanes are as low as it takes to show all ranks.
    [[nodiscard]] bool areRanksFitted() const;
    void setRanksFitted(bool fitted);
    /// From one unfolded lane to the next, in pixels.
    [[nodiscard]] double lanePitch() const;
    /// For tests and overlays: where lanes and times are in viewport pixels at this moment.
    [[nodiscard]] const TimelineGeometry& geometry() const;
    /// What stands at a place of the viewport.
    [[nodiscard]] Hit hitAt(const QPointF& position) const;
    [[nodiscard]] bool isRuler(const QPointF& position) const;
    [[nodiscard]] QString hoverText() const;
    /// How often the content was drawn anew; pointer moves must not raise it.
    [[nodiscard]] int contentRebuilds() const;
    /// How long the last drawing of the content took; 0 before the first.
    [[nodiscard]] double lastFrameMs() const;

    // Its tools, each with a state of its own.
    [[nodiscard]] MeasureTool& measure() const;
    [[nodiscard]] NoteMarks& notes() const;
    [[nodiscard]] LaneHeaders& laneHeaders() const;
    [[nodiscard]] MatchMarks& matches() const;
    [[nodiscard]] MoveTool& moves() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void zoomIn(); ///< at the pointer if it is over the plot, else at the middle
    void zoomOut();
    void fitAll();
    /// Fits all; asked again, while not every rank is shown, makes the lanes low enough for that, and back.
    void fitAllRanks();
    /// Brings the selection to the middle; when it already is there, zooms until it fills most of the plot.
    /// Without a selection fits all; a measured area comes first.
    void fitSelection();
    void fitArea(); ///< zooms until the measured area fills most of the plot
    void panLeft();
    void panRight();
    void selectNext(); ///< along the lane
    void selectPrevious();
    void selectLaneAbove();
    void selectLaneBelow();
    void selectWaitedFor(); ///< of what the selection waited for, what came last
    void selectNeedingIt(); ///< of what waits for the selection, what goes first
    void clearSelection();
    void cancelDrag(); ///< what is held or dragged is as it was before
    /// Along the lane of the gap or selection, else from the begin of the view; then on the next lane.
    void nextBubble();
    void previousBubble();
    void fitGap();               ///< zooms until the marked gap fills much of the plot
    void scrollLanes(int lanes); ///< down by so many lanes, up if negative
    void scrollPageUp();
    void scrollPageDown();
    void viewBack();
    void viewForward();
    /// Among the actions and gaps that were chosen before.
    void selectionBack();
    void selectionForward();
    void toggleFill(FillClass fill);
    /// Scrolls and pans, without zooming, until the action is to be seen.
    void reveal(const bubblescope::ActionPosition& action);
    /// As the Menu key does: beside the selected action, else in the middle.
    void askContextMenu();
    /// Shows a rank's lane, hidden or not, scrolls to it, chooses it and marks its header for a moment.
    void revealLane(bubblescope::RankId rank);

signals:
    void rangeChanged(const bubblescope::TimeRange& range);
    void selectionChanged(std::optional<bubblescope::ActionPosition> action);
    /// A gap was marked, no longer is, or its cause became known.
    void gapChanged(std::optional<bubblescope::ui::Gap> gap);
    /// What the pointer is on, as one line ("1F3 · rank 1 · 4 to 5"), empty for nothing.
    void hoverTextChanged(const QString& text);
    void shownFillsChanged(bubblescope::FillMask shown);
    void memoryShownChanged(bool shown);
    void criticalPathShownChanged(bool shown);
    void evaluationChanged();
    /// What back and forward can go to, of the view and of the selection.
    void historyChanged();
    void themeChanged(bubblescope::ThemeName theme);
    /// There is no further bubble that way: the rank that the marked one is on was the last.
    void lastBubbleReached(bool forward);
    /// Lanes, range or size changed: what stands beside the timeline has to align anew.
    void geometryChanged();
    /// A context menu is asked for at a place of the viewport, on an action if there is one.
    void contextMenuAsked(const QPoint& globalPosition, std::optional<bubblescope::ActionPosition> action);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace bubblescope::ui
