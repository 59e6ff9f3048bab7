// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/scatter_plot.h"

#include "ui/widgets/look.h"
#include "ui/widgets/plot_marks.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <map>

namespace bubblescope::ui {

namespace {

struct PlotWords
{
    Q_DECLARE_TR_FUNCTIONS(ScatterPlot)
};

constexpr double kLegendRow = 20;
constexpr double kLegendText = 22;

/// Draws the parts of one chart.
class Drawing
{
public:
    Drawing(QPainter& painter, const ScatterContent& content, const ScatterLayout& layout,
            const ScatterStyle& style)
        : m_painter(painter)
        , m_content(content)
        , m_layout(layout)
        , m_style(style)
        , m_colors(LookColors::of(style.theme))
    {}

    void axes();
    void limit();
    void front();
    void points();
    void legend();
    void title();

private:
    void write(const QRectF& room, int flags, const QString& words, const QColor& color);
    void mark(std::size_t point, bool isRaised);
    QPainter& m_painter;
    const ScatterContent& m_content;
    const ScatterLayout& m_layout;
    const ScatterStyle& m_style;
    LookColors m_colors;
    std::map<std::pair<std::size_t, int>, QPixmap> m_pixmaps; ///< by series and look
};

void Drawing::write(const QRectF& room, int flags, const QString& words, const QColor& color)
{
    m_painter.setPen(color);
    m_painter.drawText(
        room, flags | Qt::TextSingleLine,
        m_painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(room.width()) + 1));
}

void Drawing::title()
{
    if (m_style.title.isEmpty())
        return;
    QFont bold = m_style.font;
    bold.setWeight(QFont::DemiBold);
    m_painter.setFont(bold);
    write(m_layout.title, Qt::AlignLeft | Qt::AlignVCenter, m_style.title, m_colors.text);
    m_painter.setFont(m_style.font);
}

void Drawing::axes()
{
    const QRectF& plot = m_layout.plot;
    const double line = m_painter.fontMetrics().height();
    const QPen grid(m_colors.hairline, 1);
    for (const auto& [value, label] : m_layout.y.ticks) {
        const double y = m_layout.yOf(value);
        m_painter.setPen(grid);
        m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        m_painter.setPen(m_colors.quiet);
        writeTick(m_painter, {plot.left() - 6, y}, label);
    }
    constexpr double kLabel = 80;
    for (const auto& [value, label] : m_layout.x.ticks) {
        const double x = m_layout.xOf(value);
        m_painter.setPen(grid);
        m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        write({x - kLabel / 2, plot.bottom() + 4, kLabel, line}, Qt::AlignHCenter | Qt::AlignTop, label,
              m_colors.quiet);
    }
    m_painter.setPen(QPen(mixed(m_colors.hairline, m_colors.quiet, 0.6), 1));
    m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    m_painter.drawLine(plot.topLeft(), plot.bottomLeft());
    write({8, plot.top() - line - 4, plot.right() - 8, line}, Qt::AlignLeft | Qt::AlignVCenter,
          m_layout.y.title, m_colors.text);
    write({plot.left(), plot.bottom() + 6 + line, plot.width(), line}, Qt::AlignRight | Qt::AlignVCenter,
          m_layout.x.title, m_colors.text);
}

void Drawing::limit()
{
    if (!m_content.memoryLimit || m_content.points.empty())
        return;
    const bool isAcross = m_content.across == SweepMeasure::PeakMemory;
    if (!isAcross && m_content.up != SweepMeasure::PeakMemory)
        return;
    const PlotAxis& axis = isAcross ? m_layout.x : m_layout.y;
    const double value = *m_content.memoryLimit;
    if (value < axis.from || value > axis.to)
        return;
    const QRectF& plot = m_layout.plot;
    const double line = m_painter.fontMetrics().height();
    m_painter.setPen(QPen(m_colors.warning, 1.4, Qt::DashLine));
    const QString label = PlotWords::tr("limit %1", "memory")
                              .arg(measureFigure(value, SweepMeasure::PeakMemory, m_content.units));
    if (isAcross) {
        const double x = m_layout.xOf(value);
        m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const double width = m_painter.fontMetrics().horizontalAdvance(label) + 8;
        const double left = x + 4 + width > plot.right() ? x - 4 - width : x + 4;
        write({left, plot.top() + 2, width, line}, Qt::AlignLeft | Qt::AlignVCenter, label, m_colors.warning);
        return;
    }
    m_painter.drawLine(QPointF(plot.left(), m_layout.yOf(value)), QPointF(plot.right(), m_layout.yOf(value)));
    write({plot.left() + 4, m_layout.yOf(value) - line - 1, plot.width() - 8, line}, Qt::AlignRight, label,
          m_colors.warning);
}

void Drawing::front()
{
    if (!m_content.hasFrontLine())
        return;
    // A staircase: between two of its points nothing better than the slower one is there.
    QPolygonF line;
    for (const ScatterPoint& point : m_content.front()) {
        const QPointF at(m_layout.xOf(point.x), m_layout.yOf(point.y));
        if (!line.isEmpty())
            line << QPointF(at.x(), line.last().y());
        line << at;
    }
    m_painter.setPen(QPen(mixed(m_colors.panel, m_colors.text, 0.65), 1.5));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(line);
}

void Drawing::mark(std::size_t point, bool isRaised)
{
    const ScatterPoint& of = m_content.points[point];
    constexpr std::size_t kOpaque = 1500; // of more, those below others shine through
    const MarkStyle style{m_style.theme, m_layout.radius(),
                          isRaised || m_content.points.size() <= kOpaque ? 1 : 0.8, of.isOverLimit, isRaised};
    if (m_style.ratio <= 0) {
        drawMark(m_painter, m_layout.places[point], of.series, style);
        return;
    }
    QPixmap& pixmap = m_pixmaps[{of.series, (of.isOverLimit ? 1 : 0) + (isRaised ? 2 : 0)}];
    if (pixmap.isNull())
        pixmap = markPixmap(of.series, style, m_style.ratio);
    const double half = pixmap.deviceIndependentSize().width() / 2;
    m_painter.drawPixmap(m_layout.places[point] - QPointF(half, half), pixmap);
}

void Drawing::points()
{
    for (std::size_t i = 0; i < m_content.points.size(); ++i)
        if (!m_content.points[i].isOnFront)
            mark(i, false);
    for (std::size_t i = 0; i < m_content.points.size(); ++i)
        if (m_content.points[i].isOnFront)
            mark(i, true);
}

void Drawing::legend()
{
    if (m_layout.legendRows == 0)
        return;
    const auto count = static_cast<std::size_t>(m_content.series.size());
    const std::size_t shown = count <= m_layout.legendRows ? count : m_layout.legendRows - 1;
    const QRectF& room = m_layout.legend;
    for (std::size_t i = 0; i < shown; ++i) {
        const double y = room.top() + (static_cast<double>(i) + 0.5) * kLegendRow;
        drawMark(m_painter, {room.left() + 8, y}, i, {m_style.theme, 4.5, 1, false, false});
        write({room.left() + kLegendText, y - kLegendRow / 2, room.width() - kLegendText, kLegendRow},
              Qt::AlignLeft | Qt::AlignVCenter, m_content.series[static_cast<qsizetype>(i)], m_colors.text);
    }
    if (shown < count)
        write({room.left() + kLegendText, room.top() + static_cast<double>(shown) * kLegendRow,
               room.width() - kLegendText, kLegendRow},
              Qt::AlignLeft | Qt::AlignVCenter, PlotWords::tr("and %1 more").arg(count - shown),
              m_colors.quiet);
}

} // namespace

void paintScatter(QPainter& painter, const ScatterContent& content, const ScatterLayout& layout,
                  const ScatterStyle& style)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(style.font);
    Drawing drawing(painter, content, layout, style);
    drawing.title();
    drawing.axes();
    drawing.legend();
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-8, -8, 8, 8));
    drawing.limit();
    drawing.front();
    drawing.points();
    painter.restore();
    painter.restore();
}

} // namespace bubblescope::ui
