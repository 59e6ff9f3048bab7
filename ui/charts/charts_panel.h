// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_files.h"
#include "ui/charts/sweep_runner.h"
#include "ui/jobs/latest_job.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace bubblescope::ui {

class ChartView;
class SegmentedChoice;

/// The Charts dock: one chart at a time. Its data is made on workers, only while the dock is to be seen, and
/// what is outdated is dropped. Over the chart stand the choice of it and what belongs to it; below, in one
/// line, what it leaves out.
class ChartsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ChartsPanel(QWidget* parent = nullptr);
    ~ChartsPanel() override;

    /// What the timeline shows.
    void setEvaluation(const EvaluationPtr& evaluation);
    /// What the document makes: what a sweep varies.
    void setDocument(const EvaluationPtr& evaluation);
    /// The document is about to change: a sweep of it as it was has no sense any more.
    void holdSweep();
    /// What the timeline shows of the time.
    void setShownRange(const TimeRange& range);
    void setSelectedRank(std::optional<RankId> rank);
    /// Of whom the chart is, for pictures.
    void setSubtitle(const QString& text) { m_subtitle = text; }
    /// What the button and the context menu offer; null is a separator.
    void setActions(const QList<QAction*>& actions);

    void setKind(ChartKind kind);
    [[nodiscard]] ChartKind kind() const { return m_kind; }
    void setFollows(bool follows);
    [[nodiscard]] bool follows() const { return m_follows; }
    /// Memory of one rank by its parts, in the place of all ranks' lines.
    void setByPart(bool byPart);
    [[nodiscard]] bool isByPart() const { return m_byPart; }
    void setAxis(SweepAxis axis);
    [[nodiscard]] SweepAxis axis() const { return m_axis; }

    /// What is drawn now, and where in the widget "chart".
    [[nodiscard]] const ChartContent& content() const;
    [[nodiscard]] ChartFrame frame() const;
    /// Shown in place of a chart; empty for none.
    [[nodiscard]] QString message() const;
    /// Something is being worked out.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool isSweeping() const { return m_runner.isRunning() || m_rest.isActive(); }
    /// Of the shown chart; empty content while there is none.
    [[nodiscard]] ChartPicture picture() const;
    [[nodiscard]] QString note() const;
    /// Picture and figures on the clipboard; says what became of it.
    void copy();

signals:
    void rankAsked(bubblescope::RankId rank);
    void placeAsked(bubblescope::RankId rank, bubblescope::Time time);
    void rangeAsked(const bubblescope::TimeRange& range);
    void kindChanged(bubblescope::ui::ChartKind kind);
    void followsChanged(bool follows);
    void byPartChanged(bool byPart);
    void hovered(const QString& text);
    void said(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Made
    {
        ChartContent content;
        InFlightCurvesPtr inFlight;
        MemoryStackPtr stack;
    };
    void makeHead(QHBoxLayout& head);
    void connectView();
    void showParts();
    void showNote();
    // charts_panel_jobs.cpp
    [[nodiscard]] TimeRange wantedRange() const;
    /// Makes the chart anew; one of the same kind and run that is being made is let finish first.
    void refresh(bool isOther);
    void run();
    void take(const Made& made);
    void showSweep();
    void startSweep();
    void stopSweep();
    void takeOutcomes(const std::vector<SweepOutcome>& outcomes);

    ChartKind m_kind = ChartKind::Memory;
    bool m_follows = true;
    bool m_byPart = false;
    SweepAxis m_axis = SweepAxis::Microbatches;
    EvaluationPtr m_evaluation;
    EvaluationPtr m_document;
    TimeRange m_shownRange;
    TimeRange m_ownRange; ///< while it does not follow
    QString m_subtitle;
    QList<QAction*> m_actions;
    ChartView* m_view;
    SegmentedChoice* m_kinds;
    SegmentedChoice* m_axes;
    QCheckBox* m_followBox;
    QCheckBox* m_byPartBox; ///< shown with the memory
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QToolButton* m_export;
    QLabel* m_note;
    LatestJob<Made> m_job;
    bool m_again = false;     ///< what is being made is outdated already
    bool m_isOutdated = true; ///< nothing was made since something changed
    InFlightCurvesPtr m_inFlight;
    EvaluationPtr m_inFlightOf;
    MemoryStackPtr m_stack; ///< of m_stack->total()
    SweepRunner m_runner;
    QTimer m_rest;            ///< until the document rests
    SweepChartPtr m_sweep;    ///< as far as it has come
    EvaluationPtr m_sweepOf;  ///< null if it is to be made anew
    bool m_isStopped = false; ///< by the user
};

} // namespace bubblescope::ui
