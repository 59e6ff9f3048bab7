// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/trace/stream_index.h"

#include <QAbstractScrollArea>
#include <memory>
#include <optional>
#include <utility>

namespace bubblescope::ui {

/// The streams of profiles: a lane each, under the pipeline's actions where labels name them. What is
/// narrower than a pixel is drawn as its share of the pixel, and shares add up, so that a lane is as full as
/// it was busy. Drawn and told in O(pixels · log bars), whatever is shown; many bars are indexed on a worker.
///
/// Dragging measures a range, whose share each lane then tells; dragging on the ruler zooms to one. The wheel
/// with Ctrl zooms, with Shift and the middle button pans, a double click shows all.
class StreamLanes : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit StreamLanes(QWidget* parent = nullptr);

    /// Null = nothing.
    void setRun(std::shared_ptr<const MeasuredRun> run);
    /// Known before the lanes are there.
    [[nodiscard]] int laneCount() const;
    [[nodiscard]] QString laneName(int lane) const;
    /// Null while it is made.
    [[nodiscard]] const StreamIndexPtr& index() const { return m_index; }
    /// "GPU busy 128.5 ms · compute …": how the phases divide the time; empty without phases.
    [[nodiscard]] QString summary() const;
    /// "attn(B) · stream 7 · 1,020 to 1,040 µs · 20 µs"; of a lane's name and figure all they say; empty
    /// beside them.
    [[nodiscard]] QString textAt(const QPoint& position) const;

    [[nodiscard]] std::pair<Time, Time> range() const { return {m_from, m_from + m_length}; }
    void setRange(Time from, Time to);
    /// The measured range; nothing while none is.
    [[nodiscard]] const std::optional<std::pair<Time, Time>>& measured() const { return m_measured; }
    void measure(const std::optional<std::pair<Time, Time>>& range);
    /// "12.1 to 14.3 ms · 2.2 ms": the measured range, else the shown one.
    [[nodiscard]] QString rangeText() const;
    /// The share of the measured range, else of the shown one, that the lane is busy.
    [[nodiscard]] double busyShare(int lane) const;
    /// Where a lane's bars are drawn, in the viewport.
    [[nodiscard]] QRectF laneRect(int lane) const;

signals:
    void pointed(const QString& text);
    void rangeChanged();
    /// The lanes are there.
    void ready();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Drag : std::uint8_t { None, Measure, Zoom, Pan };

    void take(StreamIndexPtr index);
    [[nodiscard]] double xOf(Time time) const;
    [[nodiscard]] Time timeAt(double x) const;
    [[nodiscard]] double plotWidth() const;
    void zoom(double factor, double x);
    void moveTo(Time from, Time length);
    void showAll();
    void layoutBars();
    void paintLane(QPainter& painter, int lane) const;
    void paintRuler(QPainter& painter) const;
    void paintDragged(QPainter& painter) const;

    std::shared_ptr<const MeasuredRun> m_run;
    StreamIndexPtr m_index;
    LatestJob<StreamIndexPtr> m_job;
    double m_names = 0; ///< width of the names' column
    Time m_from = 0;
    Time m_length = 1;
    std::optional<std::pair<Time, Time>> m_measured;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    QPoint m_dragged;
};

} // namespace bubblescope::ui
