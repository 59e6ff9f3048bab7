// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_table.h"
#include "ui/trace/trace_rows.h"
#include "ui/trace/trace_session.h"

#include <QWidget>
#include <array>

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace bubblescope::ui {

class DurationHistogram;
class ElidedLabel;
class PatternPage;
class RunsPage;
class SecondRun;
class SegmentedChoice;
class SlowdownPage;
class StragglerRow;
class StreamLanes;
class StreamPage;
class WaterfallView;

/// The dock of the open profiles: which schedule they show and how long a step takes against what the costs
/// fitted to it predict; the step and the replica; and as pages where the time went, their files, the
/// schedules that are near, durations with a histogram, deviations, ranks, replicas, patterns for names,
/// streams and warnings.
class TracePanel : public QWidget
{
    Q_OBJECT

public:
    enum Page {
        Overview,
        Files,
        Schedule,
        Durations,
        Deviations,
        Ranks,
        Replicas, ///< offered where several pipelines run the same beside each other
        Warnings,
        Patterns,
        Streams,
        Slowdown,
        Runs ///< offered while a second run is open
    };

    /// `session` and `document` have to stay.
    TracePanel(TraceSession& session, Document& document, QWidget* parent = nullptr);

    [[nodiscard]] FigureTable* table(TraceList list) const
    {
        return m_tables[static_cast<std::size_t>(list)];
    }
    [[nodiscard]] StragglerRow* stragglers() const { return m_stragglers; }
    [[nodiscard]] WaterfallView* waterfall() const { return m_waterfall; }
    [[nodiscard]] DurationHistogram* histogram() const { return m_histogram; }
    [[nodiscard]] PatternPage* patterns() const { return m_patterns; }
    [[nodiscard]] StreamLanes* streams() const;
    [[nodiscard]] SlowdownPage* slowdown() const { return m_slowdown; }
    [[nodiscard]] RunsPage* runs() const { return m_runs; }
    /// Another run beside this one; has to stay.
    void setSecond(SecondRun& second);
    [[nodiscard]] QComboBox* steps() const { return m_steps; }
    [[nodiscard]] QComboBox* replicas() const { return m_replicas; }
    /// "1f1b, exact · measured 254.13 ms · predicted 248.02 ms (−2.4 %)".
    [[nodiscard]] QString summary() const;
    /// The line above the pages: what was fitted, or of a page of residuals what they are held against.
    [[nodiscard]] QString details() const;
    [[nodiscard]] Page page() const;
    void setPage(Page page);
    /// The bar of the waterfall that is chosen: its actions alone are listed among the deviations.
    [[nodiscard]] std::optional<DeviationCause> cause() const;
    void setCause(std::optional<DeviationCause> cause);
    /// How many actions stand out in the lanes as those of the cause.
    void setMarked(std::size_t actions);
    /// Whether the profiles hold nothing but streams: they are worth the room of the timeline.
    [[nodiscard]] bool wantsRoom() const;
    /// Whether the dock has the room of the timeline: tells on the button that asks for it.
    void setRoomy(bool roomy);

signals:
    void roomAsked(bool given);
    void targetAsked(const bubblescope::ui::FigureTarget& target);
    void causeChanged();
    void saveAsked();
    void openAsked();
    void secondAsked();      ///< another run to compare with
    void secondCloseAsked(); ///< no longer
    void copied(const QString& said);

private:
    void makeTop();
    void makePages();
    void follow();
    void followShown();
    void showPage();
    void showWaterfall();
    void showSummary();
    [[nodiscard]] QString detailsText(const TraceAnalysis& analysis) const;
    void showSteps(const TraceAnalysis& analysis);
    void showReplicas(const TraceAnalysis& analysis);
    void showHistogram();

    TraceSession& m_session;
    Document& m_document;
    ElidedLabel* m_summary;
    ElidedLabel* m_details;
    QComboBox* m_replicas;
    QComboBox* m_steps;
    QPushButton* m_save;
    QPushButton* m_compare;
    QPushButton* m_listActions;
    StragglerRow* m_stragglers;
    SegmentedChoice* m_choice;
    QStackedWidget* m_filters; ///< of the pages that are tables
    QStackedWidget* m_pages;
    std::array<FigureTable*, kTraceListCount> m_tables{};
    std::array<bool, kTraceListCount> m_isFilled{};
    WaterfallView* m_waterfall;
    DurationHistogram* m_histogram;
    PatternPage* m_patterns;
    StreamPage* m_streams; ///< its tools are beside the details
    SlowdownPage* m_slowdown;
    RunsPage* m_runs;
    std::optional<FigureTarget> m_wanted; ///< to be gone to with the next analysis
};

} // namespace bubblescope::ui
