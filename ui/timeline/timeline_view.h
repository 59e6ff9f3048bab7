// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/build_scene.h"
#include "ui/document/problem_report.h"
#include "ui/timeline/critical_path_layer.h"
#include "ui/timeline/frame_times.h"
#include "ui/timeline/plot_cache.h"
#include "ui/timeline/timeline_comparison.h"
#include "ui/timeline/timeline_navigation.h"
#include "ui/timeline/timeline_selection.h"

#include <QAbstractScrollArea>
#include <QTimer>
#include <optional>
#include <vector>

namespace bubblescope::ui {

class GapMarks;
class LaneHeaders;
class MatchMarks;
class MeasureTool;
class MemoryPartsLayer;
class MoveTool;
class NoteMarks;
class TimelineInput;
class TimelineTool;

/// The timeline: lanes of ranks under a ruler, zoomed and panned, with hover and selection as an overlay.
/// It knows nothing of documents: it shows an Evaluation and says what the user points at. It puts together
/// its parts, each with a state of its own, and draws them.
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

    /// Which part of the timeline is to be seen.
    [[nodiscard]] TimelineNavigation& navigation() const { return *m_navigation; }
    [[nodiscard]] TimelineSelection& chosen() const { return *m_selection; }
    /// What is drawn beside, under or over the lanes to compare them.
    [[nodiscard]] TimelineComparison& comparison() const { return *m_comparison; }
    [[nodiscard]] CriticalPathLayer& criticalPath() const { return *m_criticalPath; }
    [[nodiscard]] MemoryPartsLayer& memoryParts() const { return *m_memoryParts; }
    [[nodiscard]] MeasureTool& measure() const { return *m_measure; }
    [[nodiscard]] NoteMarks& notes() const { return *m_notes; }
    [[nodiscard]] LaneHeaders& laneHeaders() const { return *m_laneHeaders; }
    [[nodiscard]] MatchMarks& matches() const { return *m_matches; }
    [[nodiscard]] GapMarks& gaps() const { return *m_gaps; }
    [[nodiscard]] MoveTool& moves() const { return *m_moves; }

    /// Shows another evaluation (null = nothing). Keeps the range while the makespan stays, else fits. The
    /// selection stays on the same action where its rank still runs it.
    void setEvaluation(EvaluationPtr evaluation);
    [[nodiscard]] EvaluationPtr evaluation() const { return m_evaluation; }
    /// The lanes that are shown; null if there are none.
    [[nodiscard]] const LaneIndex* index() const;
    /// Marks the actions of problems; one of another timeline than the shown one is dropped.
    void setProblems(ProblemReportPtr problems);
    /// Why the shown evaluation is as long as it is: gives gaps their cause and the critical path. Dropped
    /// with the evaluation, unless the next one is the same order in other times: then it stays until told.
    void setExplanation(ExplanationPtr explanation);
    [[nodiscard]] ExplanationPtr explanation() const { return m_explanation; }
    void setThemeName(ThemeName theme);
    [[nodiscard]] ThemeName themeName() const { return m_theme; }
    void setShownFills(FillMask shown);
    void toggleFill(FillClass fill);
    [[nodiscard]] FillMask shownFills() const { return m_shown; }
    /// Without a choice memory is shown under up to so many lanes.
    static constexpr std::size_t kMostMemoryLanes = 32;
    /// Memory under the lanes; without a choice, as long as there are few enough to stay readable.
    void setMemoryLanes(std::optional<bool> shown);
    [[nodiscard]] bool showsMemory() const;
    /// What is drawn under the lanes; null = nothing.
    [[nodiscard]] const MemoryCurvesPtr& memory() const;
    /// Its parts, where they are drawn; null = not.
    [[nodiscard]] MemoryStackPtr memoryStack() const;
    /// Outlines what a row elsewhere is about, an action or a gap, without moving there; empty for nothing.
    void setPointedAt(const Hit& place);
    /// Shows a rank's lane, hidden or not, scrolls to it, chooses it and marks its header for a moment.
    void revealLane(RankId rank);

