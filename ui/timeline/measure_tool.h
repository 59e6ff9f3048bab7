// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/range_totals.h"
#include "ui/timeline/action_edges.h"
#include "ui/timeline/area_geometry.h"
#include "ui/timeline/timeline_tool.h"

#include <memory>

namespace bubblescope::ui {

/// What a left drag over the lanes does.
enum class PointerMode : std::uint8_t {
    Select,  ///< chooses; measures from an empty place or an unselected action
    Measure, ///< measures from anywhere
};

/// A measured area: a stretch of time on the ranks of some rows.
struct MeasuredArea
{
    TimeRange range;
    std::vector<RankId> ranks; ///< top to bottom as shown, never empty
    bool operator==(const MeasuredArea&) const = default;
};

/// Drags out an area, whose edges stay draggable and snap to the edges of actions. It keeps its time and
/// ranks while the same order is only timed anew and still reaches that far; ranks that are no longer shown
/// drop out of it.
class MeasureTool : public TimelineTool
{
    Q_OBJECT

public:
    explicit MeasureTool(TimelineView& view);

    [[nodiscard]] PointerMode mode() const { return m_mode; }
    void setMode(PointerMode mode);
    [[nodiscard]] const std::optional<MeasuredArea>& area() const { return m_area; }
    /// Cut to the run and to shown ranks; none is left = no area.
    void setArea(const std::optional<MeasuredArea>& area);
    /// Of the area, worked out when first asked for; null without one.
    [[nodiscard]] const RangeTotals* totals() const;
    /// The area in one line: "Δ 12.5 · idle 21.4 % · 37 actions · 3 ranks"; empty without one.
    [[nodiscard]] QString readOut() const;
    /// The edge of an action to which the dragged edge has snapped.
    [[nodiscard]] const std::optional<ActionEdge>& snap() const { return m_snap; }

    /// Over the other tools and the arrows of a selection.
    void paintArea(QPainter& painter) const;
    /// Where on the ruler the area's times stand.
    [[nodiscard]] std::vector<QRectF> rulerChips() const;
    bool drag(const QPointF& from, Qt::KeyboardModifiers modifiers) override;
    void move(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    bool doubleClick(const QPointF& position) override;
    bool clear() override;
    [[nodiscard]] std::optional<Qt::CursorShape> cursorAt(const QPointF& position) const override;
    void evaluationChanged() override;

public slots:
    /// Makes the selected action, or the marked gap, the area.
    void measureSelection();
    void fit(); ///< zooms until the area fills most of the plot
    /// Moves the right edge to the next edge of an action on its ranks, or back to the previous one. Begins
    /// with the selection; without one, with what stands in the middle of the view, and goes no further.
    void stepRight() { stepTime(true); }
    void stepLeft() { stepTime(false); }
    /// Takes one lane more, or the last one off; over the lane where it began to the other side.
    void stepDown() { stepRows(1); }
    void stepUp() { stepRows(-1); }

signals:
    void modeChanged(bubblescope::ui::PointerMode mode);
    /// Why nothing was measured, for the user.
    void refused(const QString& why);
    /// While it is dragged, too; and when its totals have changed under it.
    void areaChanged(const std::optional<bubblescope::ui::MeasuredArea>& area);

private:
    struct Dragging
    {
        AreaEdges edges = kNoEdge;
        bool isNew = false; ///< not an edge of what was there
        Time fixedTime = 0;
        std::optional<MeasuredArea> before;
        RankId anchorBefore, headBefore;
    };

    [[nodiscard]] const LaneIndex* index() const;
    [[nodiscard]] std::vector<QRectF> rects() const;
    /// What the selection, or else the middle of the view, would measure.
    [[nodiscard]] std::optional<MeasuredArea> selectedArea() const;
    [[nodiscard]] std::optional<MeasuredArea> middleArea() const;
    /// The lanes of some ranks that are shown, in order.
    [[nodiscard]] std::vector<LaneId> lanesOf(const std::vector<RankId>& ranks) const;
    /// The ranks of the rows from one rank to another.
    [[nodiscard]] std::vector<RankId> ranksBetween(RankId a, RankId b) const;
    [[nodiscard]] Time timeAt(double x) const;
    [[nodiscard]] std::optional<ActionEdge> edgeNear(Time t, RankId at,
                                                     const std::vector<RankId>& ranks) const;
    /// True if an area was there already, or the selection gave one.
    bool begin();
    void stepTime(bool forward);
    void stepRows(int step);
    void revealEdge();
    void change(std::optional<MeasuredArea> area);
    void dropHidden();

    PointerMode m_mode = PointerMode::Select;
    std::optional<MeasuredArea> m_area;
    RankId m_anchor{}, m_head{}; ///< where its rows began, and where they were dragged to
    std::optional<Dragging> m_dragging;
    std::optional<ActionEdge> m_snap;
    SchedulePtr m_schedule; ///< that the area is of
    std::vector<RankId> m_lanes;
    mutable std::unique_ptr<RangeMeter> m_meter;
    mutable std::optional<RangeTotals> m_totals;
};

} // namespace bubblescope::ui
