// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/waterfall_view.h"

#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/table_csv.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kWaterfallTop = 28;
constexpr double kWaterfallLine = 18; ///< a figure above a bar, a name below
constexpr double kWaterfallSide = 12;
constexpr double kColumnGap = 12;
constexpr double kMostColumn = 140;
constexpr int kLeastWaterfallFont = 9;
constexpr double kLeastOfWhole = 0.15; ///< what the bars between the ends are of them, to be seen beside them
constexpr double kBreak = 4;           ///< of a mark that a bar goes on below

} // namespace

WaterfallView::WaterfallView(QWidget* parent)
    : PlotWidget(QStringLiteral("trace-waterfall"), tr("Where the time went"), parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void WaterfallView::show(const std::optional<Waterfall>& waterfall)
{
    m_waterfall = waterfall;
    m_pointed.reset();
    setAccessibleDescription(title());
    update();
}

std::optional<DeviationCause> WaterfallView::causeOf(std::size_t bar)
{
    if (bar == 0 || bar + 1 >= kBarCount)
        return std::nullopt;
    return static_cast<DeviationCause>(bar - 1);
}

QString WaterfallView::title() const
{
    if (!m_waterfall)
        return {};
    const Time extra = m_waterfall->measured - m_waterfall->predicted;
    const QString time = microsecondsText(std::abs(extra));
    return extra < 0 ? tr("Rank %1 ended last. The step took %2 less than its costs alone.")
                           .arg(m_waterfall->rank.value)
                           .arg(time)
                     : tr("Rank %1 ended last. The step took %2 longer than its costs alone.")
                           .arg(m_waterfall->rank.value)
                           .arg(time);
}

QString WaterfallView::causeName(DeviationCause cause)
{
    switch (cause) {
    case DeviationCause::Compute:
        return tr("compute");
    case DeviationCause::Wait:
        return tr("waiting");
    case DeviationCause::Transfer:
        return tr("transfer");
    case DeviationCause::Host:
        return tr("host");
    case DeviationCause::Unmodelled:
        break;
    }
    return tr("tail");
}

QString WaterfallView::nameOf(std::size_t bar) const
{
    const auto cause = causeOf(bar);
    return cause ? causeName(*cause) : bar == 0 ? tr("costs alone") : tr("measured");
}

QString WaterfallView::figureOf(std::size_t bar) const
{
    if (bar == 0)
        return microsecondsText(m_waterfall->predicted);
    if (bar + 1 == kBarCount)
        return microsecondsText(m_waterfall->measured);
    const Time extra = m_waterfall->extra[bar - 1];
    if (microsecondsText(std::abs(extra)) == microsecondsText(0))
        return microsecondsText(0);
    return extra < 0 ? QStringLiteral("−") + microsecondsText(-extra)
                     : QStringLiteral("+") + microsecondsText(extra);
}

QString WaterfallView::barText(std::size_t bar) const
{
    return m_waterfall ? tr("%1 %2", "transfer, +3.1 ms").arg(nameOf(bar), figureOf(bar)) : QString();
}

QString WaterfallView::csv() const
{
    QString csv = QStringLiteral("bar,us\n");
    for (std::size_t bar = 0; m_waterfall && bar < kBarCount; ++bar) {
        const Time time = bar == 0               ? m_waterfall->predicted
                          : bar + 1 == kBarCount ? m_waterfall->measured
                                                 : m_waterfall->extra[bar - 1];
        csv += csvField(nameOf(bar)) + QLatin1Char(',') + csvNumber(time) + QLatin1Char('\n');
    }
    return csv;
}

std::array<WaterfallView::Bar, WaterfallView::kBarCount> WaterfallView::bars() const
{
    std::array<Bar, kBarCount> bars;
    bars.front() = {0, m_waterfall->predicted};
    bars.back() = {0, m_waterfall->measured};
    Time level = m_waterfall->predicted;
    for (std::size_t c = 0; c < m_waterfall->extra.size(); ++c) {
        bars[c + 1] = {level, level + m_waterfall->extra[c]};
        level = bars[c + 1].to;
    }
    return bars;
}

PlotFrame WaterfallView::frame() const
{
    PlotFrame frame;
    const double across = std::min<double>(width(), kMostColumn * kBarCount);
    frame.plot = QRectF(kWaterfallSide, kWaterfallTop + kWaterfallLine, across - 2 * kWaterfallSide,
                        std::max(8.0, height() - kWaterfallTop - 2 * kWaterfallLine - 4));
    frame.x = {0, static_cast<double>(kBarCount), false, {}, {}};
    Time least = m_waterfall->predicted;
    Time most = least;
    for (const Bar& bar : bars()) {
        least = std::min(least, bar.to);
        most = std::max(most, bar.to);
    }
    // Where the two ends are much longer than what lies between them their feet are cut off, visibly.
    const Time margin = std::max((most - least) * 0.6, most * 0.02);
    const bool isCut = most - least < kLeastOfWhole * most;
    frame.y = {isCut ? std::max(0.0, least - margin) : 0.0, most, false, {}, {}};
    return frame;
}

QRectF WaterfallView::columnRect(std::size_t bar) const
{
    if (!m_waterfall)
        return {};
    const PlotFrame place = frame();
    const double left = place.xOf(static_cast<double>(bar));
    const double right = place.xOf(static_cast<double>(bar) + 1);
    return {left, place.plot.top() - kWaterfallLine, right - left, place.plot.height() + 2 * kWaterfallLine};
}

std::optional<std::size_t> WaterfallView::barAt(const QPointF& position) const
{
    for (std::size_t bar = 0; m_waterfall && bar < kBarCount; ++bar)
        if (columnRect(bar).contains(position))
            return bar;
    return std::nullopt;
}

QString WaterfallView::textAt(const QPointF& position) const
{
    const auto bar = barAt(position);
    if (!bar)
        return {};
    const QString text = barText(*bar);
    if (bar == 0)
        return tr("%1: this order with the times of its actions and transfers alone", "costs alone, 117 ms")
            .arg(text);
    if (!causeOf(*bar))
        return text;
    return causeOf(*bar) == m_chosen ? tr("%1: click to show all actions again").arg(text)
                                     : tr("%1: click to show only its actions").arg(text);
}

void WaterfallView::choose(std::size_t bar)
{
    if (const auto cause = causeOf(bar); m_waterfall && cause)
        emit causeChosen(cause == m_chosen ? std::nullopt : cause);
}

void WaterfallView::setChosen(std::optional<DeviationCause> cause)
{
    if (cause == m_chosen)
        return;
    m_chosen = cause;
    setAccessibleDescription(cause ? tr("%1 Only the actions of this cause stand out: %2", "sentence, cause")
                                         .arg(title(), causeName(*cause))
                                   : title());
    update();
}

void WaterfallView::point(std::optional<std::size_t> bar)
{
    if (bar == m_pointed)
        return;
    m_pointed = bar;
    setCursor(bar && causeOf(*bar) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void WaterfallView::mouseMoveEvent(QMouseEvent* event)
{
    point(barAt(event->position()));
}

void WaterfallView::mousePressEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position());
    if (event->button() != Qt::LeftButton || !bar)
        return;
    m_current = std::clamp<std::size_t>(*bar, 1, kBarCount - 2);
    choose(*bar);
}

void WaterfallView::leaveEvent(QEvent* event)
{
    point(std::nullopt);
    QWidget::leaveEvent(event);
}

void WaterfallView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        m_current = std::max<std::size_t>(1, m_current - 1);
        break;
    case Qt::Key_Right:
        m_current = std::min(kBarCount - 2, m_current + 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        choose(m_current);
        return;
    case Qt::Key_Escape:
        if (m_chosen) {
            emit causeChosen(std::nullopt);
            return;
        }
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    update();
}

QFont WaterfallView::columnFont() const
{
    QFont shown = font();
    const int room = static_cast<int>(columnRect(0).width()) - 4;
    for (int px = fontInfo().pixelSize(); px >= kLeastWaterfallFont; --px) {
        shown.setPixelSize(px);
        const QFontMetrics metrics(shown);
        int widest = 0;
        for (std::size_t bar = 0; bar < kBarCount; ++bar)
            widest = std::max(
                {widest, metrics.horizontalAdvance(figureOf(bar)), metrics.horizontalAdvance(nameOf(bar))});
        if (widest <= room)
            break;
    }
    return shown;
}

void WaterfallView::paintBars(QPainter& painter) const
{
    painter.setFont(columnFont());
    const LookColors& c = Look::instance().colors();
    const PlotFrame place = frame();
    const std::array<Bar, kBarCount> all = bars();
    for (std::size_t bar = 0; bar < kBarCount; ++bar) {
        const QRectF column = columnRect(bar);
        const double from = std::min(place.yOf(all[bar].from), place.plot.bottom());
        const double to = place.yOf(all[bar].to);
        const QRectF body(column.left() + kColumnGap / 2, std::min(from, to), column.width() - kColumnGap,
                          std::max(1.0, std::abs(from - to)));
        const bool isEnd = !causeOf(bar);
        const QColor fill = isEnd                         ? mixed(c.panel, c.text, 0.45)
                            : all[bar].to < all[bar].from ? Look::instance().role(Role::BackwardInput)
                                                          : c.caution;
        if (causeOf(bar) && causeOf(bar) == m_chosen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(c.panel, c.accent, 0.14));
            painter.drawRoundedRect(column.adjusted(1, 1, -1, 3), 4, 4);
        }
        painter.fillRect(body, m_pointed == bar ? mixed(fill, c.text, 0.2) : fill);
        if (isEnd && place.y.from > 0) {
            painter.setPen(QPen(c.panel, 2));
            for (const double up : {2 * kBreak, 3.5 * kBreak})
                painter.drawLine(QPointF(body.left() - 1, body.bottom() - up + kBreak),
                                 QPointF(body.right() + 1, body.bottom() - up - kBreak));
        }
        if (bar + 1 < kBarCount) {
            painter.setPen(QPen(c.quiet, 1, Qt::DotLine));
            painter.drawLine(QPointF(body.right(), to), QPointF(body.right() + kColumnGap, to));
        }
        painter.setPen(c.text);
        const QRectF figure(column.left(), std::min(from, to) - kWaterfallLine, column.width(),
                            kWaterfallLine);
        painter.drawText(figure, Qt::AlignCenter, figureOf(bar));
        painter.setPen(c.quiet);
        const QRectF name(column.left(), place.plot.bottom() + 2, column.width(), kWaterfallLine);
        painter.drawText(name, Qt::AlignCenter, nameOf(bar));
        if (hasFocus() && bar == m_current) {
            painter.setPen(QPen(c.accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(column.adjusted(1, 1, -1, 3));
        }
    }
}

void WaterfallView::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_waterfall) {
        paintMessage(painter, rect(), tr("There is no prediction that this run can be compared with."));
        return;
    }
    painter.setPen(c.text);
    const QRectF line(kWaterfallSide, 4, width() - 2 * kWaterfallSide, kWaterfallTop - 8);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(title(), Qt::ElideRight, static_cast<int>(line.width())));
    paintBars(painter);
}

} // namespace bubblescope::ui
