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
constexpr double kBestCurveDot = 3; ///< one found at the very end is a dot without a line

} // namespace

BestCurve::BestCurve(QWidget* parent)
    : PlotWidget(QStringLiteral("find-curve"), tr("The best time during the search"), parent)
{}

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
        setAccessibleDescription(tr("Nothing has been found yet."));
        return;
    }
    setAccessibleDescription(tr("%1 at first, %2 after %3 s", "time, time, seconds")
                                 .arg(timeText(m_state.points.front().objective, m_unit),
                                      timeText(m_state.points.back().objective, m_unit),
                                      figureText(m_state.points.back().seconds, 1)));
}

PlotFrame BestCurve::frame() const
{
    PlotFrame frame;
    frame.plot = QRectF(rect()).adjusted(kAxisRoom, kLegendRoom, -kEndRoom, -kSecondsRoom);
    frame.x.to = std::max(m_state.seconds, kLeastSeconds);
    if (m_state.points.empty())
        return frame;
    const Time best = m_state.points.back().objective;
    const Time bound = m_state.progress.bound;
    const Time low = bound > 0 ? std::min(bound, best) : best;
    const Time high = m_state.points.front().objective;
    // A line that never fell still stands off the bottom.
    const Time margin = std::max((high - low) * 0.08, high * 0.005);
    frame.y.from = low - margin;
    frame.y.to = std::max(high + margin, frame.y.from + 1e-12);
    return frame;
}

double BestCurve::yOf(Time objective) const
{
    return frame().yOf(objective);
}

double BestCurve::xOf(double seconds) const
{
    const PlotFrame shown = frame();
    return shown.xOf(std::min(seconds, shown.x.to));
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
    const QRectF area = frame().plot;
    painter.setPen(QPen(colors.hairline, 1));
    painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5));
    painter.setPen(colors.quiet);
    const QRectF below(area.left(), area.bottom() + 3, area.width(), kSecondsRoom - 3);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                     secondsText(std::max(m_state.seconds, kLeastSeconds)));
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
        writeTick(painter, {kAxisRoom - 6, y}, timeCell(mark, m_unit));
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
        paintMessage(painter, rect().adjusted(8, 8, -8, -8),
                     tr("The best time is plotted here during the search."));
        return;
    }
    const QRectF area = frame().plot;
    paintLegend(painter);
    paintAxes(painter);
    if (m_state.progress.bound > 0) {
        painter.setPen(QPen(colors.quiet, 1, Qt::DashLine));
        const double y = std::floor(yOf(m_state.progress.bound)) + 0.5;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
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
        painter.drawEllipse(QPointF(xOf(point.seconds), yOf(point.objective)), kBestCurveDot, kBestCurveDot);
}

} // namespace bubblescope::ui
