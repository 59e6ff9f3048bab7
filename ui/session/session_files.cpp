// SPDX-License-Identifier: GPL-3.0-or-later
// The document's file: changed or removed by others, open elsewhere, read again.
#include "ui/services/window_services.h"
#include "ui/session/session_controller.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>

namespace bubblescope::ui {

namespace {

bool isSameFile(const QString& a, const QString& b)
{
    const QFileInfo one(a), other(b);
    return !a.isEmpty() && !b.isEmpty() &&
           (one.absoluteFilePath() == other.absoluteFilePath() ||
            (one.exists() && other.exists() && one.canonicalFilePath() == other.canonicalFilePath()));
}

} // namespace

void SessionController::checkDocumentFile()
{
    const Document& document = m_window.document();
    const FileStamp stamp = document.fileStamp();
    const QString path = document.filePath();
    if (!stamp.isKnown() || path.isEmpty())
        return;
    if (isSurelyUnchanged(path, stamp)) {
        m_checking.drop();
        takeCheck({FileChange::None, stamp});
        return;
    }
    m_checking.start(
        [path, stamp](const CancelToken&) -> std::optional<FileCheck> { return checkFile(path, stamp); },
        [this, path, stamp](const std::optional<FileCheck>& check) {
            // A save that goes on is about to say what the file holds now.
            m_window.holds.whenFree([this, path, stamp, check] {
                const Document& now = m_window.document();
                if (check && path == now.filePath() && stamp.digest == now.fileStamp().digest)
                    takeCheck(*check);
            });
        });
}

void SessionController::takeCheck(const FileCheck& check)
{
    Document& document = m_window.document();
    const QString name = QFileInfo(document.filePath()).fileName();
    const bool isGone = check.change == FileChange::Gone;
    if (isGone && m_isFileAwaited) {
        if (!m_gone.isActive())
            m_gone.start();
        return;
    }
    if (!isGone) {
        m_gone.stop();
        m_isFileAwaited = true;
    }
    if (check.change == FileChange::None) {
        document.confirmFile(check.now);
        m_toldDigest.clear();
        if (std::exchange(m_isFileTold, false))
            m_fileBar->clear();
        return;
    }
    const QByteArray told = isGone ? QByteArray("gone") : check.now.digest;
    if (m_isFileTold && told == m_toldDigest)
        return;
    m_toldDigest = told;
    if (!isGone)
        tellFile(m_files.isModified()
                     ? tr("%1 was changed on disk by another program, and also has changes here. Save asks "
                          "which to keep; Reload asks about the changes here first.",
                          "file")
                           .arg(name)
                     : tr("%1 was changed on disk by another program.", "file").arg(name),
                 tr("Reload"), [this] { reload(); });
    else
        tellFile(
            document.savePath().isEmpty()
                ? tr("%1 is no longer on disk. Save the document as a project to keep it.", "file").arg(name)
                : tr("%1 is no longer on disk. Save writes it again.", "file").arg(name),
            tr("Save"), [this] { m_files.save(); });
}

void SessionController::tellFile(const QString& text, const QString& link, std::function<void()> run)
{
    m_isFileTold = true;
    m_fileBar->showMessage(MessageBar::Kind::Warning, text);
    m_fileBar->offer(link, std::move(run));
}

void SessionController::reload()
{
    if (m_window.holds.areHeld()) {
        m_window.holds.whenFree([this] { reload(); });
        return;
    }
    if (!m_reload->isEnabled() || !m_files.maybeSave())
        return;
    const QString path = m_window.document().filePath();
    m_toShow = Shown{path, m_files.viewToStore(), m_window.pane()->view()->laneHeaders().selected()};
    m_files.load(path);
}

void SessionController::noteContent(const QString& path)
{
    const QString file = QFileInfo(path).absoluteFilePath();
    if (std::holds_alternative<SchedulePtr>(m_window.document().state().source))
        m_ordersInFiles.insert(file);
    else
        m_ordersInFiles.remove(file);
}

ReplaceAnswer SessionController::askBeforeReplacing(const QString& path)
{
    const Document& document = m_window.document();
    const QString name = QFileInfo(path).fileName();
    if (document.fileStamp().isKnown() && isSameFile(path, document.filePath())) {
        const FileCheck check =
            awaited([path, stamp = document.fileStamp()] { return checkFile(path, stamp); });
        if (check.change == FileChange::Changed)
            return ask(tr("%1 was changed by another program after it was opened. Overwriting it loses those "
                          "changes; saving under another name keeps both.",
                          "file")
                           .arg(name));
    }
    const bool isOrder = std::holds_alternative<SchedulePtr>(document.state().source);
    if (!isOrder && m_ordersInFiles.contains(QFileInfo(path).absoluteFilePath()))
        return ask(tr("%1 contains a custom order, but the document is now %2. Overwriting the file loses "
                      "that order; saving under another name keeps both.",
                      "file, title of a schedule")
                       .arg(name, document.displayName()));
    const std::optional<QString> other =
        isSameFile(path, m_watch.path()) ? m_claim.claim(m_watch.path()) : m_claim.otherHolder(path);
    if (other)
        return ask(tr("%1 is open in another window (%2). Overwriting it replaces what that window has; "
                      "saving under another name keeps both.",
                      "file, who has it open")
                       .arg(name, *other));
    return ReplaceAnswer::Overwrite;
}

ReplaceAnswer SessionController::ask(const QString& text)
{
    return m_window.questions.replaceFile ? m_window.questions.replaceFile(text) : ReplaceAnswer::Cancel;
}

} // namespace bubblescope::ui
