// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_card.h"

#include "ui/panels/thumbnails.h"
#include "ui/widgets/look.h"
#include "ui/widgets/symbol_icon.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kStartCardPadding = 12;
constexpr int kLine = 20;
constexpr int kStartCardRowHeight = 46;
constexpr double kStartCardRadius = 6;

void activate(QAbstractButton& button, QKeyEvent& event)
{
    button.click();
    event.accept();
}

bool isReturn(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}

void paintLine(QPainter& painter, const QFont& font, const QColor& color, const QRect& room,
               const QString& text, Qt::TextElideMode elide = Qt::ElideRight)
{
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(text, elide, room.width()));
}

} // namespace

StartCard::StartCard(Shape shape, const QString& title, const QString& detail, QWidget* parent)
    : QAbstractButton(parent)
    , m_shape(shape)
    , m_title(title)
    , m_detail(detail)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    name();
}

void StartCard::name()
{
    QStringList parts{m_title, m_detail};
    if (!m_figures.isEmpty())
        parts << m_figures;
    setAccessibleName(parts.join(QStringLiteral(", ")));
}

void StartCard::setFigures(const QString& figures)
{
    m_figures = figures;
    name();
    update();
}

void StartCard::setDetail(const QString& detail)
{
    m_detail = detail;
    name();
    update();
}

void StartCard::setIndex(LaneIndexPtr index)
{
    m_index = std::move(index);
    m_picture = {};
    update();
}

int StartCard::pictureHeight() const
{
    return 76;
}

QSize StartCard::sizeHint() const
{
    return m_shape == Shape::Row
               ? QSize(240, kStartCardRowHeight)
               : QSize(200, kStartCardPadding + pictureHeight() + 8 + 2 * kLine + kStartCardPadding - 4);
}

QSize StartCard::minimumSizeHint() const
{
    return {120, sizeHint().height()};
}

bool StartCard::event(QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        update();
    return QAbstractButton::event(event);
}

void StartCard::keyPressEvent(QKeyEvent* event)
{
    if (isReturn(*event))
        activate(*this, *event);
    else
        QAbstractButton::keyPressEvent(event);
}

void StartCard::paintFrame(QPainter& painter) const
{
    const LookColors& c = Look::instance().colors();
    const bool isHot = isEnabled() && underMouse();
    const QColor ground = isDown() ? c.accentSoft : isHot ? c.hover : c.panel;
    if (m_shape == Shape::Row) {
        if (!isHot && !isDown() && !hasFocus())
            return;
        painter.setPen(hasFocus() ? QPen(c.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(isHot || isDown() ? QBrush(ground) : QBrush(Qt::NoBrush));
    } else {
        painter.setPen(hasFocus() ? QPen(c.accent, 1.5)
                                  : QPen(isHot ? mixed(c.hairline, c.quiet, 0.5) : c.hairline, 1));
        painter.setBrush(ground);
    }
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), kStartCardRadius,
                            kStartCardRadius);
}

void StartCard::paintPicture(QPainter& painter, const QRect& room)
{
    if (!m_index) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(Look::instance().role(Role::Idle));
        painter.drawRoundedRect(room, 3, 3);
        return;
    }
    const int theme = static_cast<int>(Look::instance().theme());
    const QSize pixels = (QSizeF(room.size()) * devicePixelRatioF()).toSize();
    if (m_picture.size() != pixels || m_pictureTheme != theme) {
        m_picture =
            paintThumbnail(*m_index, Theme::get(Look::instance().theme()), room.size(), devicePixelRatioF());
        m_pictureTheme = theme;
    }
    painter.drawImage(QRectF(room), m_picture);
}

void StartCard::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter);
    QFont title = font();
    title.setWeight(QFont::Medium);
    const QFont small = figuresFont(12, false);
    const QColor text = isEnabled() ? c.text : c.quiet;
    if (m_shape == Shape::Row) {
        const QRect room = rect().adjusted(8, 3, -8, -3);
        paintLine(painter, title, text, QRect(room.left(), room.top(), room.width(), kLine), m_title,
                  Qt::ElideMiddle);
        paintLine(painter, small, c.quiet, QRect(room.left(), room.top() + kLine, room.width(), kLine),
                  m_detail, Qt::ElideMiddle);
        return;
    }
    const QRect room = rect().adjusted(kStartCardPadding, kStartCardPadding, -kStartCardPadding, 0);
    paintPicture(painter, QRect(room.left(), room.top(), room.width(), pictureHeight()));
    const int top = room.top() + pictureHeight() + 8;
    paintLine(painter, title, text, QRect(room.left(), top, room.width(), kLine), m_title);
    const QFontMetrics metrics(small);
    const int figures = m_figures.isEmpty() ? 0 : metrics.horizontalAdvance(m_figures) + 8;
    paintLine(painter, small, c.quiet, QRect(room.left(), top + kLine, room.width() - figures, kLine),
              m_detail);
    painter.drawText(QRect(room.left(), top + kLine, room.width(), kLine), Qt::AlignRight | Qt::AlignVCenter,
                     m_figures);
}

DropCard::DropCard(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setText(tr("Drop a schedule CSV, a .bubble file or profiles here, or choose them"));
    setAccessibleName(tr("Choose files to open; you can also drop them here"));
}

void DropCard::keyPressEvent(QKeyEvent* event)
{
    if (isReturn(*event))
        activate(*this, *event);
    else
        QAbstractButton::keyPressEvent(event);
}

void DropCard::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isHot = underMouse() || isDown();
    QPen edge(hasFocus() || isHot ? c.accent : mixed(c.hairline, c.quiet, 0.6), hasFocus() ? 1.5 : 1);
    if (!hasFocus())
        edge.setDashPattern({5, 4});
    painter.setPen(edge);
    painter.setBrush(isHot ? QBrush(c.accentSoft) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kStartCardRadius, kStartCardRadius);
    const QColor ink = isHot ? c.accent : c.quiet;
    const int left = 16;
    painter.drawImage(QRectF(left, (height() - kSymbolSize) / 2.0, kSymbolSize, kSymbolSize),
                      symbolImage(QStringLiteral("drop"), ink, qRound(kSymbolSize * devicePixelRatioF())));
    painter.setFont(font());
    painter.setPen(ink);
    painter.drawText(rect().adjusted(left + kSymbolSize + 12, 4, -12, -4),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text());
}

} // namespace bubblescope::ui
