// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/duration_histogram.h"

#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostBars = 24;
constexpr double kDurationHistogramTop = 24;
constexpr double kBottom = 28;
constexpr double kMarks = 6; ///< of single durations, under the bars
constexpr double kDurationHistogramSide = 12;
constexpr double kTickLength = 4;
constexpr double kPoint = 9; ///< across a point
constexpr double kLeastTickPx = 22;
constexpr std::size_t kMostSingle = 64;

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

DurationHistogram::DurationHistogram(QWidget* parent)
    : PlotWidget(QStringLiteral("trace-histogram"), {}, parent)
{
    setMouseTracking(true);
}

void DurationHistogram::show(const QString& title, std::vector<Time> durations, Time median, ActionKind kind)
{
    m_title = title;
    m_median = median;
    m_kind = kind;
    m_count = durations.size();
    m_single = m_count <= kMostSingle ? durations : std::vector<Time>();
    std::sort(m_single.begin(), m_single.end());
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
    const double scale =
        hasPoints() ? 0 : fontMetrics().horizontalAdvance(countText(m_highest)) + kTickLength + 4;
    return QRectF(rect()).adjusted(kDurationHistogramSide + scale, kDurationHistogramTop,
                                   -kDurationHistogramSide, -kBottom);
}

std::vector<std::size_t> DurationHistogram::countTicks() const
{
    // Far enough apart for their figures.
    const double least = static_cast<double>(m_highest) * kLeastTickPx / std::max(1.0, plot().height());
    const auto step = static_cast<std::size_t>(
        roundStep(std::clamp(least, 1.0, std::max(1.0, static_cast<double>(m_highest)))));
    std::vector<std::size_t> ticks;
    for (std::size_t count = 0; count <= m_highest; count += step)
        ticks.push_back(count);
    return ticks;
}

