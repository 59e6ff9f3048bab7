// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"
#include "core/scene/match_index.h"
#include "ui/timeline/hit_test.h"

#include <QPixmap>
#include <QWidget>
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
    explicit OverviewStrip(QWidget* parent = nullptr);

    void setIndex(LaneIndexPtr index);
    void setThemeName(ThemeName theme);
    void setShownFills(FillMask shown);
    void setShownRange(const TimeRange& range);
    /// The lanes of the timeline from top to bottom; none for all in their own order.
    void setLanes(const std::vector<RankId>& lanes);
    /// Ticks under the lanes where a search finds something; null for none.
    void setMatches(MatchIndexPtr matches);
    [[nodiscard]] const std::vector<RankId>& lanes() const { return m_lanes; }
    /// Where the ticks stand now, in pixels.
    [[nodiscard]] const std::vector<QRectF>& matchTicks() const;
    /// Where the timeline's axis ends, if that is later than its own makespan.
    void setAxisEnd(Time end);
    /// Where the timeline's plot is, so that both begin and end at the same pixel.
    void setPlotColumns(double left, double width);

    /// What is chosen in the timeline: a tick above it, and its place on its lane. Nothing = no tick.
    void setMark(const std::optional<OverviewMark>& mark);
    [[nodiscard]] const std::optional<OverviewMark>& mark() const { return m_mark; }
    [[nodiscard]] const TimeRange& shownRange() const { return m_range; }
    [[nodiscard]] const LaneIndexPtr& index() const { return m_index; }
    [[nodiscard]] ThemeName themeName() const { return m_theme; }
    /// Asks for the frame to begin at a time, its width kept.
    void askFrom(Time from);

    /// The frame's left and right edge in pixels.
    [[nodiscard]] std::pair<double, double> frame() const;
    [[nodiscard]] int contentRebuilds() const { return m_rebuilds; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void rangeAsked(const bubblescope::TimeRange& range);

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
    void renewContent();
    void paintFrame(QPainter& painter) const;
    void paintMark(QPainter& painter) const;

    LaneIndexPtr m_index;
    std::vector<RankId> m_lanes;
    MatchIndexPtr m_matches;
    mutable std::optional<std::vector<QRectF>> m_ticks; ///< nothing = to be found anew
    ThemeName m_theme = ThemeName::Light;
    FillMask m_shown = kAllFills;
    TimeRange m_range;
    Time m_axisEnd = 0;
    double m_left = 0, m_width = 0;
    QPixmap m_content; ///< null = to be drawn anew
    qreal m_contentRatio = 0;
    int m_rebuilds = 0;
    Grip m_grip = Grip::None;
    double m_pressedX = 0;
    bool m_dragged = false; ///< farther than a click trembles
    TimeRange m_pressedRange;
    std::optional<OverviewMark> m_mark;
    bool m_focusFrame = false;
};

} // namespace bubblescope::ui
