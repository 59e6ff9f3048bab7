// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and CSV of the main window: files and the clipboard.
#include "core/generate/title.h"
#include "core/io/chrome_trace.h"
#include "core/io/schedule_csv.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/document/guarded.h"
#include "ui/panels/export_dialog.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/look.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

namespace bubblescope::ui {

namespace {

/// A picture's bytes, made while the window keeps painting.
Result<QByteArray> awaitedPicture(const EvaluationPtr& evaluation, const PictureSettings& settings)
{
    return awaited([evaluation, settings] {
        return guarded("the picture", [&] { return pictureBytes(*evaluation, settings); });
    });
}

} // namespace

PictureSettings MainWindow::pictureSettings() const
{
    PictureSettings settings;
    settings.theme = Look::instance().theme();
    // The command line's title, so that both write the same bytes.
    settings.title = m_document.title();
    if (settings.title.empty() && shownEvaluation())
        settings.title = scheduleTitle(*shownEvaluation()->timeline->schedule);
    settings.viewRange = m_pane->view()->range();
    settings.viewLanes = m_pane->view()->geometry().lanes;
    settings.showMemory = m_pane->view()->showsMemory();
    settings.shown = m_pane->view()->shownFills();
    if (m_comparison->mode() == CompareMode::Off || !m_comparison->isReady())
        return settings;
    const QStringList titles = sideTitles(m_comparison->current(), m_comparison->references());
    settings.sides.push_back({titles.first().toStdString(), m_comparison->current().evaluation});
    for (const CompareSide& side : m_comparison->references())
        settings.sides.push_back(
            {titles[static_cast<qsizetype>(settings.sides.size())].toStdString(), side.evaluation});
    settings.ofComparison = m_comparison->mode() == CompareMode::Split;
    return settings;
}

void MainWindow::askExport()
{
    const Hold hold(*this);
    if (!shownEvaluation())
        return;
    ExportDialog dialog(shownEvaluation(), pictureSettings(), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    PictureSettings settings = dialog.settings();
    const QString ending = endingOf(settings.format);
    const QString path = questions.exportPath(
        QDir(Settings::lastFolder())
            .filePath(fileNameFrom(m_document.displayName()) + QLatin1Char('.') + ending));
    if (path.isEmpty())
        return;
    // The file dialog offers all formats: the one that was chosen last counts.
    settings.format = formatOfFile(path).value_or(settings.format);
    exportTo(withEnding(path, ending), settings);
}

bool MainWindow::exportTo(const QString& path, const PictureSettings& settings)
{
    const EvaluationPtr evaluation = shownEvaluation();
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
    const Hold hold(*this);
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
    const Hold hold(*this);
    if (!mayReplace(path))
        return false;
    const SchedulePtr schedule = m_document.evaluation()->timeline->schedule;
    const bool written = write(
        path, [schedule]() -> Result<std::string> { return writeScheduleCsv(*schedule); },
        QFileInfo(path).fileName());
    if (const QString text = tr("Exported to %1", "file").arg(path); written && !tellUnread(text))
        m_messages->showMessage(MessageBar::Kind::Note, text);
    return written;
}

void MainWindow::askExportTrace()
{
    const Hold hold(*this);
    const QString ending = QStringLiteral(".trace.json");
    const QString path = questions.exportPath(
        QDir(Settings::lastFolder()).filePath(fileNameFrom(m_document.displayName()) + ending));
    if (!path.isEmpty())
        exportTraceTo(path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? path : path + ending);
}

bool MainWindow::exportTraceTo(const QString& path)
{
    const EvaluationPtr evaluation = shownEvaluation();
    if (!evaluation)
        return false;
    const bool written = write(
        path, [evaluation]() -> Result<std::string> { return writeChromeTrace(*evaluation->timeline); },
        QFileInfo(path).fileName());
    if (written)
        m_messages->showMessage(MessageBar::Kind::Note, tr("Exported to %1", "file").arg(path));
    return written;
}

void MainWindow::copyPicture()
{
    const Hold hold(*this);
    const EvaluationPtr evaluation = shownEvaluation();
    if (!evaluation)
        return;
    PictureSettings settings = pictureSettings();
    settings.scale = 2;
    settings.wholeRun = false;
    const Result<QByteArray> png = awaitedPicture(evaluation, settings);
    settings.format = PictureFormat::Svg;
    const Result<QByteArray> svg = awaitedPicture(evaluation, settings);
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

} // namespace bubblescope::ui
