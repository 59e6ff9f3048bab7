// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_plot.h"

#include "core/analyze/memory_parts.h"
#include "ui/charts/chart_words.h"
#include "ui/document/core_text.h"
#include "ui/widgets/look.h"
#include "ui/widgets/plot.h"

#include <QAreaSeries>
#include <QBarCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QScatterSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kTickWidth = 84;
constexpr double kTickHeight = 34;
constexpr double kBarHeight = 13;
/// Title, ticks and margins around the plot.
constexpr double kAround = 52;
/// More lines are told apart by pointing at them, not by a legend.
constexpr std::size_t kMostNamedLines = 8;

QColor roleColor(Role role, ThemeName theme)
{
    return colorOf(Theme::get(theme).color(role));
}

QList<QPointF> pointsOf(const std::vector<ChartPoint>& points, double unit, double timeUnit)
{
    QList<QPointF> result;
    result.reserve(static_cast<qsizetype>(points.size()));
    for (const ChartPoint& point : points)
        result.append({point.time / timeUnit, point.value / unit});
    return result;
}

/// Over the middles of columns, on to both ends of the range.
QList<QPointF> edgeOf(const ChartBand& band, const std::vector<double>& values, const TimeChart& content)
{
    const double unit = ChartWords::valueUnit(content);
    const double time = ChartWords::timeUnit(content.range, content.evaluation->timeline->unit).size;
    QList<QPointF> result{{content.range.from / time, values.front() / unit}};
    for (std::size_t i = 0; i < values.size(); ++i)
        result.append({band.times[i] / time, values[i] / unit});
    result.append({content.range.to / time, values.back() / unit});
    return result;
}

void hideMarker(QChart& chart, QAbstractSeries* series)
{
    for (QLegendMarker* marker : chart.legend()->markers(series))
        marker->setVisible(false);
}

void addBand(QChart& chart, const TimeChart& content, const ChartStyle& style)
{
    const ChartBand& band = *content.band;
    auto* upper = new QLineSeries;
    auto* lower = new QLineSeries;
    upper->replace(edgeOf(band, band.highest, content));
    lower->replace(edgeOf(band, band.lowest, content));
    auto* area = new QAreaSeries(upper, lower);
    upper->setParent(area);
    lower->setParent(area);
    QColor fill = roleColor(Role::MemoryLine, style.theme);
    fill.setAlphaF(0.16F);
    area->setBrush(fill);
    area->setPen(Qt::NoPen);
    area->setName(ChartWords::tr("lowest to highest"));
    chart.addSeries(area);
    auto* median = new QLineSeries;
    median->replace(edgeOf(band, band.median, content));
    median->setPen(QPen(LookColors::of(style.theme).text, 1.4, Qt::DashLine));
    median->setName(ChartWords::tr("median"));
    chart.addSeries(median);
}

