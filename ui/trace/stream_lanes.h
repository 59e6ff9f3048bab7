// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/measured_run.h"

#include <QAbstractScrollArea>
#include <memory>

namespace bubblescope::ui {

/// The streams of profiles that name no pipeline actions: a lane each, phases first. What is narrower than a
/// pixel is drawn as its share of the pixel. The wheel zooms at the pointer, dragging pans, a double click
/// shows all.
class StreamLanes : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit StreamLanes(QWidget* parent = nullptr);

    /// Null = nothing.
    void setRun(std::shared_ptr<const MeasuredRun> run);
    [[nodiscard]] int laneCount() const { return static_cast<int>(m_lanes.size()); }
    [[nodiscard]] QString laneName(int lane) const { return m_lanes[static_cast<std::size_t>(lane)].name; }
    /// "GPU busy 128.5 ms · compute …": how the phases divide the time; empty without phases.
    [[nodiscard]] QString summary() const;
    /// "attn(B) · stream 7 · 1,020 to 1,040 µs"; empty beside the bars.
    [[nodiscard]] QString textAt(const QPoint& position) const;

signals:
    void pointed(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Lane
    {
        QString name;
        std::vector<PlainSpan> spans; ///< by start, none overlaps another
    };
    [[nodiscard]] double xOf(Time time) const;
    [[nodiscard]] Time timeAt(double x) const;
    [[nodiscard]] double plotWidth() const;
    void zoom(double factor, double x);
    void moveTo(Time from, Time length);
    void paintLane(QPainter& painter, const Lane& lane, const QRectF& rect) const;
    void layoutBars();

    std::shared_ptr<const MeasuredRun> m_run;
    std::vector<Lane> m_lanes;
    Time m_end = 0;
    Time m_from = 0;
    Time m_length = 1;
    QPoint m_dragged;
};

} // namespace bubblescope::ui
