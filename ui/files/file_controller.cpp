// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_controller.h"

#include "ui/actions/command_group.h"
#include "ui/document/load_job.h"
#include "ui/document/settings.h"
#include "ui/files/trace_paths.h"
#include "ui/services/window_services.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>
#include <QMenu>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

FileController::FileController(WindowServices& window) : m_window(window)
{
    addCommands();
}

void FileController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("File"), "file");
    group.add("file.new", tr("&New schedule"), [this] { askNew({}); }, {QKeySequence(Qt::CTRL | Qt::Key_N)});
    group.like.shortText = tr("Open");
    group.add("file.open", tr("&Open…"), [this] { askOpen(); }, {QKeySequence(Qt::CTRL | Qt::Key_O)});
    group.like.shortText.clear();
    group.like.section = 1;
    group.add("file.save", tr("&Save"), [this] { save(); }, {QKeySequence(Qt::CTRL | Qt::Key_S)});
    group.add("file.saveAs", tr("Save &as…"), [this] { saveAs(); },
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
}

void FileController::startNew(const ScheduleRequest& request)
{
    dropLoad(); // what was asked for last is what shows
    emit replacing();
    m_wantsStoredView = true;
    m_window.messages()->clear();
    m_window.document().startNew(request);
}

void FileController::askNew(const ScheduleRequest& request)
{
    if (maybeSave())
        startNew(request);
}

void FileController::askOpen()
{
    const WindowQuestions& questions = m_window.questions;
    const QStringList paths = questions.openPaths ? questions.openPaths() : QStringList(questions.openPath());
    if (!paths.isEmpty() && !paths.first().isEmpty())
        openFiles(paths);
}

void FileController::openFiles(const QStringList& paths)
{
    if (m_window.holds.areHeld()) {
        m_window.holds.whenFree([this, paths] { openFiles(paths); });
        return;
    }
    if (paths.isEmpty())
        return;
    // Whether they take the place of what is open is asked there.
    if (std::any_of(paths.begin(), paths.end(), isProfile)) {
        emit profilesAsked(paths);
        return;
    }
    if (!maybeSave())
        return;
    load(paths.first());
    // Several schedules are compared as soon as the first one is there.
    m_openedTogether = paths.mid(1);
    m_openedTogether.removeDuplicates();
    m_openedTogether.removeAll(paths.first());
}

QObject* FileController::load(const QString& path)
{
    m_window.messages()->clear();
    dropLoad();
    emit replacing();
    m_load = new LoadJob(path, this);
    m_loadRevision = m_window.document().revision();
    connect(m_load, &LoadJob::finished, this, [this, job = QPointer<LoadJob>(m_load)] {
        m_window.holds.whenFree([this, job] {
            if (job && job == m_load)
                takeLoaded();
        });
    });
    m_load->start();
    // What opens at once shows no progress.
    QTimer::singleShot(150, m_load, [this, job = m_load] {
        if (m_load == job) // else done, and about to be deleted
            emit loadingShown(true);
    });
    return m_load;
}

void FileController::dropLoad()
{
    m_openedTogether.clear();
    if (!m_load)
        return;
    m_load->cancel();
    m_load->deleteLater();
    m_load = nullptr;
    emit loadingShown(false);
}

void FileController::cancelLoad()
{
    if (m_load)
        m_load->cancel();
}

void FileController::showNotOpened(const Error& error)
{
    m_window.messages()->showError({}, error);
    emit notOpened();
}

void FileController::takeLoaded()
{
    Result<LoadedDocument> result = std::move(m_load->result());
    const QStringList together = std::exchange(m_openedTogether, {});
    dropLoad();
    if (!result) {
        if (result.error().kind != ErrorKind::Cancelled)
            showNotOpened(result.error());
        if (!together.isEmpty() && result.error().kind != ErrorKind::Cancelled) {
            openFiles(together);
            showNotOpened(result.error()); // loading clears what was said
        }
        return;
    }
    // What was edited while the file was being read has not been asked about.
    if (m_window.document().revision() != m_loadRevision && !maybeSave())
        return;
    if (!m_keeper->takeRecovered(*result)) {
        Settings::addRecentFile(result->filePath);
        Settings::lastFolder.set(QFileInfo(result->filePath).absolutePath());
    }
    m_window.messages()->showWarnings(result->warnings);
    m_wantsStoredView = true;
    if (!together.isEmpty())
        emit openingTogether();
    const QString path = result->filePath;
    m_window.document().open(std::move(*result));
    m_keeper->noteContent(path);
    m_window.pane()->view()->setFocus();
    emit openedTogether(together);
}

bool FileController::save()
{
    const QString path = m_window.document().savePath();
    return path.isEmpty() ? saveAs() : saveTo(path);
}

bool FileController::saveAs()
{
    const Hold hold(m_window.holds);
    const QString ending = QStringLiteral("bubble");
    QString suggested = m_window.document().savePath();
    if (suggested.isEmpty())
        suggested = suggestedPath(m_window.document().displayName(), ending);
    const QString path = m_window.questions.savePath(suggested);
    return !path.isEmpty() && saveTo(withEnding(path, ending));
}

