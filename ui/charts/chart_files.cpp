// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_files.h"

#include "core/chart/chart_csv.h"
#include "ui/charts/chart_words.h"
#include "ui/widgets/look.h"
#include "ui/widgets/painted_picture.h"

#include <QChart>
#include <QGraphicsScene>
#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kTextPixels = 12;

/// As rich text, which is what a chart's title is: whose it is, and below what it leaves out.
QString titleOf(const ChartPicture& picture)
{
    QString title = ChartWords::title(picture.content);
    if (!picture.subtitle.isEmpty())
        title = ChartWords::tr("%1 — %2", "chart, document").arg(title, picture.subtitle);
    title = title.toHtmlEscaped();
    const QString note = ChartWords::note(picture.content, mostBarsIn(picture.size.height()));
    return note.isEmpty() ? title
                          : QStringLiteral("%1<br><span style=\"font-weight:400\">%2</span>")
                                .arg(title, note.toHtmlEscaped());
}

/// Paints the picture at its own size.
void paint(const ChartPicture& picture, QPainter& painter)
{
    QFont font = windowFont();
    font.setPixelSize(kTextPixels);
    QGraphicsScene scene;
    auto* chart = new QChart;
    scene.addItem(chart);
    chart->resize(picture.size);
    drawContent(*chart, picture.content,
                {picture.theme, font, picture.size, titleOf(picture), picture.selected});
    const QRectF area(QPointF(), picture.size);
    painter.fillRect(area, LookColors::of(picture.theme).panel);
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, area, area);
}

std::vector<NamedCurve> curvesOf(const TimeChart& chart)
{
    std::vector<NamedCurve> curves;
    for (std::uint32_t rank = 0; rank < chart.rankCount; ++rank)
        if (!chart.isAbsent(RankId{rank}))
            curves.push_back({RankId{rank}, chart.curve(RankId{rank})});
    return curves;
}

/// In English, as every other file is.
std::string sizeUnit(const MemoryCurves& memory)
{
    return memory.countsActivations()           ? " (stage activations)"
           : memory.unit() == MemoryUnit::Bytes ? " (bytes)"
                                                : "";
}

std::string valueColumn(const TimeChart& chart)
{
    if (chart.inFlight)
        return "microbatches in flight";
    return "memory" + sizeUnit(*chart.evaluation->memory);
}

std::vector<SweepOutcome> outcomesOf(const SweepChart& chart)
{
    std::vector<SweepOutcome> outcomes(chart.points.begin(), chart.points.end());
    outcomes.insert(outcomes.end(), chart.refusals.begin(), chart.refusals.end());
    return outcomes;
}

} // namespace

Result<QByteArray> chartPng(const ChartPicture& picture, double scale)
{
    return paintedPng(picture.size, scale, [&](QPainter& painter) { paint(picture, painter); });
}

Result<QByteArray> chartSvg(const ChartPicture& picture)
{
    return paintedSvg(picture.size, ChartWords::title(picture.content), picture.subtitle,
                      [&](QPainter& painter) { paint(picture, painter); });
}

std::string chartCsv(const ChartContent& content)
{
    if (const auto* time = std::get_if<TimeChartPtr>(&content); time && (*time)->stack) {
        std::vector<RankId> ranks;
        for (const NamedCurve& named : curvesOf(**time))
            ranks.push_back(named.rank);
        return memoryPartsCsv(*(*time)->stack, ranks, (*time)->range, (*time)->evaluation->timeline->unit,
                              valueColumn(**time), sizeUnit(*(*time)->evaluation->memory));
    }
    if (const auto* time = std::get_if<TimeChartPtr>(&content))
        return curvesCsv(curvesOf(**time), (*time)->range, (*time)->evaluation->timeline->unit,
                         valueColumn(**time));
    if (const auto* kinds = std::get_if<KindChartPtr>(&content))
        return kindTimesCsv((*kinds)->ranks, (*kinds)->evaluation->timeline->unit);
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        return sweepCsv(outcomesOf(**sweep), (*sweep)->axis, (*sweep)->unit);
    return {};
}

std::size_t chartCsvLines(const ChartContent& content)
{
    if (const auto* time = std::get_if<TimeChartPtr>(&content)) {
        std::size_t lines = 1;
        const MemoryStack* const stack = (*time)->stack.get();
        for (const NamedCurve& named : curvesOf(**time)) {
            // At most: parts often change together.
            for (std::size_t layer = 0; stack != nullptr && layer + 1 < stack->parts().size(); ++layer)
                lines += stack->steps(named.rank, layer).size();
            if (stack != nullptr && stack->hasHost())
                lines += stack->hostSteps(named.rank).size();
            if (!named.curve.steps.empty())
                lines += 2 + named.curve.stepAt((*time)->range.to) - named.curve.stepAt((*time)->range.from);
        }
        return lines;
    }
    if (const auto* kinds = std::get_if<KindChartPtr>(&content))
        return 1 + (*kinds)->ranks.size();
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        return 1 + (*sweep)->points.size() + (*sweep)->refusals.size();
    return 0;
}

} // namespace bubblescope::ui
