// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_view.h"

#include "ui/charts/chart_words.h"
#include "ui/widgets/look.h"

#include <QApplication>
#include <QChart>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kChartViewTextPixels = 11;
constexpr double kMark = 4;
constexpr double kCardAway = 10;

QFont chartFont()
{
    QFont font = windowFont();
    font.setPixelSize(kChartViewTextPixels);
    return font;
}

std::optional<ChartMove> moveOf(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return ChartMove::Left;
    case Qt::Key_Right:
        return ChartMove::Right;
    case Qt::Key_Up:
        return ChartMove::Up;
    case Qt::Key_Down:
        return ChartMove::Down;
    case Qt::Key_Home:
        return ChartMove::First;
    case Qt::Key_End:
        return ChartMove::Last;
    default:
        return {};
    }
}

} // namespace

ChartView::ChartView(QWidget* parent) : QChartView(parent)
{
    setObjectName(QStringLiteral("chart"));
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setFocusPolicy(Qt::NoFocus); // a part of this, not a control of its own
    setViewportUpdateMode(FullViewportUpdate);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Chart"));
    m_redraw.setSingleShot(true);
    m_redraw.setInterval(0);
    connect(&m_redraw, &QTimer::timeout, this, &ChartView::redraw);
    connect(&Look::instance(), &Look::changed, &m_redraw, qOverload<>(&QTimer::start));
    redraw();
}

void ChartView::setContent(ChartContent content)
{
    m_content = std::move(content);
    redraw();
    setPlace(m_place ? placeAgain(m_content, frame(), *m_place) : std::nullopt);
}

void ChartView::setSelected(std::optional<RankId> rank)
{
    if (m_selected == rank)
        return;
    m_selected = rank;
    m_redraw.start();
}

void ChartView::setMessage(const QString& text)
{
    if (m_message == text)
        return;
    m_message = text;
    viewport()->update();
}

void ChartView::redraw()
{
    m_redraw.stop();
    drawContent(*chart(), m_content, {Look::instance().theme(), chartFont(), size(), {}, m_selected});
    setBackgroundBrush(Look::instance().colors().panel);
    const QString title = ChartWords::title(m_content);
    setAccessibleName(title.isEmpty()
                          ? tr("Chart")
                          : tr("%1: %2", "chart, summary").arg(title, ChartWords::summary(m_content)));
    viewport()->update();
}

ChartFrame ChartView::frame() const
{
    QRectF plot = chart()->plotArea();
    plot.moveTopLeft(mapFromScene(chart()->mapToScene(plot.topLeft())));
    return {plot, ChartScale::of(m_content, mostBars())};
}

void ChartView::setPlace(std::optional<ChartPlace> place)
{
    const QString before = m_place ? m_place->text : QString();
    m_place = std::move(place);
    viewport()->update();
    if ((m_place ? m_place->text : QString()) == before)
        return;
    setAccessibleDescription(m_place ? m_place->text : QString());
    emit placeChanged();
}

void ChartView::drawForeground(QPainter* painter, const QRectF& /*rect*/)
{
    const LookColors& c = Look::instance().colors();
    painter->save();
    painter->resetTransform();
    painter->setFont(chartFont());
    if (!m_message.isEmpty()) {
        painter->setPen(c.quiet);
        painter->drawText(viewport()->rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                          m_message);
    }
    if (m_place)
        paintPlace(*painter, *m_place);
    if (hasFocus()) {
        painter->setPen(QPen(c.accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter->restore();
}

void ChartView::paintPlace(QPainter& painter, const ChartPlace& place) const
{
    const LookColors& c = Look::instance().colors();
    const ChartFrame now = frame();
    const std::optional<ChartPlace> shown = placeAgain(m_content, now, place);
    if (!shown)
        return;
    const QPointF at = shown->position;
    if (shown->time) {
        painter.setPen(QPen(c.quiet, 1, Qt::DotLine));
        painter.drawLine(QPointF(at.x(), now.plot.top()), QPointF(at.x(), now.plot.bottom()));
    }
    painter.setPen(QPen(c.panel, 1.5));
    painter.setBrush(c.text);
    painter.drawEllipse(at, kMark, kMark);
    const QFontMetricsF metrics(painter.font());
    QRectF card(QPointF(), QSizeF(metrics.horizontalAdvance(shown->text) + 16, metrics.height() + 8));
    card.moveTopLeft(at + QPointF(kCardAway, -kCardAway - card.height()));
    const QRectF room = QRectF(viewport()->rect()).adjusted(2, 2, -2, -2);
    if (card.right() > room.right())
        card.moveRight(std::max(room.left() + card.width(), at.x() - kCardAway));
    if (card.top() < room.top())
        card.moveTop(at.y() + kCardAway);
    painter.setPen(QPen(c.hairline, 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(c.text);
    painter.drawText(card, Qt::AlignCenter, shown->text);
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    m_redraw.start();
    emit resized();
}

void ChartView::mousePressEvent(QMouseEvent* event)
{
    if ((event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton) &&
        std::holds_alternative<TimeChartPtr>(m_content) && frame().plot.contains(event->position()))
        m_drag = Drag{event->position()};
    event->accept();
}

void ChartView::drag(const QPointF& position)
{
    const double way = position.x() - m_drag->last.x();
    if (!m_drag->isMoving && std::abs(way) < QApplication::startDragDistance())
        return;
    if (!std::exchange(m_drag->isMoving, true))
        viewport()->setCursor(Qt::ClosedHandCursor);
    setPlace(std::nullopt);
    const ChartFrame now = frame();
    const Time by = now.valueAtX(m_drag->last.x()) - now.valueAtX(position.x());
    m_drag->last = position;
    emit shiftAsked(by);
}

void ChartView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag && (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) != 0) {
        drag(event->position());
        if (m_drag->isMoving)
            return;
    }
    setPlace(placeAt(m_content, frame(), event->position()));
}

void ChartView::mouseReleaseEvent(QMouseEvent* event)
{
    viewport()->unsetCursor();
    const bool wasMoving = m_drag && m_drag->isMoving;
    m_drag.reset();
    if (event->button() != Qt::LeftButton || wasMoving)
        return;
    setPlace(placeAt(m_content, frame(), event->position()));
    if (m_place)
        emit placeChosen(*m_place);
}

void ChartView::leaveEvent(QEvent* event)
{
    setPlace(std::nullopt);
    QChartView::leaveEvent(event);
}

void ChartView::wheelEvent(QWheelEvent* event)
{
    const ChartFrame now = frame();
    if (!std::holds_alternative<TimeChartPtr>(m_content) || event->angleDelta().y() == 0 ||
        !now.plot.contains(event->position())) {
        event->ignore();
        return;
    }
    constexpr double kNotch = 120;
    constexpr double kZoomANotch = 1.25;
    emit zoomAsked(now.valueAtX(event->position().x()),
                   std::pow(kZoomANotch, event->angleDelta().y() / kNotch));
    event->accept();
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    const std::optional<ChartMove> move = moveOf(event->key());
    if (move && event->modifiers() == Qt::NoModifier) {
        if (std::optional<ChartPlace> next = placeAfter(m_content, frame(), m_place, *move))
            setPlace(std::move(next));
    } else if (m_place && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit placeChosen(*m_place);
    } else if (m_place && event->key() == Qt::Key_Escape) {
        setPlace(std::nullopt);
    } else {
        event->ignore();
    }
}

void ChartView::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuAsked(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(rect().center())
                                                                  : event->globalPos());
    event->accept();
}

void ChartView::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

} // namespace bubblescope::ui
