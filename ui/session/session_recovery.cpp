// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved changes: a copy of the document's, and those that a crashed window left behind.
#include "ui/document/load_job.h"
#include "ui/services/window_services.h"
#include "ui/session/session_controller.h"
#include "ui/widgets/message_bar.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace bubblescope::ui {

void SessionController::keepChanges()
{
    const Document& document = m_window.document();
    if (!m_files.isModified()) {
        forgetChanges();
        return;
    }
    // While a document is opened its view is not shown yet.
    if (!document.evaluation())
        return;
    if (!m_store->isUsable()) {
        if (!std::exchange(m_hasToldFailure, true))
            m_window.messages()->showMessage(
                MessageBar::Kind::Failure,
                tr("The unsaved changes cannot be backed up against a crash: save them soon."),
                tr("%1 cannot be written to.", "folder").arg(QDir::toNativeSeparators(m_store->folder())));
        return;
    }
    DocumentSnapshot snapshot = document.snapshot(m_files.viewToStore());
    auto state = std::pair(document.revision(), snapshot.view.lanes);
    if (m_keptState == state)
        return;
    m_keptState = std::move(state);
    RecoveryInfo info;
    info.path = document.filePath();
    info.isProject = !document.savePath().isEmpty();
    info.digest = document.fileStamp().digest;
    info.name = document.fileOrDisplayName();
    info.time = QDateTime::currentDateTimeUtc();
    info.revision = document.revision();
    info.wasAsked = m_isLeaving;
    m_keeper->keep(std::move(snapshot), std::move(info));
}

void SessionController::forgetChanges()
{
    dropAdopted();
    if (!m_keptState)
        return;
    m_keptState.reset();
    m_keeper->forget();
}

void SessionController::dropAdopted()
{
    if (!m_adopted)
        return;
    QFile::remove(m_adopted->file);
    m_adopted->lock->unlock();
    m_adopted.reset();
}

void SessionController::offerAbandoned()
{
    if (m_abandoned.empty()) {
        m_recoveryBar->clear();
        return;
    }
    const AbandonedCopy& copy = m_abandoned.front();
    const QDateTime time = copy.info.time.toLocalTime();
    const QString when = tr("%1, %2", "date, time")
                             .arg(QLocale().toString(time.date(), QLocale::LongFormat),
                                  QLocale().toString(time.time(), QLocale::ShortFormat));
    const QString more = m_abandoned.size() > 1
                             ? QLatin1Char(' ') + tr("%n more after it.", "unsaved documents",
                                                     static_cast<int>(m_abandoned.size()) - 1)
                             : QString();
    if (!copy.error.isEmpty()) {
        m_recoveryBar->showMessage(MessageBar::Kind::Failure,
                                   tr("Bubblescope ended unexpectedly (%1), and the copy of the unsaved "
                                      "changes cannot be read. The copy stays in %2 until you discard it.",
                                      "time, file")
                                           .arg(when, QDir::toNativeSeparators(copy.file)) +
                                       more,
                                   copy.error);
        m_recoveryBar->offer(tr("Discard"), [this] { discardAbandoned(); });
        return;
    }
    const QString name = copy.info.name.isEmpty() ? tr("A document") : copy.info.name;
    m_recoveryBar->showMessage(
        MessageBar::Kind::Warning,
        (copy.info.wasAsked ? tr("%1 has unsaved changes.", "document")
                            : tr("Bubblescope ended unexpectedly: %1 has unsaved changes.", "document"))
                .arg(name) +
            more,
        copy.info.path.isEmpty()
            ? when
            : tr("%1 · %2", "time, file").arg(when, QDir::toNativeSeparators(copy.info.path)));
    m_recoveryBar->offer(tr("Restore"), [this] { openAbandoned(); });
    m_recoveryBar->offerToo(tr("Discard"), [this] { discardAbandoned(); });
}

void SessionController::openAbandoned()
{
    if (m_window.holds.areHeld() || isRestoring()) {
        QTimer::singleShot(100, this, &SessionController::openAbandoned);
        return;
    }
    if (m_abandoned.empty() || m_recovering || !m_files.maybeSave())
        return;
    m_recovering = m_abandoned.front();
    // One that was not taken by then is still offered.
    connect(m_files.load(m_recovering->file), &QObject::destroyed, this, [this] { m_recovering.reset(); });
}

bool SessionController::takeRecovered(LoadedDocument& loaded)
{
    if (!m_recovering || loaded.filePath != QFileInfo(m_recovering->file).absoluteFilePath())
        return false;
    makeRecovered(loaded, m_recovering->info);
    dropAdopted();
    m_adopted = std::exchange(m_recovering, std::nullopt);
    std::erase_if(m_abandoned, [this](const AbandonedCopy& copy) { return copy.file == m_adopted->file; });
    offerAbandoned();
    // The document is another one: whatever there is a copy of, it is not of this one.
    m_keeper->forget();
    m_keptState.reset();
    return true;
}

void SessionController::discardAbandoned()
{
    if (m_abandoned.empty())
        return;
    const AbandonedCopy copy = m_abandoned.front();
    const QString name = copy.info.name.isEmpty() ? tr("A document") : copy.info.name;
    const auto& ask = m_window.questions.discardRecovered;
    if (!ask || !ask(tr("The unsaved changes of %1 will be gone for good.", "document").arg(name)))
        return;
    QFile::remove(copy.file);
    copy.lock->unlock();
    m_abandoned.erase(m_abandoned.begin());
    offerAbandoned();
}

} // namespace bubblescope::ui
