// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"

#include <vector>

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
    /// Above a reference's own timeline, or of the chosen one beside the header; null before it is first
    /// needed.
    [[nodiscard]] CompareHeader* referenceHeader(std::size_t reference = 0) const;
    [[nodiscard]] DifferenceLegend* legend() const { return m_legend; }
    /// The timeline of a reference in Split; null before so many were shown.
    [[nodiscard]] TimelineView* referenceView(std::size_t reference = 0) const;
    /// All that were made, shown or not, from top to bottom.
    [[nodiscard]] std::vector<TimelineView*> referenceViews() const;
    /// The reference whose timeline (or line) this is or is in; nothing for any other widget.
    [[nodiscard]] std::optional<std::size_t> referenceOf(const QWidget* widget) const;
    /// By how many pixels the timelines of Split are too low for lanes with labels of full size; negative
    /// where there is more. 0 in any other mode.
    [[nodiscard]] int lackingHeight() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void closeAsked();
    void removeAsked(std::size_t reference);
    void menuAsked(std::size_t reference, const QPoint& globalPosition);
    void referenceViewMade(bubblescope::ui::TimelineView* view);

private:
    /// A reference with its line in Split.
    struct SidePane
    {
        QWidget* box = nullptr;
        CompareHeader* header = nullptr;
        TimelineView* view = nullptr;
    };
    void follow();
    void makeBars();
    void makeReferenceView();
    void connectReference(const SidePane& side);
    void showBars(CompareMode mode);
    void showOneReference(const QStringList& titles);
    void showAllReferences(const QStringList& titles);
    [[nodiscard]] QString againstCurrent(const Evaluation& reference) const;
    [[nodiscard]] QString rankWords() const;
    [[nodiscard]] QString stageWords() const;
    void showSplit(bool shown);
    void shareHeight();
    [[nodiscard]] int rulerHeight(const TimelineView& view) const;
    void showLanes(CompareMode mode);
    void showDifference();

    TimelinePane& m_pane;
    Comparison& m_comparison;
    CompareMode m_shown = CompareMode::Off;
    std::size_t m_shownSides = 0; ///< references with a timeline
    bool m_isShared = false;      ///< the height, equally: until the user moves a handle
    CompareHeader* m_header = nullptr;
    CompareHeader* m_referenceLine = nullptr; ///< where the references have no timelines of their own
    DifferenceLegend* m_legend = nullptr;
    std::vector<SidePane> m_sides;
    ViewLink* m_link = nullptr;
};

} // namespace bubblescope::ui
