// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_table.h"
#include "ui/trace/trace_rows.h"
#include "ui/trace/trace_session.h"

#include <QWidget>
#include <array>

class QStackedWidget;

namespace bubblescope::ui {

class DurationHistogram;
class ElidedLabel;
class PatternPage;
class SegmentedChoice;
class StreamLanes;
class StreamPage;

/// The details of the open profiles: which schedule they show and how long a step takes against what the
/// costs fitted to it predict; and as pages their files, the schedules that are near, durations with a
/// histogram, deviations, ranks, replicas, patterns for names, streams and warnings.
class TracePanel : public QWidget
{
    Q_OBJECT

public:
    enum Page {
        Files,
        Schedule,
        Durations,
        Deviations,
        Ranks,
        Replicas, ///< offered where several pipelines run the same beside each other
        Warnings,
        Patterns,
        Streams
    };

    /// `session` and `document` have to stay.
    TracePanel(TraceSession& session, Document& document, QWidget* parent = nullptr);

    [[nodiscard]] FigureTable* table(TraceList list) const
    {
        return m_tables[static_cast<std::size_t>(list)];
    }
    [[nodiscard]] DurationHistogram* histogram() const { return m_histogram; }
    [[nodiscard]] PatternPage* patterns() const { return m_patterns; }
    [[nodiscard]] StreamLanes* streams() const;
    /// "1f1b, exact · measured 254.13 ms · predicted 248.02 ms (−2.4 %)".
    [[nodiscard]] QString summary() const;
    /// The line above the pages: what was fitted, or of a page of residuals what they are held against.
    [[nodiscard]] QString details() const;
    [[nodiscard]] Page page() const;
    void setPage(Page page);
    /// Lists the deviations of this cause alone; nothing for all.
    void showCause(std::optional<DeviationCause> cause);
    /// Whether the profiles hold nothing but streams.
    [[nodiscard]] bool holdsStreamsOnly() const;

signals:
    void targetAsked(const bubblescope::ui::TraceTarget& target);
    void copied(const QString& said);

private:
    void makeTop();
    void makePages();
    void follow();
    void followShown();
    void showPage();
    void showSummary();
    [[nodiscard]] QString detailsText(const TraceAnalysis& analysis) const;
    void offerReplicas(const TraceAnalysis& analysis);
    void showHistogram();

    TraceSession& m_session;
    Document& m_document;
    ElidedLabel* m_summary;
    ElidedLabel* m_details;
    SegmentedChoice* m_choice;
    QStackedWidget* m_filters; ///< of the pages that are tables
    QStackedWidget* m_pages;
    std::array<FigureTable*, kTraceListCount> m_tables{};
    std::array<bool, kTraceListCount> m_isFilled{};
    DurationHistogram* m_histogram;
    PatternPage* m_patterns;
    StreamPage* m_streams; ///< its range is beside the details
    std::optional<DeviationCause> m_cause;
};

} // namespace bubblescope::ui
