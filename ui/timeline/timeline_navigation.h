// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"
#include "ui/timeline/timeline_viewport.h"
#include "ui/timeline/view_history.h"

#include <QVariantAnimation>
#include <algorithm>
#include <optional>

namespace bubblescope::ui {

/// Which part of a timeline is to be seen, and how one gets elsewhere: zoom, pan, fit, scroll, back and
/// forward. Plain state and signals; a view draws what it says and gives it the pointer and the scroll bar.
class TimelineNavigation : public QObject
{
    Q_OBJECT

public:
    /// Zoom and pan are eased while the parent is a widget on the screen.
    explicit TimelineNavigation(QObject* parent = nullptr);

    /// Shows other lanes, null for none, on an axis that ends there: the same range as before, or all.
    void setContent(const LaneIndexPtr& index, Time end, bool keepsRange);
    /// Which lanes there are and what room they have. Who changes that tells it by layoutAsked().
    [[nodiscard]] TimelineViewport& viewport() { return m_viewport; }
    [[nodiscard]] const TimelineViewport& viewport() const { return m_viewport; }
    [[nodiscard]] const TimelineGeometry& geometry() const { return m_viewport.geometry(); }
    /// From one unfolded lane to the next, in pixels.
    [[nodiscard]] double lanePitch() const { return m_viewport.lanePitch(); }

    /// Where the view is, or is easing to.
    [[nodiscard]] TimeRange range() const;
    /// All of the axis is shown.
    [[nodiscard]] bool showsAll() const { return range() == fitted(m_viewport.makespan()); }
    /// Shows this range at once, kept inside the timeline.
    void setRange(const TimeRange& range) { goTo(range, ViewHistory::Step::Pan, false); }
    void jumpTo(const TimeRange& range) { goTo(range, ViewHistory::Step::Jump, true); }
    /// Zooms until [from, to) fills that share of the plot.
    void fit(Time from, Time to, double share) { jumpTo(m_viewport.around(from, to, share)); }
    /// By a factor, around the time at that column.
    void zoomAt(double x, double factor, bool eased);
    void panBy(Time delta, bool eased);
    /// Where zoomIn() and zoomOut() zoom if it is over the plot; else in the middle.
    void setPointerColumn(std::optional<double> x) { m_pointerColumn = x; }
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }
    [[nodiscard]] bool isMotionReduced() const { return m_reducedMotion; }
    /// What eases stays where it is.
    void stop() { m_easing.stop(); }
    /// Moves that follow each other are one for back() as long as something is held.
    void setHeld(bool held) { m_history.setHeld(held); }

    /// Lanes are as low as it takes to show all ranks.
    [[nodiscard]] bool areRanksFitted() const { return m_viewport.areRanksFitted(); }
    void setRanksFitted(bool fitted);
    /// Lanes are so many times as high, those at that row of pixels staying where they are.
    void scaleLanes(double y, double factor);
    /// From one lane to the next, as it was asked for; nothing = as the room gives.
    [[nodiscard]] std::optional<double> wantedPitch() const { return m_viewport.wantedPitch(); }
    void setWantedPitch(std::optional<double> pixels);
    /// So many pixels of lanes are above the first shown, as far as there are.
    void scrollTo(double y);
    /// The same in rows.
    void scrollToRow(double rows) { scrollTo(std::min(rows * lanePitch(), m_viewport.maxScrollY())); }
    /// Down by so many lanes, up if negative.
    void scrollLanes(int lanes) { scrollTo(geometry().scrollY + lanes * lanePitch()); }
    /// Scrolls until a rank's lane is to be seen, if it is shown.
    void scrollToRank(RankId rank);
    /// The same; shows the lane if it is hidden, and unfolds it for a sub-lane.
    void scrollToLane(LaneId lane);
    /// Scrolls and pans, without zooming, until the action is to be seen.
    void reveal(const ActionPosition& action);
    /// The same of a stretch of a rank, whose lane is shown if it is hidden.
    void reveal(RankId rank, Time from, Time to);
    /// The same of a stretch, on that rank if there is one and it is shown.
    void revealTime(Time from, Time to, std::optional<RankId> rank = {});
    /// Scrolls and zooms until the action is wide enough to be read, if it has a length.
    void approach(const ActionPosition& action);

    [[nodiscard]] bool canGoBack() const { return m_history.canGoBack(); }
    [[nodiscard]] bool canGoForward() const { return m_history.canGoForward(); }

public slots:
    void zoomIn() { zoomBy(kZoomStep); } ///< at the pointer if it is over the plot, else in the middle
    void zoomOut() { zoomBy(1 / kZoomStep); }
    void panLeft() { panBy(-(range().to - range().from) * kPanShare, true); }
    void panRight() { panBy((range().to - range().from) * kPanShare, true); }
    void fitAll() { jumpTo(fitted(m_viewport.makespan())); }
    /// Fits all; asked again, while not every rank is shown, makes the lanes low enough for that, and back.
    void fitAllRanks();
    void pageUp();
    void pageDown();
    void back();
    void forward();

signals:
    void rangeChanged(const bubblescope::TimeRange& range);
    /// Lanes, range or size changed: what stands beside the timeline has to align anew.
    void geometryChanged();
    /// What back() and forward() can go to.
    void historyChanged();
    /// The lanes' room has to be worked out anew.
    void layoutAsked();
    /// Comes before the others: what is under the pointer may be something else.
    void moved();
    /// The scroll bar's value.
    void scrolled(int value);
    /// A rank's lane is to be shown if it is hidden, and unfolded if asked to.
    void laneAsked(bubblescope::RankId rank, bool unfolded);

private:
    static constexpr double kZoomStep = 1.5;
    static constexpr double kPanShare = 0.15;

    [[nodiscard]] bool isShowing() const { return m_index && m_index->laneCount() > 0; }
    void apply(const TimeRange& range, const TimeRange& before);
    void goTo(const TimeRange& range, ViewHistory::Step step, bool eased);
    void zoomBy(double factor);

    LaneIndexPtr m_index;
    TimelineViewport m_viewport;
    ViewHistory m_history;
    QVariantAnimation m_easing;
    TimeRange m_easeFrom, m_easeTo;
    std::optional<double> m_pointerColumn;
    int m_scrollValue = 0;
    bool m_reducedMotion = false;
    bool m_hasAskedForAll = false;
};

} // namespace bubblescope::ui
