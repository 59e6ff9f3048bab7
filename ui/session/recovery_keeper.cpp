// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recovery_keeper.h"

#include "core/base/guarded.h"
#include "core/io/file.h"

#include <QFile>
#include <QtConcurrentRun>

namespace bubblescope::ui {

RecoveryKeeper::RecoveryKeeper(QString file, QObject* parent) : QObject(parent), m_file(std::move(file))
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &RecoveryKeeper::take);
}

RecoveryKeeper::~RecoveryKeeper()
{
    wait();
    if (m_forgets)
        QFile::remove(m_file);
}

void RecoveryKeeper::keep(DocumentSnapshot snapshot, RecoveryInfo info)
{
    m_next.emplace(std::move(snapshot), std::move(info));
    m_forgets = false;
    if (!isWriting())
        start();
}

void RecoveryKeeper::forget()
{
    m_next.reset();
    m_forgets = isWriting();
    if (!m_watcher.isRunning())
        QFile::remove(m_file);
}

void RecoveryKeeper::wait()
{
    m_watcher.waitForFinished();
}

void RecoveryKeeper::start()
{
    auto [snapshot, info] = *std::exchange(m_next, std::nullopt);
    m_isWriting = true;
    m_watcher.setFuture(
        QtConcurrent::run([snapshot = std::move(snapshot), info = std::move(info), file = m_file] {
            return guarded("a copy of the unsaved changes", [&]() -> Result<void> {
                return writeFileAtomically(file.toStdString(), recoveryBytes(snapshot, info));
            });
        }));
}

void RecoveryKeeper::take()
{
    m_isWriting = false;
    if (std::exchange(m_forgets, false)) {
        QFile::remove(m_file);
        return;
    }
    if (m_next) {
        start();
        return;
    }
    if (const Result<void> written = m_watcher.result())
        emit kept();
    else
        emit failed(written.error());
}

} // namespace bubblescope::ui
