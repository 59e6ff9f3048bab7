// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEventLoop>
#include <QFutureWatcher>
#include <QtConcurrentRun>

namespace bubblescope::ui {

/// Runs on a worker while the window keeps painting; the user's input waits. Timers and what other workers
/// send are still delivered: the caller holds back what must not happen meanwhile (MainWindow::Hold).
template <typename Work>
auto awaited(Work work)
{
    auto future = QtConcurrent::run(std::move(work));
    QFutureWatcher<void> watcher;
    QEventLoop loop;
    QObject::connect(&watcher, &QFutureWatcher<void>::finished, &loop, &QEventLoop::quit);
    watcher.setFuture(QFuture<void>(future));
    if (!future.isFinished())
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    return future.takeResult();
}

} // namespace bubblescope::ui