    /// Where the time axis ends: at the makespan, or later where it is shared.
    [[nodiscard]] Time axisEnd() const;
    /// Where lanes and times are in viewport pixels at this moment.
    [[nodiscard]] const TimelineGeometry& geometry() const { return m_navigation->geometry(); }
    /// What is at a place of the viewport.
    [[nodiscard]] Hit hitAt(const QPointF& position) const;
    /// What the pointer is on, as one line; empty for nothing.
    [[nodiscard]] const QString& hoverText() const;
    /// Cards beside the pointer are one line: what is selected is explained elsewhere.
    void setCardsShort(bool shortened);
    /// In the present geometry; empty while the path is not shown.
    [[nodiscard]] const CriticalPathPicture& criticalPathPicture() const;
    /// Whether a pixel of the lanes shows several actions, as they were drawn last.
    [[nodiscard]] bool hasBlends() const { return m_blends; }
    /// How often the content was drawn anew; pointer moves must not raise it.
    [[nodiscard]] int contentRebuilds() const { return m_cache.rebuilds(); }
    /// How long the last drawing of the content took; 0 before the first.
    [[nodiscard]] double lastFrameMs() const { return m_frameTimes.lastMs(); }

    [[nodiscard]] QSize sizeHint() const override { return {960, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 96}; }

public slots:
    /// Brings the selection to the middle; when it already is there, zooms until it fills most of the plot.
    /// Without a selection fits all; a measured area comes first.
    void fitSelection();
    /// What is dragged goes back; else a tool's choice is cleared, else the selection.
    void clearSelection();
    void cancelDrag(); ///< what is held or dragged is as it was before
    /// As the Menu key does: beside the selected action, else in the middle.
    void askContextMenu();

signals:
    /// What the pointer is on, as one line ("1F3 · rank 1 · 4 to 5"), empty for nothing.
    void hoverTextChanged(const QString& text);
    void shownFillsChanged(bubblescope::FillMask shown);
    void memoryShownChanged(bool shown);
    void blendsChanged(); ///< told after the frame
    void evaluationChanged();
    void themeChanged(bubblescope::ThemeName theme);
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
    void connectParts();
    /// Works out where the lanes are.
    void layOut();
    /// Which lanes there are, and where: keeps nothing selected that is not shown.
    void arrangeLanes(const LaneArrangement& arrangement);
    [[nodiscard]] LaneIndexPtr lanes() const { return m_evaluation ? m_evaluation->index : nullptr; }
    [[nodiscard]] PlotKey plotKey() const;
    void paintNothing(QPainter& painter) const;
    void takeExplanation(ExplanationPtr explanation);
    void describeSelection();

    TimelineNavigation* m_navigation;
    TimelineSelection* m_selection;
    TimelineComparison* m_comparison;
    CriticalPathLayer* m_criticalPath;
    MemoryPartsLayer* m_memoryParts;
    LaneHeaders* m_laneHeaders;
    NoteMarks* m_notes;
    MeasureTool* m_measure;
    MoveTool* m_moves;
    MatchMarks* m_matches;
    GapMarks* m_gaps;

    std::vector<TimelineTool*> m_tools; ///< as they are asked for a press; painted the other way round
    TimelineInput* m_input;
    EvaluationPtr m_evaluation;
    ProblemReportPtr m_problems;
    ExplanationPtr m_explanation;
    ThemeName m_theme = ThemeName::Light;
    FillMask m_shown = kAllFills;
    std::optional<bool> m_memoryChoice;
    bool m_memoryShown = false; ///< as it was told last
    bool m_blends = false;
    PlotCache m_cache;
    FrameTimes m_frameTimes;
    QTimer m_restTimer; ///< until the content is kept that a movement has left
};

} // namespace bubblescope::ui
