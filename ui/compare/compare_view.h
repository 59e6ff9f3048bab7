// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"

namespace bubblescope::ui {

class CompareHeader;
class TimelinePane;
class TimelineView;
class ViewLink;

/// Shows a comparison in the window's timeline: a line with figures above it, and for each mode what belongs
/// to it. Undone, the timeline is as it was. What is needed for it is made when it is first needed.
class CompareView : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the pane. `comparison` has to stay.
    CompareView(TimelinePane& pane, Comparison& comparison);

    /// Above the timeline; null before the first comparison.
    [[nodiscard]] CompareHeader* header() const { return m_header; }
    [[nodiscard]] CompareHeader* referenceHeader() const { return m_referenceHeader; }
    /// The timeline of the reference; null before the first split.
    [[nodiscard]] TimelineView* referenceView() const { return m_referenceView; }

signals:
    void closeAsked();
    void referenceViewMade(bubblescope::ui::TimelineView* view);

private:
    void follow();
    void showHeaders();
    void makeHeader();
    void makeReferenceView();
    void showSplit(bool shown);

    TimelinePane& m_pane;
    Comparison& m_comparison;
    CompareHeader* m_header = nullptr;
    QWidget* m_referenceBox = nullptr;
    CompareHeader* m_referenceHeader = nullptr;
    TimelineView* m_referenceView = nullptr;
    ViewLink* m_link = nullptr;
};

} // namespace bubblescope::ui