bool FileController::saveTo(const QString& path)
{
    const Hold hold(m_window.holds);
    m_window.pane()->view()->notes().finishEditing(true);
    switch (m_keeper->askBeforeReplacing(path)) {
    case ReplaceAnswer::Overwrite:
        break;
    case ReplaceAnswer::SaveAs:
        return saveAs();
    case ReplaceAnswer::Cancel:
        return false;
    }
    const auto stamp = std::make_shared<FileStamp>();
    const std::uint64_t revision = m_window.document().revision();
    const DocumentSnapshot snapshot = m_window.document().snapshot(viewToStore());
    if (!m_window.write(path, [snapshot, stamp]() -> Result<std::string> {
            std::string bytes = writeDocument(snapshot.project());
            stamp->digest = digestOf(bytes);
            return bytes;
        })) {
        m_window.messages()->offer(tr("Save as…"), [this] { saveAs(); });
        return false;
    }
    Settings::addRecentFile(path);
    Settings::lastFolder.set(QFileInfo(path).absolutePath());
    tellUnread(tr("Saved to %1", "file").arg(path));
    m_keeper->noteContent(path);
    return m_window.document().markSaved(QFileInfo(path).absoluteFilePath(), revision, snapshot.view, *stamp);
}

bool FileController::maybeSave()
{
    m_window.pane()->view()->notes().finishEditing(true);
    if (!isModified())
        return true;
    const Hold hold(m_window.holds);
    switch (m_window.questions.saveChanges(m_window.document().fileOrDisplayName())) {
    case SaveAnswer::Save:
        return save();
    case SaveAnswer::Discard:
        return true;
    case SaveAnswer::Cancel:
        break;
    }
    return false;
}

bool FileController::isModified() const
{
    const Document& document = m_window.document();
    if (document.isModified())
        return true;
    // Without a file of its own there is nothing that keeps lanes; while one is opened they are not there
    // yet.
    if (document.savePath().isEmpty() || m_wantsStoredView || !document.evaluation())
        return false;
    return !isSameArrangement(document.storedView().lanes,
                              m_window.pane()->view()->laneHeaders().arrangement(),
                              document.evaluation()->index->laneCount());
}

bool FileController::mayReplace(const QString& path)
{
    const UnreadCellsPtr unread = m_window.document().unread();
    if (!unread || QFileInfo(path) != QFileInfo(unread->path))
        return true;
    const Hold hold(m_window.holds);
    return m_window.questions.replaceUnread &&
           m_window.questions.replaceUnread(
               tr("%1 could not be read. Replacing the file loses what is there.", "2 cells of a file")
                   .arg(unreadCellsName(*unread)));
}

bool FileController::tellUnread(const QString& written)
{
    const UnreadCellsPtr unread = m_window.document().unread();
    if (unread)
        m_window.messages()->showMessage(
            MessageBar::Kind::Warning,
            tr("%1, without what could not be read: %2.", "saved to a file; 2 cells of a file")
                .arg(written, unreadCellsName(*unread)));
    return unread != nullptr;
}

void FileController::fillRecent(QMenu& menu)
{
    menu.clear();
    const QStringList files = Settings::recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        const bool isOnlyOne = std::count_if(files.begin(), files.end(), [&info](const QString& other) {
                                   return QFileInfo(other).fileName() == info.fileName();
                               }) == 1;
        QString text =
            isOnlyOne
                ? info.fileName()
                : tr("%1 — %2", "file, its folder").arg(info.fileName(), QFileInfo(info.path()).fileName());
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* action = menu.addAction(text);
        action->setToolTip(file);
        action->setEnabled(QFileInfo::exists(file));
        connect(action, &QAction::triggered, this, [this, file] { openFiles({file}); });
    }
    if (files.isEmpty())
        menu.addAction(tr("No files yet"))->setEnabled(false);
    menu.addSeparator();
    QAction* clear = menu.addAction(tr("Clear list"));
    clear->setEnabled(!files.isEmpty());
    connect(clear, &QAction::triggered, this, [] { Settings::recentFiles.forget(); });
    menu.setToolTipsVisible(true);
}

DocumentView FileController::viewToStore() const
{
    const TimelineView* view = m_window.pane()->view();
    const EvaluationPtr& evaluation = m_window.document().evaluation();
    DocumentView stored;
    const TimeRange range = view->navigation().range();
    if (evaluation && range != fitted(evaluation->timeline->makespan)) {
        stored.from = range.from;
        stored.to = range.to;
    }
    if (const TimelineGeometry& geometry = view->geometry(); geometry.scrollY > 0)
        stored.scroll = geometry.scrollY / geometry.pitch();
    stored.lanes = view->laneHeaders().arrangement();
    return stored;
}

void FileController::showStoredView()
{
    TimelineView* view = m_window.pane()->view();
    const DocumentView stored = m_keeper->viewToShow();
    view->chosen().select(std::nullopt); // a search stays, as Esc would not leave it
    view->laneHeaders().setArrangement(stored.lanes);
    view->navigation().fitAll();
    if (stored.from && stored.to && *stored.from < *stored.to)
        view->navigation().setRange({*stored.from, *stored.to});
    view->navigation().scrollToRow(stored.scroll.value_or(0));
}

void FileController::showWantedView()
{
    if (std::exchange(m_wantsStoredView, false))
        showStoredView();
}

} // namespace bubblescope::ui
