// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring or estimating a model's times: the dialog, and what becomes of its results.
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/calibrate/estimate_form.h"
#include "ui/calibrate/model_form.h"
#include "ui/calibrate/probe_program.h"
#include "ui/calibrate/result_panel.h"
#include "ui/document/core_text.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/schedule_panel.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/save_dialog.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace bubblescope::ui {

void MainWindow::addCalibrateCommands()
{
    Command command{QStringLiteral("tools.calibrate"),
                    tr("File"),
                    tr("Cali&brate…"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)},
                    CommandScope::Window,
                    [this] { showCalibrate(); }};
    command.menu = QStringLiteral("file");
    command.section = 3;
    command.searchWords = tr("calibration probe gpu cuda measure estimate datasheet model times costs");
    m_commands->add(command);
}

void MainWindow::showCalibrate()
{
    if (!m_calibrate)
        makeCalibrate();
    m_calibrate->setStageCount(m_document.stageCount());
    m_calibrate->show();
    m_calibrate->raise();
    m_calibrate->activateWindow();
}

void MainWindow::makeCalibrate()
{
    m_calibrate = new CalibrateDialog(this);
    const auto ask = [this](const QString& title) {
        return [this, title] {
            if (questions.openCalibrationPath)
                return questions.openCalibrationPath();
            const QString path = QFileDialog::getOpenFileName(m_calibrate, title, Settings::lastFolder(),
                                                              tr("JSON (*.json);;All files (*)"));
            if (!path.isEmpty())
                Settings::setLastFolder(QFileInfo(path).absolutePath());
            return path;
        };
    };
    m_calibrate->model()->askPath = ask(tr("Open a model"));
    m_calibrate->estimate()->askPath = ask(tr("Open a device"));
    m_calibrate->results()->askReference = ask(tr("Compare with a calibration"));
    connect(m_calibrate, &CalibrateDialog::applyAsked, this, &MainWindow::applyCalibration);
    connect(m_calibrate, &CalibrateDialog::saveAsked, this, &MainWindow::askSaveShownCalibration);
    connect(&m_document, &Document::evaluationChanged, m_calibrate,
            [this] { m_calibrate->setStageCount(m_document.stageCount()); });
    m_calibrate->setProgram(questions.probeProgram ? questions.probeProgram() : findProbe());
}

void MainWindow::applyCalibration(const std::shared_ptr<const CalibrationFile>& file)
{
    if (!file)
        return;
    whenFree([this, file] {
        // The schedule may have become another one since.
        if (const Result<void> fits =
                checkPlaced(file->source.file.costs, m_document.stageCount(), file->source.file.lists);
            !fits) {
            m_calibrate->say(errorHeadline(fits.error()));
            return;
        }
        // What it was made by is in its words already.
        CostSource source = file->source;
        source.name.clear();
        m_schedulePanel->costs()->fileLine()->take(std::move(source), tr("Calibration"));
        m_calibrate->say(tr("Applied to the plot. Undo there takes it back."));
    });
}

void MainWindow::askSaveShownCalibration(const std::shared_ptr<const CalibrationFile>& file)
{
    const Hold hold(*this);
    if (!file)
        return;
    const QString suggested =
        QDir(Settings::lastFolder())
            .filePath(fileNameFrom(QStringLiteral("%1 %2").arg(file->title(), file->provenance)) +
                      QStringLiteral(".json"));
    const QString asked =
        questions.saveCalibrationPath
            ? questions.saveCalibrationPath(suggested)
            : askSavePath(m_calibrate, tr("Save calibration"), suggested, {tr("Calibrations (*.json)")});
    if (asked.isEmpty())
        return;
    const QString path = withEnding(asked, QStringLiteral("json"));
    if (!write(
            path, [file]() -> Result<std::string> { return file->text; }, QFileInfo(path).fileName())) {
        m_calibrate->say(m_messages->headline());
        return;
    }
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    m_calibrate->say(tr("Saved to %1", "file").arg(path));
}

} // namespace bubblescope::ui
