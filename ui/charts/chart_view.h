// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_places.h"
#include "ui/charts/chart_plot.h"

#include <QChartView>
#include <QTimer>

namespace bubblescope::ui {

/// A chart on the screen, in the application's theme. The pointer, or the arrows, are on one figure, which is
/// told beside it; a click or Return goes there; the wheel zooms
/// a time axis, and a drag moves it.
class ChartView : public QChartView
{
    Q_OBJECT

public:
    explicit ChartView(QWidget* parent = nullptr);

    void setContent(ChartContent content);
    void setSelected(std::optional<RankId> rank);
    /// Shown in place of a chart; empty for none.
    void setMessage(const QString& text);
    [[nodiscard]] const ChartContent& content() const { return m_content; }
    [[nodiscard]] const QString& message() const { return m_message; }
    /// What the pointer or the arrows are on.
    [[nodiscard]] const std::optional<ChartPlace>& place() const { return m_place; }
    /// Of what is drawn now, in viewport pixels.
    [[nodiscard]] ChartFrame frame() const;
    [[nodiscard]] std::size_t mostBars() const { return mostBarsIn(height()); }
    [[nodiscard]] std::optional<RankId> selected() const { return m_selected; }

    [[nodiscard]] QSize sizeHint() const override { return {480, 180}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 96}; }

signals:
    void placeChosen(const bubblescope::ui::ChartPlace& place);
    void placeChanged(); ///< another figure is told, or none
    void zoomAsked(bubblescope::Time anchor, double factor);
    void shiftAsked(bubblescope::Time by); ///< the range begins that much later
    void menuAsked(const QPoint& globalPosition);
    void resized();

protected:
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void redraw();
    void setPlace(std::optional<ChartPlace> place);
    void drag(const QPointF& position);
    void paintPlace(QPainter& painter, const ChartPlace& place) const;
    ChartContent m_content;
    std::optional<RankId> m_selected;
    std::optional<ChartPlace> m_place;
    QString m_message;
    /// A drag: where the pointer was, and whether it has left the place of the press.
    struct Drag
    {
        QPointF last;
        bool isMoving = false;
    };
    std::optional<Drag> m_drag;
    QTimer m_redraw; ///< once for several changes
};

} // namespace bubblescope::ui
