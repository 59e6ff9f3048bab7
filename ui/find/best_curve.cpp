// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/best_curve.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr double kAxisRoom = 52, kEndRoom = 10, kLegendRoom = 24, kSecondsRoom = 20;
constexpr int kCurveTextPx = 11;
constexpr double kLeastSeconds = 0.1;
constexpr double kDot = 3; ///< one found at the very end is a dot without a line

} // namespace

BestCurve::BestCurve(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("find-curve"));
    setAccessibleName(tr("The best time as the search went on"));
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void BestCurve::setState(const FindState& state, const std::string& unit)
{
    m_state = state;
    m_unit = unit;
    describe();
    update();
}

void BestCurve::describe()
{
    if (m_state.points.empty()) {
        setAccessibleDescription(tr("Nothing was found yet."));
        return;
    }
    setAccessibleDescription(tr("%1 at first, %2 after %3 s", "time, time, seconds")
                                 .arg(timeText(m_state.points.front().objective, m_unit),
                                      timeText(m_state.points.back().objective, m_unit),
                                      figureText(m_state.points.back().seconds, 1)));
}

QRectF BestCurve::plot() const
{
    return QRectF(rect()).adjusted(kAxisRoom, kLegendRoom, -kEndRoom, -kSecondsRoom);
}

BestCurve::Span BestCurve::span() const
{
    if (m_state.points.empty())
        return {};
    const Time best = m_state.points.back().objective;
    const Time bound = m_state.progress.bound;
    Span span{bound > 0 ? std::min(bound, best) : best, m_state.points.front().objective};
    // A line that never fell still stands off the bottom.
    const Time margin = std::max((span.high - span.low) * 0.08, span.high * 0.005);
    span.low -= margin;
    span.high += margin;
    return span;
}

double BestCurve::yOf(Time objective) const
{
    const Span shown = span();
    const QRectF area = plot();
    const double range = std::max(shown.high - shown.low, 1e-12);
    return area.bottom() - area.height() * (objective - shown.low) / range;
}

double BestCurve::xOf(double seconds) const
{
    const QRectF area = plot();
    return area.left() + area.width() * std::min(1.0, seconds / std::max(m_state.seconds, kLeastSeconds));
}

void BestCurve::paintLegend(QPainter& painter) const
{
    const LookColors& colors = Look::instance().colors();
    double x = kAxisRoom;
    const auto entry = [&](const QString& text, const QPen& pen) {
        painter.setPen(pen);
        painter.drawLine(QPointF(x, 9.5), QPointF(x + 16, 9.5));
        painter.setPen(colors.quiet);
        painter.drawText(QRectF(x + 22, 0, width() - x, 19), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += 22 + painter.fontMetrics().horizontalAdvance(text) + 18;
    };
    entry(tr("best so far"), QPen(colors.accent, 2));
    if (m_state.progress.bound > 0)
        entry(tr("lower bound"), QPen(colors.quiet, 1, Qt::DashLine));
}

void BestCurve::paintAxes(QPainter& painter) const
{
    const LookColors& colors = Look::instance().colors();
    const QRectF area = plot();
    painter.setPen(QPen(colors.hairline, 1));
    painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5));
    painter.setPen(colors.quiet);
    const QRectF below(area.left(), area.bottom() + 3, area.width(), kSecondsRoom - 3);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 s", "seconds").arg(figureText(std::max(m_state.seconds, kLeastSeconds), 1)));
    // What lies too close to another one is left out; the best comes first.
    std::vector<Time> marks{m_state.points.back().objective, m_state.points.front().objective};
    if (m_state.progress.bound > 0)
        marks.push_back(m_state.progress.bound);
    std::vector<double> taken;
    for (const Time mark : marks) {
        const double y = yOf(mark);
        if (std::any_of(taken.begin(), taken.end(), [y](double other) { return std::abs(other - y) < 13; }))
            continue;
        taken.push_back(y);
        painter.drawText(QRectF(0, y - 9, kAxisRoom - 6, 18), Qt::AlignRight | Qt::AlignVCenter,
                         timeText(mark));
    }
}

void BestCurve::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& colors = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(figuresFont(kCurveTextPx, false));
    if (m_state.points.empty()) {
        painter.setFont(font());
        painter.setPen(colors.quiet);
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("How the best time falls is drawn here."));
        return;
    }
    paintLegend(painter);
    paintAxes(painter);
    if (m_state.progress.bound > 0) {
        painter.setPen(QPen(colors.quiet, 1, Qt::DashLine));
        const double y = std::floor(yOf(m_state.progress.bound)) + 0.5;
        painter.drawLine(QPointF(plot().left(), y), QPointF(plot().right(), y));
    }
    QPainterPath path(QPointF(xOf(m_state.points.front().seconds), yOf(m_state.points.front().objective)));
    for (const BestPoint& point : m_state.points) {
        path.lineTo(xOf(point.seconds), path.currentPosition().y());
        path.lineTo(xOf(point.seconds), yOf(point.objective));
    }
    path.lineTo(xOf(m_state.seconds), path.currentPosition().y());
    painter.setPen(QPen(colors.accent, 2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.accent);
    for (const BestPoint& point : m_state.points)
        painter.drawEllipse(QPointF(xOf(point.seconds), yOf(point.objective)), kDot, kDot);
}

} // namespace bubblescope::ui
