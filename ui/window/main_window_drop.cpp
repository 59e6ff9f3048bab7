// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are dropped on the main window.
#include "ui/widgets/drop_frame.h"
#include "ui/window/main_window.h"

#include <QDragEnterEvent>
#include <QMimeData>

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

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_holds > 0 || localFiles(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_dropFrame->setGeometry(rect());
    m_dropFrame->raise();
    m_dropFrame->show();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    m_dropFrame->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_dropFrame->hide();
    event->acceptProposedAction();
    // Whoever drags waits for the drop to end; a question to the user must not hold them.
    QMetaObject::invokeMethod(
        this, [this, files = localFiles(*event->mimeData())] { openFiles(files); }, Qt::QueuedConnection);
}

} // namespace bubblescope::ui
