// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/duration_histogram.h"

#include "ui/panels/figures.h"
#include "ui/panels/look.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostBars = 24;
constexpr double kTop = 24;
constexpr double kBottom = 20;
constexpr double kSide = 12;

} // namespace

std::vector<Time> durationsOf(const MeasuredRun& run, ActionKind kind, StageId stage)
{
    std::vector<Time> durations;
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& action : rank.actions)
            if (action.action.kind() == kind && action.action.id().stage == stage)
                durations.push_back(action.end - action.start);
    return durations;
}

DurationHistogram::DurationHistogram(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("trace-histogram"));
    setMouseTracking(true);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void DurationHistogram::show(const QString& title, std::vector<Time> durations, Time median, ActionKind kind)
{
    m_title = title;
    m_median = median;
    m_kind = kind;
    m_count = durations.size();
    m_bars.clear();
    m_pointed = -1;
    if (!durations.empty()) {
        const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
        m_least = *least;
        const Time range = *most - *least;
        // As many bars as there are enough durations to fill them (twice the cube root, as Rice has it).
        const auto wanted = static_cast<std::size_t>(std::ceil(2 * std::cbrt(static_cast<double>(m_count))));
        const std::size_t bars = range > 0 ? std::clamp<std::size_t>(wanted, 1, kMostBars) : 1;
        m_width = range > 0 ? range / static_cast<double>(bars) : 1;
        m_bars.assign(bars, 0);
        for (const Time duration : durations)
            ++m_bars[std::min(bars - 1, static_cast<std::size_t>((duration - m_least) / m_width))];
    }
    m_highest = m_bars.empty() ? 0 : *std::max_element(m_bars.begin(), m_bars.end());
    setAccessibleName(tr("Histogram of durations: %1").arg(title));
    update();
}

QRectF DurationHistogram::plot() const
{
    return QRectF(rect()).adjusted(kSide, kTop, -kSide, -kBottom);
}

QRectF DurationHistogram::barRect(std::size_t bar) const
{
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(m_bars.size());
    const double height = area.height() * static_cast<double>(m_bars[bar]) /
                          static_cast<double>(std::max<std::size_t>(1, m_highest));
    return {area.left() + static_cast<double>(bar) * width + 1, area.bottom() - height,
            std::max(1.0, width - 2), height};
}

int DurationHistogram::barAt(const QPointF& position) const
{
    const QRectF area = plot();
    if (m_bars.empty() || !area.contains(position))
        return -1;
    const auto bar =
        static_cast<int>((position.x() - area.left()) / area.width() * static_cast<double>(m_bars.size()));
    return std::clamp(bar, 0, static_cast<int>(m_bars.size()) - 1);
}

QString DurationHistogram::textAt(const QPointF& position) const
{
    const int bar = barAt(position);
    if (bar < 0)
        return {};
    const Time from = m_least + m_width * bar;
    return tr("%1 of %2: %3 to %4 µs", "count, of all, from, to")
        .arg(countText(m_bars[static_cast<std::size_t>(bar)]), countText(m_count), figureText(from, 1),
             figureText(from + m_width, 1));
}

void DurationHistogram::mouseMoveEvent(QMouseEvent* event)
{
    const int bar = barAt(event->position());
    if (bar == m_pointed)
        return;
    m_pointed = bar;
    setToolTip(textAt(event->position()));
    update();
}

void DurationHistogram::leaveEvent(QEvent* event)
{
    m_pointed = -1;
    update();
    QWidget::leaveEvent(event);
}

void DurationHistogram::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(c.quiet);
    const QRectF area = plot();
    const QRectF top(area.left(), 2, area.width(), kTop - 4);
    if (m_bars.empty()) {
        painter.drawText(QRectF(rect()), Qt::AlignCenter, tr("Choose a line to see its durations."));
        return;
    }
    const QString said =
        m_pointed < 0 ? m_title : textAt(barRect(static_cast<std::size_t>(m_pointed)).center());
    painter.drawText(top, Qt::AlignLeft | Qt::AlignVCenter, said.isEmpty() ? m_title : said);
    const QColor fill = Look::instance().role(roleOf(m_kind));
    for (std::size_t bar = 0; bar < m_bars.size(); ++bar)
        painter.fillRect(barRect(bar), static_cast<int>(bar) == m_pointed ? mixed(fill, c.text, 0.25) : fill);
    painter.setPen(QPen(c.hairline, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    const Time range = m_width * static_cast<double>(m_bars.size());
    const double x = area.left() + area.width() * std::clamp((m_median - m_least) / range, 0.0, 1.0);
    painter.setPen(QPen(c.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(c.quiet);
    const QRectF axis(area.left(), area.bottom() + 2, area.width(), kBottom - 2);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter, figureText(m_least, 1));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 µs").arg(figureText(m_least + range, 1)));
}

} // namespace bubblescope::ui