double DurationHistogram::xOf(Time duration) const
{
    const QRectF area = plot();
    const Time range = m_width * static_cast<double>(m_bars.size());
    return area.left() + area.width() * std::clamp((duration - m_least) / range, 0.0, 1.0);
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

std::vector<QPointF> DurationHistogram::points() const
{
    if (!hasPoints())
        return {};
    const QRectF area = plot();
    std::vector<QPointF> points;
    // Where the last one of each level stands: what would cover it goes above.
    std::vector<double> levels;
    for (const Time duration : m_single) {
        const double x = xOf(duration);
        const auto level =
            std::find_if(levels.begin(), levels.end(), [x](double last) { return x - last >= kPoint + 1; });
        const auto above = static_cast<double>(level - levels.begin());
        if (level == levels.end())
            levels.push_back(x);
        else
            *level = x;
        points.emplace_back(x, area.bottom() - kPoint * 0.75 - above * (kPoint + 1));
    }
    // As many as lie on one place still have their room.
    const double least = area.top() + kPoint / 2;
    const double highest = area.bottom() - kPoint * 0.75 -
                           static_cast<double>(levels.empty() ? 0 : levels.size() - 1) * (kPoint + 1);
    if (highest < least)
        for (QPointF& point : points)
            point.setY(area.bottom() -
                       (area.bottom() - point.y()) * (area.bottom() - least) / (area.bottom() - highest));
    return points;
}

int DurationHistogram::barAt(const QPointF& position) const
{
    const QRectF area = plot();
    if (hasPoints()) {
        const auto nearest = nearestPlace(points(), position, kPoint);
        return nearest ? static_cast<int>(*nearest) : -1;
    }
    if (m_bars.empty() || !area.contains(position))
        return -1;
    const auto bar =
        static_cast<int>((position.x() - area.left()) / area.width() * static_cast<double>(m_bars.size()));
    return std::clamp(bar, 0, static_cast<int>(m_bars.size()) - 1);
}

QString DurationHistogram::textAt(const QPointF& position) const
{
    return textOf(barAt(position));
}

QString DurationHistogram::textOf(int bar) const
{
    if (bar < 0)
        return {};
    if (hasPoints()) {
        const Time duration = m_single[static_cast<std::size_t>(bar)];
        const auto shorter = std::lower_bound(m_single.begin(), m_single.end(), duration) - m_single.begin();
        return tr("%1, %2 of %3 are shorter", "duration, count, of all")
            .arg(microsecondsText(duration), countText(static_cast<std::size_t>(shorter)),
                 countText(m_count));
    }
    const Time from = m_least + m_width * bar;
    const auto [begin, end] = stretchTexts(from, from + m_width, "us");
    return tr("%1 of %2: %3 to %4", "count, of all, from, to")
        .arg(countText(m_bars[static_cast<std::size_t>(bar)]), countText(m_count), begin, end);
}

void DurationHistogram::mouseMoveEvent(QMouseEvent* event)
{
    const int bar = barAt(event->position());
    if (bar == m_pointed)
        return;
    m_pointed = bar;
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
    const QRectF top(area.left(), 2, area.width(), kDurationHistogramTop - 4);
    if (m_bars.empty()) {
        painter.drawText(QRectF(rect()), Qt::AlignCenter, tr("Select a row to see its durations."));
        return;
    }
    const QString said = m_pointed < 0 ? m_title : textOf(m_pointed);
    painter.drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(said, Qt::ElideRight, static_cast<int>(top.width())));
    const QColor fill = Look::instance().role(roleOf(m_kind));
    if (hasPoints()) {
        paintPoints(painter);
    } else {
        paintScale(painter);
        for (std::size_t bar = 0; bar < m_bars.size(); ++bar)
            painter.fillRect(barRect(bar),
                             static_cast<int>(bar) == m_pointed ? mixed(fill, c.text, 0.25) : fill);
    }
    painter.setPen(QPen(c.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(xOf(m_median), area.top()), QPointF(xOf(m_median), area.bottom()));
    paintAxis(painter);
}

void DurationHistogram::paintPoints(QPainter& painter) const
{
    const LookColors& c = Look::instance().colors();
    const QRectF area = plot();
    painter.fillRect(QRectF(area.left(), std::round(area.bottom()), area.width(), 1), c.hairline);
    const QColor fill = Look::instance().role(roleOf(m_kind));
    const std::vector<QPointF> all = points();
    painter.save();
    for (std::size_t i = 0; i < all.size(); ++i) {
        painter.setPen(QPen(c.panel, 1));
        painter.setBrush(static_cast<int>(i) == m_pointed ? mixed(fill, c.text, 0.25) : fill);
        painter.drawEllipse(all[i], kPoint / 2, kPoint / 2);
    }
    painter.restore();
}

void DurationHistogram::paintScale(QPainter& painter) const
{
    const LookColors& c = Look::instance().colors();
    const QRectF area = plot();
    const double highest = static_cast<double>(std::max<std::size_t>(1, m_highest));
    for (const std::size_t count : countTicks()) {
        const double y = std::round(area.bottom() - area.height() * static_cast<double>(count) / highest);
        painter.fillRect(QRectF(area.left() - kTickLength, y, area.width() + kTickLength, 1), c.hairline);
        painter.setPen(c.quiet);
        writeTick(painter, {area.left() - kTickLength - 4, y}, countText(count));
    }
}

void DurationHistogram::paintAxis(QPainter& painter) const
{
    const LookColors& c = Look::instance().colors();
    const QRectF area = plot();
    for (const Time duration : hasPoints() ? std::vector<Time>() : m_single)
        painter.fillRect(QRectF(std::round(xOf(duration)) - 0.5, area.bottom() + 2, 1, kMarks), c.quiet);
    const Time most = m_least + m_width * static_cast<double>(m_bars.size());
    const TimeScale scale = scaleFor(most);
    const QRectF axis(area.left(), area.bottom() + kMarks + 2, area.width(), kBottom - kMarks - 2);
    painter.setPen(c.quiet);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter,
                     figureText(m_least / scale.size, scale.decimals));
    painter.drawText(
        axis, Qt::AlignRight | Qt::AlignVCenter,
        tr("%1 %2", "time, unit").arg(figureText(most / scale.size, scale.decimals), scale.unit));
}

} // namespace bubblescope::ui
