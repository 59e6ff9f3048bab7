// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and saving of the main window, and what must wait for it.
#include "core/base/try.h"
#include "core/io/file.h"
#include "ui/compare/comparison.h"
#include "ui/document/guarded.h"
#include "ui/document/load_job.h"
#include "ui/panels/schedule_panel.h"
#include "ui/session/save_advice.h"
#include "ui/session/session_controller.h"
#include "ui/start/start_controller.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/save_dialog.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <utility>

namespace bubblescope::ui {

namespace {

/// The formats of what is exported under that name: of a picture all three, else the one that it has.
QStringList exportFilters(const QString& suggested)
{
    if (suggested.endsWith(QLatin1String(".csv")))
        return {MainWindow::tr("PyTorch schedule CSV (*.csv)")};
    if (suggested.endsWith(QLatin1String(".trace.json")))
        return {MainWindow::tr("Chrome trace (*.trace.json)")};
    return {MainWindow::tr("PNG picture (*.png)"), MainWindow::tr("SVG picture (*.svg)"),
            MainWindow::tr("PDF (*.pdf)")};
}

} // namespace

void MainWindow::makeQuestions()
{
    makeProfileQuestions();
    makeSessionQuestions();
    questions.saveChanges = [this](const QString& name) {
        QMessageBox box(QMessageBox::NoIcon, tr("Save changes?"),
                        tr("%1 has changes that are not saved.", "document").arg(name),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
        box.setDefaultButton(QMessageBox::Save);
        const int answer = box.exec();
        return answer == QMessageBox::Save      ? SaveAnswer::Save
               : answer == QMessageBox::Discard ? SaveAnswer::Discard
                                                : SaveAnswer::Cancel;
    };
    questions.openPath = [this] {
        return QFileDialog::getOpenFileName(this, tr("Open"), Settings::lastFolder(),
                                            tr("Schedules (*.csv *.bubble);;PyTorch schedule CSV "
                                               "(*.csv);;Bubblescope (*.bubble);;All files (*)"));
    };
    questions.openPaths = [this] {
        return QFileDialog::getOpenFileNames(
            this, tr("Open"), Settings::lastFolder(),
            tr("All that can be opened (*.csv *.bubble *.json *.json.gz *.gz *.sqlite);;Schedules (*.csv "
               "*.bubble);;Profiles (*.json *.json.gz *.gz *.sqlite);;All files (*)"));
    };
    questions.savePath = [this](const QString& suggested) {
        return askSavePath(this, tr("Save as"), suggested, {tr("Bubblescope (*.bubble)")});
    };
    questions.exportPath = [this](const QString& suggested) {
        return askSavePath(this, tr("Export"), suggested, exportFilters(suggested));
    };
    questions.chartPath = [this](const QString& suggested) {
        return askSavePath(this, tr("Export"), suggested,
                           {tr("PNG picture (*.png)"), tr("SVG picture (*.svg)"), tr("CSV (*.csv)")});
    };
    questions.openCostsPath = [this] {
        return QFileDialog::getOpenFileName(this, tr("Open costs"), Settings::lastFolder(),
                                            tr("Costs and calibrations (*.json);;All files (*)"));
    };
    questions.saveCostsPath = [this](const QString& suggested) {
        return askSavePath(this, tr("Save costs"), suggested, {tr("Costs (*.json)")});
    };
    questions.replaceUnread = [this](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Replace the file?"), text, QMessageBox::Cancel, this);
        QPushButton* replace = box.addButton(tr("Replace"), QMessageBox::DestructiveRole);
        box.setDefaultButton(QMessageBox::Cancel);
        box.exec();
        return box.clickedButton() == replace;
    };
}

void MainWindow::startNew(const ScheduleRequest& request)
{
    dropLoad(); // what was asked for last is what shows
    m_traces->cancel();
    m_applyStoredView = true;
    m_messages->clear();
    m_document.startNew(request);
}

void MainWindow::startExample()
{
    ScheduleRequest example;
    example.schedule = "interleaved-1f1b";
    startNew(example);
}

MainWindow::Hold::Hold(MainWindow& window) : m_window(window)
{
    ++m_window.m_holds;
}

MainWindow::Hold::~Hold()
{
    if (--m_window.m_holds > 0 || m_window.m_waiting.empty())
        return;
    // Not from here: whoever held still has to finish what it was about.
    QTimer::singleShot(0, &m_window, [window = &m_window] {
        for (const std::function<void()>& task : std::exchange(window->m_waiting, {}))
            window->whenFree(task);
    });
}

void MainWindow::whenFree(std::function<void()> task)
{
    if (m_holds > 0)
        m_waiting.push_back(std::move(task));
    else
        task();
}

void MainWindow::askOpen()
{
    const QStringList paths = questions.openPaths ? questions.openPaths() : QStringList(questions.openPath());
    if (!paths.isEmpty() && !paths.first().isEmpty())
        openFiles(paths);
}

void MainWindow::openFiles(const QStringList& paths)
{
    if (m_holds > 0) {
        whenFree([this, paths] { openFiles(paths); });
        return;
    }
    if (paths.isEmpty() || !maybeSave())
        return;
    if (std::any_of(paths.begin(), paths.end(), isProfile)) {
        openProfiles(paths);
        return;
    }
    load(paths.first());
    // Several schedules are compared as soon as the first one is there.
    m_openedTogether = paths.mid(1);
    m_openedTogether.removeDuplicates();
    m_openedTogether.removeAll(paths.first());
}

bool MainWindow::isLoading() const
{
    return m_load != nullptr || m_traces->isOpening();
}

void MainWindow::load(const QString& path)
{
    m_messages->clear();
    dropLoad();
    m_traces->cancel();
    m_load = new LoadJob(path, this);
    m_loadRevision = m_document.revision();
    connect(m_load, &LoadJob::finished, this, [this, job = QPointer<LoadJob>(m_load)] {
        whenFree([this, job] {
            if (job && job == m_load)
                takeLoaded();
        });
    });
    m_load->start();
    // What opens at once shows no progress.
    QTimer::singleShot(150, m_load, [this, job = m_load] {
        if (m_load != job)
            return; // done, and about to be deleted
        m_loadProgress->show();
        m_loadCancel->show();
    });
}

void MainWindow::dropLoad()
{
    m_openedTogether.clear();
    if (!m_load)
        return;
    m_load->cancel();
    m_load->deleteLater();
    m_load = nullptr;
    m_loadProgress->hide();
    m_loadCancel->hide();
}

/// The schedule under the message is none of that file's.
void MainWindow::showNotOpened(const Error& error)
{
    m_messages->showError({}, error);
    if (!m_start->isShown() && !isLoading())
        m_messages->addLine(tr("What is shown is still %1.", "document").arg(m_document.fileOrDisplayName()));
}

void MainWindow::takeLoaded()
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
    if (m_document.revision() != m_loadRevision && !maybeSave())
        return;
    if (!m_session->takeRecovered(*result)) {
        Settings::addRecentFile(result->path);
        Settings::setLastFolder(QFileInfo(result->path).absolutePath());
    }
    if (!result->warnings.empty())
        m_messages->showError(
            tr("Read with %n warning(s); the first:", nullptr, static_cast<int>(result->warnings.size())),
            result->warnings.front());
    m_applyStoredView = true;
    if (!together.isEmpty())
        m_comparison->setReferences({});
    const QString path = result->path;
    m_document.open(std::move(*result));
    m_session->noteContent(path);
    m_pane->view()->setFocus();
    compareWith(together);
}

bool MainWindow::write(const QString& path, const std::function<Result<std::string>()>& bytes,
                       const QString& what)
{
    const Hold hold(*this);
    const std::string name = path.toStdString();
    const Result<void> written = awaited([bytes, name, shown = what.toStdString()] {
        return guarded(shown, [&]() -> Result<void> {
            TRY(std::string made, bytes());
            return writeFileAtomically(name, made);
        });
    });
    if (!written)
        m_messages->showError((tr("%1 was not written.", "file").arg(what) + QLatin1Char(' ') +
                               saveAdvice(written.error(), path))
                                  .trimmed(),
                              written.error());
    return written.has_value();
}

bool MainWindow::save()
{
    const QString path = m_document.savePath();
    return path.isEmpty() ? saveAs() : saveTo(path);
}

bool MainWindow::saveAs()
{
    const Hold hold(*this);
    QString suggested = m_document.savePath();
    if (suggested.isEmpty())
        suggested = QDir(Settings::lastFolder())
                        .filePath(fileNameFrom(m_document.displayName()) + QStringLiteral(".bubble"));
    const QString path = questions.savePath(suggested);
    return !path.isEmpty() && saveTo(withEnding(path, QStringLiteral("bubble")));
}

bool MainWindow::saveTo(const QString& path)
{
    const Hold hold(*this);
    m_pane->view()->notes().finishEditing(true);
    switch (m_session->askBeforeReplacing(path)) {
    case ReplaceAnswer::Overwrite:
        break;
    case ReplaceAnswer::SaveAs:
        return saveAs();
    case ReplaceAnswer::Cancel:
        return false;
    }
    const auto stamp = std::make_shared<FileStamp>();
    const std::uint64_t revision = m_document.revision();
    const DocumentSnapshot snapshot = m_document.snapshot(viewToStore());
    if (!write(
            path,
            [snapshot, stamp]() -> Result<std::string> {
                std::string bytes = writeDocument(snapshot.project());
                stamp->digest = digestOf(bytes);
                return bytes;
            },
            QFileInfo(path).fileName())) {
        m_messages->offer(tr("Save as…"), [this] { saveAs(); });
        return false;
    }
    Settings::addRecentFile(path);
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    tellUnread(tr("Saved to %1", "file").arg(path));
    m_session->noteContent(path);
    return m_document.markSaved(QFileInfo(path).absoluteFilePath(), revision, snapshot.view, *stamp);
}

bool MainWindow::maybeSave()
{
    m_pane->view()->notes().finishEditing(true);
    if (!isModified())
        return true;
    const Hold hold(*this);
    switch (questions.saveChanges(m_document.fileOrDisplayName())) {
    case SaveAnswer::Save:
        return save();
    case SaveAnswer::Discard:
        return true;
    case SaveAnswer::Cancel:
        break;
    }
    return false;
}

void MainWindow::fillRecent(QMenu& menu)
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
    connect(clear, &QAction::triggered, this, [] { Settings::clearRecentFiles(); });
    menu.setToolTipsVisible(true);
}

} // namespace bubblescope::ui
