// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/calibrate_controller.h"

#include "ui/actions/command_group.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/calibrate/estimate_form.h"
#include "ui/calibrate/model_form.h"
#include "ui/calibrate/probe_program.h"
#include "ui/calibrate/result_panel.h"
#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/schedule_panel.h"
#include "ui/services/window_services.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>

namespace bubblescope::ui {

CalibrateController::CalibrateController(WindowServices& window, SchedulePanel& panel)
    : m_window(window)
    , m_panel(panel)
{
    CommandGroup group(window.commands(), tr("Tools"), "tools",
                       tr("calibration probe gpu cuda measure estimate datasheet model times costs"));
    group.add("tools.calibrate", tr("Cali&brate…"), [this] { show(); },
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)});
    connect(panel.costs(), &CostForm::calibrateAsked, this, &CalibrateController::show);
}

void CalibrateController::show()
{
    if (!m_dialog)
        makeDialog();
    m_dialog->setStageCount(m_window.document().stageCount());
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void CalibrateController::makeDialog()
{
    m_dialog = new CalibrateDialog(&m_window.shell());
    m_dialog->model()->askPath = [this] { return askPath(tr("Open a model")); };
    m_dialog->estimate()->askPath = [this] { return askPath(tr("Open a device")); };
    m_dialog->results()->askReference = [this] { return askPath(tr("Compare with a calibration")); };
    connect(m_dialog, &CalibrateDialog::applyAsked, this, &CalibrateController::apply);
    connect(m_dialog, &CalibrateDialog::saveAsked, this, &CalibrateController::askSave);
    connect(&m_window.document(), &Document::evaluationChanged, m_dialog,
            [this] { m_dialog->setStageCount(m_window.document().stageCount()); });
    m_dialog->setProgram(m_window.questions.probeProgram ? m_window.questions.probeProgram() : findProbe());
}

QString CalibrateController::askPath(const QString& title)
{
    if (m_window.questions.openCalibrationPath)
        return m_window.questions.openCalibrationPath();
    const QString path = QFileDialog::getOpenFileName(m_dialog, title, Settings::lastFolder(),
                                                      tr("JSON (*.json);;All files (*)"));
    if (!path.isEmpty())
        Settings::lastFolder.set(QFileInfo(path).absolutePath());
    return path;
}

void CalibrateController::apply(const FilePtr& file)
{
    if (!file)
        return;
    m_window.holds.whenFree([this, file] {
        // The schedule may have become another one since.
        if (const Result<void> fits = checkPlaced(file->source.file.costs, m_window.document().stageCount(),
                                                  file->source.file.lists);
            !fits) {
            m_dialog->say(errorHeadline(fits.error()));
            return;
        }
        // What it was made by is in its words already.
        CostSource source = file->source;
        source.name.clear();
        m_panel.costs()->fileLine()->take(std::move(source), tr("Calibration"));
        m_dialog->say(tr("Applied to the plot. Undo in the main window reverts it."));
    });
}

void CalibrateController::askSave(const FilePtr& file)
{
    const Hold hold(m_window.holds);
    if (!file || !m_window.questions.saveCalibrationPath)
        return;
    const QString ending = QStringLiteral("json");
    const QString asked = m_window.questions.saveCalibrationPath(
        suggestedPath(QStringLiteral("%1 %2").arg(file->title(), file->provenance), ending));
    if (asked.isEmpty())
        return;
    const QString path = withEnding(asked, ending);
    if (!m_window.write(path, [file]() -> Result<std::string> { return file->text; })) {
        m_dialog->say(m_window.messages()->headline());
        return;
    }
    Settings::lastFolder.set(QFileInfo(path).absolutePath());
    m_dialog->say(tr("Saved to %1", "file").arg(path));
}

} // namespace bubblescope::ui
