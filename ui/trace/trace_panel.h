// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_table.h"
#include "ui/trace/trace_rows.h"
#include "ui/trace/trace_session.h"

#include <QWidget>
#include <array>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace bubblescope::ui {

class DurationHistogram;
class ElidedLabel;
class PatternPage;
class SegmentedChoice;
class SlowdownPage;
class StreamLanes;
class WaterfallView;

/// The dock of the open profiles: which schedule they show and how long a step takes against what the costs
/// fitted to it predict; the step; and as pages where the time went, their files, the schedules that are
/// near, durations with a histogram, deviations, ranks, patterns for names, streams and warnings.
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
        Warnings,
        Patterns,
        Streams,
        Slowdown
    };

    /// `session` and `document` have to stay.
    TracePanel(TraceSession& session, Document& document, QWidget* parent = nullptr);

    [[nodiscard]] FigureTable* table(TraceList list) const
    {
        return m_tables[static_cast<std::size_t>(list)];
    }
    [[nodiscard]] WaterfallView* waterfall() const { return m_waterfall; }
    [[nodiscard]] DurationHistogram* histogram() const { return m_histogram; }
    [[nodiscard]] PatternPage* patterns() const { return m_patterns; }
    [[nodiscard]] StreamLanes* streams() const { return m_streams; }
    [[nodiscard]] SlowdownPage* slowdown() const { return m_slowdown; }
    [[nodiscard]] QComboBox* steps() const { return m_steps; }
    /// "1f1b, exact · measured 254.13 ms · predicted 248.02 ms (−2.4 %)".
    [[nodiscard]] QString summary() const;
    /// The line above the pages: what was fitted, or of a page of residuals what they are held against.
    [[nodiscard]] QString details() const;
    [[nodiscard]] Page page() const;
    void setPage(Page page);
    /// Whether the profiles hold nothing but streams: they are worth the room of the timeline.
    [[nodiscard]] bool wantsRoom() const;
    /// Whether the dock has the room of the timeline: tells on the button that asks for it.
    void setRoomy(bool roomy);

signals:
    void roomAsked(bool given);
    void targetAsked(const bubblescope::ui::FigureTarget& target);
    void saveAsked();
    void openAsked();
    void copied(const QString& said);

private:
    void makeTop();
    void makePages();
    QWidget* makeStreamPage();
    void showStreamRange();
    void follow();
    void followShown();
    void showPage();
    void showWaterfall();
    void listActions(DeviationCause cause);
    void showSummary();
    [[nodiscard]] QString detailsText(const TraceAnalysis& analysis) const;
    void showSteps(const TraceAnalysis& analysis);
    void showStragglers(const TraceAnalysis& analysis);
    void followWhatIf();
    void showHistogram();

    TraceSession& m_session;
    Document& m_document;
    ElidedLabel* m_summary;
    ElidedLabel* m_details;
    QComboBox* m_steps;
    QPushButton* m_save;
    QHBoxLayout* m_stragglers;
    SegmentedChoice* m_choice;
    QStackedWidget* m_filters; ///< of the pages that are tables
    QStackedWidget* m_pages;
    std::array<FigureTable*, kTraceListCount> m_tables{};
    std::array<bool, kTraceListCount> m_isFilled{};
    WaterfallView* m_waterfall;
    DurationHistogram* m_histogram;
    PatternPage* m_patterns;
    QLabel* m_streamText;
    QWidget* m_streamTools; ///< in place of the tables' filters
    ElidedLabel* m_streamRange;
    QPushButton* m_room;
    StreamLanes* m_streams;
    SlowdownPage* m_slowdown;
};

} // namespace bubblescope::ui
