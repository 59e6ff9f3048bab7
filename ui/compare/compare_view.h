// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"

namespace bubblescope::ui {

class CompareHeader;
class DifferenceLegend;
class TimelinePane;
class TimelineView;
class ViewLink;

/// Shows a comparison in the window's timeline: a line with figures for each side, and for each mode what
/// belongs to it. Undone, the timeline is as it was. What is needed for it is made when it is first needed.
class CompareView : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the pane. `comparison` has to stay.
    CompareView(TimelinePane& pane, Comparison& comparison);

    /// Above the timeline; null before the first comparison.
    [[nodiscard]] CompareHeader* header() const { return m_header; }
    /// Above the reference's own timeline, or beside the header; null before it is first needed.
    [[nodiscard]] CompareHeader* referenceHeader() const;
    [[nodiscard]] DifferenceLegend* legend() const { return m_legend; }
    /// The timeline of the reference; null before the first split.
    [[nodiscard]] TimelineView* referenceView() const { return m_referenceView; }

signals:
    void closeAsked();
    void referenceViewMade(bubblescope::ui::TimelineView* view);

private:
    void follow();
    void makeBars();
    void makeReferenceView();
    void showBars(CompareMode mode);
    void showSplit(bool shown);
    void showLanes(CompareMode mode);
    void showDifference();

    TimelinePane& m_pane;
    Comparison& m_comparison;
    CompareMode m_shown = CompareMode::Off;
    CompareHeader* m_header = nullptr;
    CompareHeader* m_referenceLine = nullptr; ///< where the reference has no timeline of its own
    DifferenceLegend* m_legend = nullptr;
    QWidget* m_referenceBox = nullptr;
    CompareHeader* m_referenceHeader = nullptr;
    TimelineView* m_referenceView = nullptr;
    ViewLink* m_link = nullptr;
};

} // namespace bubblescope::ui