void addLines(QChart& chart, const TimeChart& content, const ChartStyle& style)
{
    const bool isThin = content.band.has_value();
    QLineSeries* chosen = nullptr;
    for (std::size_t i = 0; i < content.lines.size(); ++i) {
        const ChartLine& line = content.lines[i];
        const bool isChosen = style.selected == line.rank;
        auto* series = new QLineSeries;
        series->replace(
            pointsOf(line.points, ChartWords::valueUnit(content),
                     ChartWords::timeUnit(content.range, content.evaluation->timeline->unit).size));
        QColor color = lineColor(i, content.lines.size(), style.theme);
        if (style.selected && !isChosen)
            color.setAlphaF(0.45F);
        series->setPen(QPen(isChosen ? LookColors::of(style.theme).text : color,
                            isChosen ? 2.4
                            : isThin ? 0.9
                                     : 1.5,
                            Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        series->setName(ChartWords::tr("rank %1").arg(line.rank.value));
        if (isChosen)
            chosen = series;
        else
            chart.addSeries(series);
        if (!isChosen && content.lines.size() > kMostNamedLines)
            hideMarker(chart, series);
    }
    // Over all others.
    if (chosen)
        chart.addSeries(chosen);
}

/// The uppermost first, as the legend names them.
void addParts(QChart& chart, const TimeChart& content, const ChartStyle& style)
{
    const double unit = ChartWords::valueUnit(content);
    const double time = ChartWords::timeUnit(content.range, content.evaluation->timeline->unit).size;
    for (std::size_t layer = content.layers.size(); layer-- > 0;) {
        auto* upper = new QLineSeries;
        auto* lower = new QLineSeries;
        upper->replace(pointsOf(content.layers[layer], unit, time));
        if (layer > 0)
            lower->replace(pointsOf(content.layers[layer - 1], unit, time));
        else
            lower->replace({{content.range.from / time, 0}, {content.range.to / time, 0}});
        auto* area = new QAreaSeries(upper, lower);
        upper->setParent(area);
        lower->setParent(area);
        const MemoryPart part = content.stack->parts()[layer];
        area->setBrush(roleColor(roleOf(part), style.theme));
        area->setPen(Qt::NoPen);
        area->setName(coreText(memoryPartName(part)));
        chart.addSeries(area);
        for (QLegendMarker* marker : chart.legend()->markers(area)) {
            // One shaped by its series knows no area's brush.
            marker->setShape(QLegend::MarkerShapeRectangle);
            marker->setBrush(area->brush());
            marker->setPen(Qt::NoPen);
        }
    }
}

/// Not on the device, so not on its parts: a line beside them.
void addHost(QChart& chart, const TimeChart& content, const ChartStyle& style)
{
    if (content.host.empty())
        return;
    auto* line = new QLineSeries;
    line->replace(pointsOf(content.host, ChartWords::valueUnit(content),
                           ChartWords::timeUnit(content.range, content.evaluation->timeline->unit).size));
    line->setPen(QPen(roleColor(roleOf(MemoryPart::Offloaded), style.theme), 2.4, Qt::SolidLine, Qt::FlatCap,
                      Qt::MiterJoin));
    line->setName(coreText(memoryPartName(MemoryPart::Offloaded)));
    chart.addSeries(line);
}

void drawTimes(QChart& chart, const TimeChart& content, const ChartScale& scale, const ChartStyle& style)
{
    if (content.band && !content.band->times.empty())
        addBand(chart, content, style);
    if (content.stack)
        addParts(chart, content, style);
    addHost(chart, content, style);
    addLines(chart, content, style);
    const double unit = ChartWords::valueUnit(content);
    const QuantityUnit time = ChartWords::timeUnit(content.range, content.evaluation->timeline->unit);
    if (content.limit && *content.limit <= scale.top) {
        auto* limit = new QLineSeries;
        limit->append(content.range.from / time.size, *content.limit / unit);
        limit->append(content.range.to / time.size, *content.limit / unit);
        limit->setPen(QPen(roleColor(Role::CriticalPath, style.theme), 1.5, Qt::DashLine));
        limit->setName(ChartWords::tr("limit"));
        chart.addSeries(limit);
    }
    ChartAxes axes(chart, style);
    axes.addValueAxis(Qt::AlignBottom, scale.from / time.size, scale.to / time.size,
                      ChartWords::timeTitle(time));
    const QString whole = ChartWords::valueTitle(content);
    const bool fits =
        QFontMetricsF(style.font).horizontalAdvance(whole) < style.size.height() - kAround - kTickHeight;
    axes.addValueAxis(Qt::AlignLeft, 0, scale.top / unit, fits ? whole : ChartWords::shortValueTitle(content),
                      content.kind == ChartKind::InFlight ? 1 : 0);
    axes.attach();
    chart.legend()->setVisible(true);
}

void drawSweep(QChart& chart, const SweepChart& content, const ChartScale& scale, const ChartStyle& style)
{
    const QColor color = roleColor(Role::MemoryLine, style.theme);
    QList<QPointF> points;
    for (const SweepPoint& point : content.points)
        points.append({static_cast<double>(point.value), point.bubbleRate * 100});
    auto* line = new QLineSeries;
    line->replace(points);
    line->setPen(QPen(color, 1.5));
    chart.addSeries(line);
    const auto addMarks = [&](const QList<QPointF>& at, double size, const QColor& fill,
                              const QString& name) {
        auto* marks = new QScatterSeries;
        marks->replace(at);
        marks->setMarkerSize(size);
        marks->setColor(fill);
        marks->setBorderColor(LookColors::of(style.theme).panel);
        marks->setName(name);
        chart.addSeries(marks);
        return marks;
    };
    addMarks(points, 7, color, ChartWords::tr("each value"));
    hideMarker(chart, line);
    // In a file the picture says it all; in the window the choices above it name both axes.
    const bool isAlone = !style.title.isEmpty();
    if (content.present) {
        auto* now =
            addMarks({{static_cast<double>(content.present->value), content.present->bubbleRate * 100}}, 12,
                     roleColor(Role::CriticalPath, style.theme), ChartWords::tr("as it is now"));
        now->setPointLabelsVisible(!isAlone);
        now->setPointLabelsFormat(now->name());
        now->setPointLabelsFont(style.font);
        now->setPointLabelsColor(LookColors::of(style.theme).text);
        now->setPointLabelsClipping(false);
    }
    ChartAxes axes(chart, style);
    axes.addBinaryAxis(scale.from, scale.to, isAlone ? ChartWords::axisName(content.axis) : QString());
    axes.addValueAxis(Qt::AlignLeft, 0, scale.top, isAlone ? ChartWords::tr("Bubble rate") : QString(), 0,
                      QStringLiteral(" %%"));
    axes.attach();
    chart.legend()->setVisible(isAlone);
}

void clear(QChart& chart)
{
    chart.removeAllSeries();
    for (QAbstractAxis* axis : chart.axes()) {
        chart.removeAxis(axis);
        delete axis;
    }
}

} // namespace

std::size_t mostBarsIn(double height)
{
    return static_cast<std::size_t>(std::max(1.0, (height - kAround) / kBarHeight));
}

QColor lineColor(std::size_t index, std::size_t count, ThemeName theme)
{
    // From blue to magenta, and from far from the ground to nearer: who sees no hue sees the lightness.
    constexpr float kFirstHue = 0.60F;
    constexpr float kLastHue = 0.93F;
    const bool isDark = LookColors::of(theme).panel.lightness() < 128;
    const float share = count < 2 ? 0 : static_cast<float>(index) / static_cast<float>(count - 1);
    const float lightness = isDark ? 0.82F - 0.28F * share : 0.28F + 0.30F * share;
    return QColor::fromHslF(kFirstHue + (kLastHue - kFirstHue) * share, 0.62F, lightness);
}

template <typename Axis>
void ChartAxes::dress(Axis& axis, const QString& title, bool hasGrid) const
{
    const LookColors colors = LookColors::of(m_style.theme);
    axis.setLabelsFont(m_style.font);
    axis.setLabelsColor(colors.quiet);
    axis.setTitleFont(m_style.font);
    axis.setTitleBrush(colors.quiet);
    axis.setTitleText(title);
    axis.setTitleVisible(!title.isEmpty());
    axis.setLinePen(QPen(colors.hairline, 1));
    axis.setGridLinePen(QPen(colors.hairline, 1));
    axis.setGridLineVisible(hasGrid);
}

void ChartAxes::addValueAxis(Qt::Alignment side, double from, double to, const QString& title, double minimum,
                             const QString& suffix)
{
    auto* axis = new QValueAxis;
    const bool isBottom = side == Qt::AlignBottom;
    const double most =
        isBottom ? m_style.size.width() / kTickWidth : (m_style.size.height() - kAround) / kTickHeight;
    const double length = to - from;
    const bool isDivisible = length > 0 && std::isfinite(length);
    const double interval = std::max(minimum, isDivisible ? roundStep(length / std::max(1.0, most)) : 1.0);
    axis->setRange(from, to);
    axis->setTickType(QValueAxis::TicksDynamic);
    axis->setTickAnchor(0);
    axis->setTickInterval(interval);
    const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(interval) + 1e-9)), 0, 12);
    axis->setLabelFormat(QStringLiteral("%.%1f%2").arg(decimals).arg(suffix));
    dress(*axis, title, true);
    m_chart.addAxis(axis, side);
}

