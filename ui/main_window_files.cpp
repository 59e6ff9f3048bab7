// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, saving, exporting: everything of the main window that touches files.
#include "core/generate/title.h"
#include "core/io/costs_json.h"
#include "core/io/file.h"
#include "core/io/schedule_csv.h"
#include "ui/document/load_job.h"
#include "ui/main_window.h"
#include "ui/panels/drop_frame.h"
#include "ui/panels/export_dialog.h"
#include "ui/panels/look.h"
#include "ui/panels/message_bar.h"
#include "ui/timeline/timeline_pane.h"

#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QToolButton>
#include <QtConcurrentRun>

namespace bubblescope::ui {

namespace {

/// Runs on a worker while the window keeps painting; the user's input waits.
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

QStringList localFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

QString withEnding(const QString& path, const QString& ending)
{
    return QFileInfo(path).suffix().isEmpty() ? path + QLatin1Char('.') + ending : path;
}

/// A document's name as a file's: no separators, no middle dots.
QString fileNameFrom(const QString& name)
{
    QString result;
    for (const QChar c : name.toLower())
        result += c.isLetterOrNumber() ? c : c == QChar(0xD7) ? QLatin1Char('x') : QLatin1Char('-');
    while (result.contains(QStringLiteral("--")))
        result.replace(QStringLiteral("--"), QStringLiteral("-"));
    return result;
}

} // namespace

void MainWindow::makeQuestions()
{
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
    questions.savePath = [this](const QString& suggested) {
        return QFileDialog::getSaveFileName(this, tr("Save as"), suggested, tr("Bubblescope (*.bubble)"));
    };
    questions.exportPath = [this](const QString& suggested) {
        return QFileDialog::getSaveFileName(this, tr("Export"), suggested);
    };
}

void MainWindow::startNew(const ScheduleRequest& request)
{
    m_applyStoredView = true;
    m_messages->clear();
    m_document.startNew(request);
}

void MainWindow::askOpen()
{
    const QString path = questions.openPath();
    if (!path.isEmpty())
        openFiles({path});
}

void MainWindow::openFiles(const QStringList& paths)
{
    if (paths.isEmpty() || !maybeSave())
        return;
    load(paths.first());
    if (paths.size() > 1)
        m_messages->showMessage(
            MessageBar::Kind::Note,
            tr("Opened %1; %n other file(s) were left out: several schedules side by side "
               "are not there yet.",
               nullptr, static_cast<int>(paths.size() - 1))
                .arg(QFileInfo(paths.first()).fileName()));
}

void MainWindow::load(const QString& path)
{
    m_messages->clear();
    if (m_load) {
        m_load->cancel();
        m_load->deleteLater();
    }
    m_load = new LoadJob(path, this);
    connect(m_load, &LoadJob::finished, this, &MainWindow::takeLoaded);
    m_load->start();
    // What opens at once shows no progress.
    QTimer::singleShot(150, m_load, [this] {
        m_loadProgress->show();
        m_loadCancel->show();
    });
}

void MainWindow::takeLoaded()
{
    if (sender() != m_load)
        return;
    m_load->deleteLater();
    Result<LoadedDocument> result = std::move(m_load->result());
    m_load = nullptr;
    m_loadProgress->hide();
    m_loadCancel->hide();
    if (!result) {
        if (result.error().kind != ErrorKind::Cancelled)
            m_messages->showError({}, result.error());
        return;
    }
    Settings::addRecentFile(result->path);
    Settings::setLastFolder(QFileInfo(result->path).absolutePath());
    if (!result->warnings.empty())
        m_messages->showError(
            tr("Read with %n warning(s); the first:", nullptr, static_cast<int>(result->warnings.size())),
            result->warnings.front());
    m_applyStoredView = true;
    m_document.open(std::move(*result));
    m_pane->view()->setFocus();
}

bool MainWindow::write(const QString& path, const std::function<Result<std::string>()>& bytes,
                       const QString& what)
{
    const std::string name = path.toStdString();
    const Result<void> written = awaited([bytes, name]() -> Result<void> {
        Result<std::string> made = bytes();
        if (!made)
            return tl::unexpected(std::move(made.error()));
        return writeFileAtomically(name, *made);
    });
    if (!written)
        m_messages->showError(tr("%1 was not written.", "file").arg(what), written.error());
    return written.has_value();
}

bool MainWindow::save()
{
    const QString path = m_document.savePath();
    return path.isEmpty() ? saveAs() : saveTo(path);
}

bool MainWindow::saveAs()
{
    QString suggested = m_document.savePath();
    if (suggested.isEmpty())
        suggested = QDir(Settings::lastFolder())
                        .filePath(fileNameFrom(m_document.displayName()) + QStringLiteral(".bubble"));
    const QString path = questions.savePath(suggested);
    return !path.isEmpty() && saveTo(withEnding(path, QStringLiteral("bubble")));
}

bool MainWindow::saveTo(const QString& path)
{
    DocumentView stored;
    const TimeRange range = m_pane->view()->range();
    if (m_document.evaluation() && range != fitted(m_document.evaluation()->timeline->makespan))
        stored = {range.from, range.to};
    const auto project = std::make_shared<const ProjectDocument>(m_document.project(stored));
    if (!write(
            path, [project]() -> Result<std::string> { return writeDocument(*project); },
            QFileInfo(path).fileName()))
        return false;
    m_document.markSaved(QFileInfo(path).absoluteFilePath());
    Settings::addRecentFile(path);
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    return true;
}

bool MainWindow::maybeSave()
{
    if (!m_document.isModified())
        return true;
    switch (questions.saveChanges(m_document.displayName())) {
    case SaveAnswer::Save:
        return save();
    case SaveAnswer::Discard:
        return true;
    case SaveAnswer::Cancel:
        break;
    }
    return false;
}

PictureSettings MainWindow::pictureSettings() const
{
    PictureSettings settings;
    settings.theme = Look::instance().theme();
    // The command line's title, so that both write the same bytes.
    settings.title = m_document.title();
    if (settings.title.empty() && m_document.evaluation())
        settings.title = scheduleTitle(*m_document.evaluation()->timeline->schedule);
    settings.viewRange = m_pane->view()->range();
    settings.shown = m_pane->view()->shownFills();
    return settings;
}

void MainWindow::askExport()
{
    if (!m_document.evaluation())
        return;
    ExportDialog dialog(m_document.evaluation(), pictureSettings(), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const PictureSettings settings = dialog.settings();
    const QString ending = endingOf(settings.format);
    const QString path = questions.exportPath(
        QDir(Settings::lastFolder())
            .filePath(fileNameFrom(m_document.displayName()) + QLatin1Char('.') + ending));
    if (!path.isEmpty())
        exportTo(withEnding(path, ending), settings);
}

bool MainWindow::exportTo(const QString& path, const PictureSettings& settings)
{
    const EvaluationPtr evaluation = m_document.evaluation();
    if (!evaluation)
        return false;
    const bool written = write(
        path,
        [evaluation, settings] {
            return pictureBytes(*evaluation, settings).map([](const QByteArray& bytes) {
                return bytes.toStdString();
            });
        },
        QFileInfo(path).fileName());
    if (written)
        m_messages->showMessage(MessageBar::Kind::Note, tr("Exported to %1", "file").arg(path));
    return written;
}

void MainWindow::askExportCsv()
{
    const QString path =
        questions.exportPath(QDir(Settings::lastFolder())
                                 .filePath(fileNameFrom(m_document.displayName()) + QStringLiteral(".csv")));
    if (!path.isEmpty())
        exportCsvTo(withEnding(path, QStringLiteral("csv")));
}

bool MainWindow::exportCsvTo(const QString& path)
{
    if (!m_document.evaluation())
        return false;
    const SchedulePtr schedule = m_document.evaluation()->timeline->schedule;
    const bool written = write(
        path, [schedule]() -> Result<std::string> { return writeScheduleCsv(*schedule); },
        QFileInfo(path).fileName());
    if (written)
        m_messages->showMessage(MessageBar::Kind::Note, tr("Exported to %1", "file").arg(path));
    return written;
}

void MainWindow::copyPicture()
{
    const EvaluationPtr evaluation = m_document.evaluation();
    if (!evaluation)
        return;
    PictureSettings settings = pictureSettings();
    settings.scale = 2;
    settings.wholeRun = false;
    const Result<QByteArray> png =
        awaited([evaluation, settings] { return pictureBytes(*evaluation, settings); });
    settings.format = PictureFormat::Svg;
    const Result<QByteArray> svg =
        awaited([evaluation, settings] { return pictureBytes(*evaluation, settings); });
    if (!png || !svg) {
        m_messages->showError(tr("The picture was not copied."), png ? svg.error() : png.error());
        return;
    }
    auto* picture = new QMimeData;
    picture->setImageData(QImage::fromData(*png));
    picture->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(picture);
    m_messages->showMessage(MessageBar::Kind::Note, tr("Copied the shown range as a picture."));
}

void MainWindow::askCostFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a cost file"), Settings::lastFolder(),
                                                      tr("Cost files (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    const Result<std::string> text = readFile(path.toStdString(), std::uint64_t{16} << 20U);
    const Result<CostModel> costs =
        text ? readCosts(*text, QFileInfo(path).fileName().toStdString()) : tl::unexpected(text.error());
    if (!costs) {
        m_messages->showError({}, costs.error());
        return;
    }
    m_document.endTyping();
    m_document.setCosts(*costs, tr("Cost file"));
}

void MainWindow::fillRecent(QMenu& menu)
{
    menu.clear();
    const QStringList files = Settings::recentFiles();
    for (const QString& file : files) {
        QAction* action = menu.addAction(QFileInfo(file).fileName());
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

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (localFiles(*event->mimeData()).isEmpty())
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
