// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plot.h"

#include "ui/widgets/look.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kTickHeight = 24;
constexpr double kCardGap = 12;
constexpr double kCardMargin = 8;

} // namespace

double PlotAxis::shareOf(double value) const
{
    if (isLogarithmic)
        return std::log(value / from) / std::log(to / from);
    return (value - from) / (to - from);
}

double roundStep(double least, std::initializer_list<double> factors)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : factors)
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

std::optional<std::size_t> nearestPlace(const std::vector<QPointF>& places, const QPointF& position,
                                        double reach)
{
    std::optional<std::size_t> nearest;
    double least = reach * reach;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QPointF way = places[i] - position;
        if (const double distance = QPointF::dotProduct(way, way); distance <= least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

void writeTick(QPainter& painter, const QPointF& end, const QString& figure)
{
    painter.drawText(QRectF(0, end.y() - kTickHeight / 2, end.x(), kTickHeight),
                     Qt::AlignRight | Qt::AlignVCenter, figure);
}

void paintPlotCard(QPainter& painter, const QStringList& lines, const QPointF& at, const QRectF& room)
{
    const LookColors& c = Look::instance().colors();
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(plain);
    double width = QFontMetricsF(bold).horizontalAdvance(lines.front());
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const double line = std::ceil(metrics.height()) + 1;
    QRectF card(0, 0, std::ceil(width) + 2 * kCardMargin,
                line * static_cast<double>(lines.size()) + 2 * kCardMargin - 2);
    card.moveTopLeft(at + QPointF(kCardGap, -kCardGap - card.height()));
    if (card.right() > room.right())
        card.moveRight(std::max(room.left() + card.width(), at.x() - kCardGap));
    if (card.top() < room.top())
        card.moveTop(std::min(at.y() + kCardGap, room.bottom() - card.height()));
    painter.setPen(QPen(c.hairline, 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.setFont(i == 0 ? bold : plain);
        painter.setPen(i == 0 ? c.text : mixed(c.text, c.quiet, 0.35));
        painter.drawText(
            QPointF(card.left() + kCardMargin,
                    card.top() + kCardMargin - 1 + static_cast<double>(i) * line + metrics.ascent()),
            lines[i]);
    }
    painter.setFont(plain);
}

PlotWidget::PlotWidget(const QString& name, const QString& title, QWidget* parent) : QWidget(parent)
{
    setObjectName(name);
    setAccessibleName(title);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

QString PlotWidget::textAt(const QPointF& /*position*/) const
{
    return {};
}

bool PlotWidget::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    // An empty text takes away what is there.
    QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
    return true;
}

void PlotWidget::paintMessage(QPainter& painter, const QRectF& room, const QString& text)
{
    painter.setPen(Look::instance().colors().quiet);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
}

} // namespace bubblescope::ui