void ChartAxes::addBinaryAxis(double from, double to, const QString& title)
{
    auto* axis = new QLogValueAxis;
    axis->setBase(2);
    axis->setRange(from, to);
    axis->setLabelFormat(QStringLiteral("%.0f"));
    dress(*axis, title, true);
    m_chart.addAxis(axis, Qt::AlignBottom);
}

void ChartAxes::addNames(const QStringList& names, const QString& title)
{
    auto* axis = new QBarCategoryAxis;
    axis->setCategories(names);
    dress(*axis, title, false);
    m_chart.addAxis(axis, Qt::AlignLeft);
}

void ChartAxes::attach()
{
    for (QAbstractSeries* series : m_chart.series())
        for (QAbstractAxis* axis : m_chart.axes())
            series->attachAxis(axis);
}

void drawContent(QChart& chart, const ChartContent& content, const ChartStyle& style)
{
    const LookColors colors = LookColors::of(style.theme);
    clear(chart);
    chart.setBackgroundBrush(colors.panel);
    chart.setBackgroundPen(Qt::NoPen);
    chart.setBackgroundRoundness(0);
    chart.setMargins({8, 4, 12, 4});
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    chart.setAnimationOptions(QChart::NoAnimation);
    QFont bold = style.font;
    bold.setWeight(QFont::DemiBold);
    chart.setTitleFont(bold);
    chart.setTitleBrush(colors.text);
    chart.setTitle(style.title);
    QLegend& legend = *chart.legend();
    legend.setVisible(false);
    legend.setAlignment(Qt::AlignRight);
    legend.setFont(style.font);
    legend.setLabelColor(colors.text);
    legend.setMarkerShape(QLegend::MarkerShapeFromSeries);
    const ChartScale scale = ChartScale::of(content, mostBarsIn(style.size.height()));
    if (const auto* time = std::get_if<TimeChartPtr>(&content))
        drawTimes(chart, **time, scale, style);
    else if (const auto* kinds = std::get_if<KindChartPtr>(&content))
        drawKinds(chart, **kinds, scale, style);
    else if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        drawSweep(chart, **sweep, scale, style);
}

} // namespace bubblescope::ui
