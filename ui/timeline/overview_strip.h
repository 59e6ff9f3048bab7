// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/match_index.h"
#include "ui/timeline/timeline_view.h"

#include <QPixmap>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// A stretch of a lane that the overview points at.
using OverviewMark = Gap;

/// The whole run, small, with a frame around what the timeline shows. The frame is dragged to pan and by its
/// edges to zoom; a click beside it brings it there, a drag beside it draws a new one, and the wheel zooms at
/// the pointer. With the focus the same is done by keys: Left and Right, + and -, Home and End, 0 for all of
/// it.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewStrip(QWidget* parent);

    /// Shows the run of this timeline, from plot border to plot border, and follows it from now on.
    void follow(TimelineView& view);
    /// The lanes of the timeline from top to bottom.
    [[nodiscard]] const std::vector<RankId>& lanes() const { return m_view->geometry().lanes; }
    /// Where the ticks stand now under the lanes, in pixels: a search finds something there.
    [[nodiscard]] const std::vector<QRectF>& matchTicks() const;
    /// What is chosen in the timeline has a tick above it, and its place on its lane.
    [[nodiscard]] std::optional<OverviewMark> mark() const;
    [[nodiscard]] TimeRange shownRange() const;
    /// Null for none.
    [[nodiscard]] LaneIndexPtr index() const;
    /// Asks for the frame to begin at a time, its width kept.
    void askFrom(Time from);

    /// The frame's left and right edge in pixels.
    [[nodiscard]] std::pair<double, double> frame() const;
    [[nodiscard]] int contentRebuilds() const { return m_rebuilds; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Grip : std::uint8_t { None, Left, Right, Frame, New };

    /// What the picture of the lanes depends on.
    struct Content
    {
        LaneIndexPtr index;
        std::vector<RankId> lanes;
        Time end = 0;
        double width = 0;
        double devicePixelRatio = 0;
        ThemeName theme = ThemeName::Light;
        FillMask shown = kAllFills;
        bool operator==(const Content&) const = default;
    };
    /// What the ticks depend on.
    struct Ticked
    {
        MatchIndexPtr matches;
        double left = 0, width = 0;
        bool operator==(const Ticked&) const = default;
    };

    /// Makes it readable by screen readers: a scroll bar whose value is where the shown range begins, told as
    /// "2 to 5 of 8 steps". Called before anything else of it is told.
    static void makeAccessible();
    /// Says that another range is shown.
    void tellValue();
    [[nodiscard]] const RectF& plot() const { return m_view->geometry().plot; }
    [[nodiscard]] QRectF band() const;
    /// The end of what is shown: the makespan, or the axis' end beyond it.
    [[nodiscard]] Time makespan() const;
    [[nodiscard]] double xOf(Time t) const;
    [[nodiscard]] Time timeAt(double x) const;
    [[nodiscard]] Grip gripAt(double x) const;
    [[nodiscard]] bool showsAll() const;
    void dragTo(double x);
    void bringTo(double x);
    void zoom(double x, double factor);
    void updateCursor(double x);
    void ask(const TimeRange& range);
    void renewPicture();
    void paintFrame(QPainter& painter, const Theme& theme) const;
    void paintMark(QPainter& painter, const Theme& theme, const OverviewMark& mark) const;

    TimelineView* m_view = nullptr;
    mutable Ticked m_ticked;
    mutable std::vector<QRectF> m_ticks;
    Content m_content;
    QPixmap m_picture; ///< of that; null before the first
    int m_rebuilds = 0;
    Grip m_grip = Grip::None;
    double m_pressedX = 0;
    bool m_dragged = false; ///< farther than a click trembles
    TimeRange m_pressedRange;
    bool m_focusFrame = false;
};

} // namespace bubblescope::ui
