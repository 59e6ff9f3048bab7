// SPDX-License-Identifier: GPL-3.0-or-later
// Time by kind: a horizontal bar for each rank, or for some neighbours.
#include "ui/charts/chart_plot.h"
#include "ui/charts/chart_words.h"
#include "ui/widgets/look.h"

#include <QBarSet>
#include <QChart>
#include <QHorizontalStackedBarSeries>
#include <QLegend>
#include <algorithm>

namespace bubblescope::ui {

namespace {

QStringList namesOf(const KindChart& content, std::size_t size)
{
    QStringList names;
    for (std::size_t i = 0; i < content.ranks.size(); i += size) {
        const std::uint32_t first = content.ranks[i].rank.value;
        const std::uint32_t last = content.ranks[std::min(i + size, content.ranks.size()) - 1].rank.value;
        names << (first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last));
    }
    // Categories count from below.
    std::reverse(names.begin(), names.end());
    return names;
}

/// Means of the groups, the last one, which may have fewer ranks, first.
std::vector<KindTimes> meansOf(const KindChart& content, std::size_t size)
{
    std::vector<KindTimes> bars = grouped(content.ranks, size);
    for (std::size_t bar = 0; bar < bars.size(); ++bar) {
        const std::size_t count = std::min(size, content.ranks.size() - bar * size);
        for (Time& time : bars[bar].times)
            time /= static_cast<double>(count);
    }
    std::reverse(bars.begin(), bars.end());
    return bars;
}

} // namespace

void drawKinds(QChart& chart, const KindChart& content, const ChartScale& scale, const ChartStyle& style)
{
    const LookColors colors = LookColors::of(style.theme);
    const std::vector<KindTimes> bars = meansOf(content, scale.groupSize);
    const QuantityUnit time = ChartWords::timeUnit({0, scale.to}, content.evaluation->timeline->unit);
    auto* series = new QHorizontalStackedBarSeries;
    series->setBarWidth(0.78);
    for (std::size_t i = 0; i < kTimeKindCount; ++i) {
        const auto kind = static_cast<TimeKind>(i);
        if (std::all_of(bars.begin(), bars.end(), [kind](const KindTimes& bar) { return bar.of(kind) <= 0; }))
            continue;
        auto* set = new QBarSet(ChartWords::kindName(kind));
        for (const KindTimes& bar : bars)
            set->append(bar.of(kind) / time.size);
        const QColor fill = colorOf(Theme::get(style.theme).color(roleOf(kind)));
        set->setColor(fill);
        // Idle is near to the ground, so that it needs an edge.
        set->setPen(kind == TimeKind::Idle ? QPen(mixed(colors.hairline, colors.text, 0.2), 1)
                                           : QPen(fill, 0));
        series->append(set);
    }
    chart.addSeries(series);
    ChartAxes axes(chart, style);
    axes.addNames(namesOf(content, scale.groupSize), ChartWords::tr("Rank"));
    axes.addValueAxis(Qt::AlignBottom, 0, scale.to / time.size, ChartWords::timeTitle(time));
    axes.attach();
    chart.legend()->setMarkerShape(QLegend::MarkerShapeRectangle);
    chart.legend()->setVisible(true);
}

} // namespace bubblescope::ui
