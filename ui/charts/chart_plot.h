// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_data.h"
#include "ui/charts/chart_places.h"

#include <QColor>
#include <QFont>
#include <QSizeF>
#include <QString>

class QChart;

namespace bubblescope::ui {

/// How a chart is drawn, on the screen and in files.
struct ChartStyle
{
    ThemeName theme = ThemeName::Light;
    QFont font;
    QSizeF size;   ///< of the whole chart, which tells how many ticks and bars it has room for
    QString title; ///< above the plot; empty for none
    std::optional<RankId> selected; ///< its line or bar stands out
};

/// So many bars can be read in that height.
[[nodiscard]] std::size_t mostBarsIn(double height);

/// Of a rank's line, of so many: neighbours are alike, first and last are not.
[[nodiscard]] QColor lineColor(std::size_t index, std::size_t count, ThemeName theme);

/// Makes the chart draw this and nothing else.
void drawContent(QChart& chart, const ChartContent& content, const ChartStyle& style);

/// Bars of time by kind (chart_bars.cpp).
void drawKinds(QChart& chart, const KindChart& content, const ChartScale& scale, const ChartStyle& style);

/// An axis in the style's colours and font, with a title or without.
class ChartAxes
{
public:
    ChartAxes(QChart& chart, const ChartStyle& style) : m_chart(chart), m_style(style) {}
    /// From `from` to `to`, with marks at round figures; `minimum` is the least distance between them.
    void addValueAxis(Qt::Alignment side, double from, double to, const QString& title, double minimum = 0,
                      const QString& suffix = {});
    void addBinaryAxis(double from, double to, const QString& title);
    void addNames(const QStringList& names, const QString& title);
    /// Binds all series to all axes.
    void attach();

private:
    template <typename Axis>
    void dress(Axis& axis, const QString& title, bool hasGrid) const;
    QChart& m_chart;
    const ChartStyle& m_style;
};

} // namespace bubblescope::ui
