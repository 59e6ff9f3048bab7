// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <QWidget>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// One axis of a plot: what it spans, and its marks.
struct PlotAxis
{
    double from = 0;
    double to = 1;
    bool isLogarithmic = false;
    std::vector<std::pair<double, QString>> ticks; ///< rising
    QString title;                                 ///< "Peak memory (GB)"

    /// 0 at `from`, 1 at `to`. Requires a value above 0 of a logarithmic axis.
    [[nodiscard]] double shareOf(double value) const;
};

/// Where the values of two axes stand.
struct PlotFrame
{
    QRectF plot; ///< without titles and figures of the axes
    PlotAxis x, y;

    [[nodiscard]] double xOf(double value) const { return plot.left() + x.shareOf(value) * plot.width(); }
    [[nodiscard]] double yOf(double value) const { return plot.bottom() - y.shareOf(value) * plot.height(); }
};

/// The least of these factors times a power of ten that is no less than that. Requires a value above 0.
[[nodiscard]] double roundStep(double least, std::initializer_list<double> factors = {1, 2, 5});
/// The place that is nearest, of those within reach; of several in one place the last. O(places).
[[nodiscard]] std::optional<std::size_t> nearestPlace(const std::vector<QPointF>& places,
                                                      const QPointF& position, double reach);

/// A mark's figure, which ends there, as high as the mark.
void writeTick(QPainter& painter, const QPointF& end, const QString& figure);
/// What is said of the point at a place: lines, of which the first is the heading, on a card beside it.
void paintPlotCard(QPainter& painter, const QStringList& lines, const QPointF& at, const QRectF& room);

/// A plot that is painted by hand: drawn anew with each theme, and with a tool tip for what is pointed at.
class PlotWidget : public QWidget
{
    Q_OBJECT

public:
    /// `name` is the object name, `title` what a screen reader calls it.
    PlotWidget(const QString& name, const QString& title, QWidget* parent);

    /// What is there, in words; empty for nothing.
    [[nodiscard]] virtual QString textAt(const QPointF& position) const;

protected:
    bool event(QEvent* event) override;
    /// In the middle, in quiet text, while there is nothing to draw.
    static void paintMessage(QPainter& painter, const QRectF& room, const QString& text);
};

} // namespace bubblescope::ui
