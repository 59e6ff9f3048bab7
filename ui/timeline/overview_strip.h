// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <QPixmap>
#include <QWidget>

namespace bubblescope::ui {

/// The whole run, small, with a frame around what the timeline shows. The frame is dragged to pan and by its
/// edges to zoom; a click beside it brings it there.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewStrip(QWidget* parent = nullptr);

    void setIndex(LaneIndexPtr index);
    void setThemeName(ThemeName theme);
    void setShownFills(FillMask shown);
    void setShownRange(const TimeRange& range);
    /// Where the timeline's plot is, so that both begin and end at the same pixel.
    void setPlotColumns(double left, double width);

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

private:
    enum class Grip : std::uint8_t { None, Left, Right, Frame };

    [[nodiscard]] QRectF band() const;
    [[nodiscard]] Time makespan() const;
    [[nodiscard]] double xOf(Time t) const;
    [[nodiscard]] Time timeAt(double x) const;
    [[nodiscard]] Grip gripAt(double x) const;
    void dragTo(double x);
    void ask(const TimeRange& range);
    void renewContent();
    void paintFrame(QPainter& painter) const;

    LaneIndexPtr m_index;
    ThemeName m_theme = ThemeName::Light;
    FillMask m_shown = kAllFills;
    TimeRange m_range;
    double m_left = 0, m_width = 0;
    QPixmap m_content; ///< null = to be drawn anew
    qreal m_contentRatio = 0;
    int m_rebuilds = 0;
    Grip m_grip = Grip::None;
    double m_pressedX = 0;
    TimeRange m_pressedRange;
};

} // namespace bubblescope::ui
