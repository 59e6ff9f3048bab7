// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/scatter_plot.h"

#include <QPixmap>
#include <functional>

namespace bubblescope::ui {

/// A scatter chart to look at: what is pointed at says what it is, a click or Return chooses it, and arrows
/// go from point to point. The points are drawn once into a picture; what moves is painted over it.
class ScatterView : public PlotWidget
{
    Q_OBJECT

public:
    explicit ScatterView(QWidget* parent = nullptr);

    void setContent(ScatterContent content);
    [[nodiscard]] const ScatterContent& content() const { return m_content; }
    /// In the plot's place while it has no points.
    void setMessage(const QString& text);
    [[nodiscard]] const QString& message() const { return m_message; }
    /// The row whose point is ringed.
    void setCurrentRow(std::optional<std::size_t> row);
    /// What the card of a row says, line by line.
    std::function<QStringList(std::size_t row)> describe;
    /// What a screen reader is told of the whole.
    void setSummary(const QString& text);
    /// As it is drawn now, in this widget's pixels.
    [[nodiscard]] const ScatterLayout& arrangement();
    /// What is pointed at says it; empty for nothing.
    [[nodiscard]] QString pointedText() const;
    /// How often the points have been drawn anew.
    [[nodiscard]] int redrawCount() const { return m_redraws; }
    [[nodiscard]] QSize sizeHint() const override { return {560, 340}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 180}; }

signals:
    void chosen(std::size_t row);
    void pointedChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] ScatterStyle chartStyle() const;
    void point(std::optional<std::size_t> place);
    void step(int key);
    [[nodiscard]] std::optional<std::size_t> placeOf(std::optional<std::size_t> row) const;
    void redraw();
    void paintRing(QPainter& painter, std::size_t place) const;
    [[nodiscard]] QStringList cardOf(std::size_t place) const;

    ScatterContent m_content;
    std::optional<ScatterLayout> m_layout;
    QPixmap m_picture; ///< null while it is to be drawn anew
    QString m_message;
    std::optional<std::size_t> m_currentRow, m_pointedRow, m_pressedRow;
    int m_redraws = 0;
};

} // namespace bubblescope::ui
