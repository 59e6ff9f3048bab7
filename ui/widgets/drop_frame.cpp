// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/drop_frame.h"

#include "ui/widgets/look.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>

namespace bubblescope::ui {

namespace {

QStringList localFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

} // namespace

DropFrame::DropFrame(QWidget* window) : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropFrame::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
        setGeometry(parentWidget()->rect());
        break;
    case QEvent::DragEnter:
        enter(static_cast<QDragEnterEvent&>(*event));
        return true;
    case QEvent::DragLeave:
        hide();
        return true;
    case QEvent::Drop:
        drop(static_cast<QDropEvent&>(*event));
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void DropFrame::enter(QDragEnterEvent& event)
{
    if ((m_mayDrop && !m_mayDrop()) || localFiles(*event.mimeData()).isEmpty())
        return;
    event.acceptProposedAction();
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropFrame::drop(QDropEvent& event)
{
    hide();
    event.acceptProposedAction();
    // Whoever drags waits for the drop to end; a question to the user must not hold them.
    QMetaObject::invokeMethod(
        this, [this, files = localFiles(*event.mimeData())] { emit filesDropped(files); },
        Qt::QueuedConnection);
}

void DropFrame::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = c.accent;
    veil.setAlpha(20);
    painter.setBrush(veil);
    painter.setPen(QPen(c.accent, 3));
    painter.drawRoundedRect(QRectF(rect()).adjusted(6, 6, -6, -6), 8, 8);
    const QString text = tr("Drop a schedule CSV or a .bubble file to open it");
    QFont font = windowFont();
    font.setPixelSize(15);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const QRectF pill = QRectF(0, 0, QFontMetrics(font).horizontalAdvance(text) + 40, 44);
    const QRectF placed = pill.translated(rect().center() - pill.center());
    painter.setPen(QPen(c.accent, 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(placed, 8, 8);
    painter.setPen(c.text);
    painter.drawText(placed, Qt::AlignCenter, text);
}

} // namespace bubblescope::ui
