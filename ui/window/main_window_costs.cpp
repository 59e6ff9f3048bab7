// SPDX-License-Identifier: GPL-3.0-or-later
// Cost files of the main window.
#include "core/io/costs_json.h"
#include "core/time/cost_fit.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/schedule_panel.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFileInfo>

namespace bubblescope::ui {

namespace {

/// A sentence for each thing of a cost file that names a rank which the schedule does not have.
QString ranksNotThere(const CostSource& source, const EvaluationPtr& shown)
{
    if (!shown || source.file.isCalibration)
        return {};
    QStringList sentences;
    for (const std::string& unknown : unknownRanks(source.file.costs, shown->timeline->schedule->rankCount()))
        sentences << QStringLiteral("%1: %2").arg(source.name, QString::fromStdString(unknown));
    return sentences.join(QStringLiteral("; "));
}

} // namespace

void MainWindow::askCostFile()
{
    const Hold hold(*this);
    const QString path = questions.openCostsPath();
    if (path.isEmpty())
        return;
    Result<CostSource> source = awaited([path] { return readCostSource(path); });
    if (!source) {
        m_messages->showError({}, source.error());
        return;
    }
    // Half of a file that does not fit the schedule would be worse than none of it.
    if (const Result<void> fits =
            checkPlaced(source->file.costs, m_document.stageCount(), source->file.lists);
        !fits) {
        m_messages->showError({}, fits.error());
        return;
    }
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    const QString unknown = ranksNotThere(*source, m_document.evaluation());
    m_schedulePanel->costs()->fileLine()->take(std::move(*source));
    if (!unknown.isEmpty())
        m_messages->showMessage(MessageBar::Kind::Note, unknown);
}

void MainWindow::askSaveCosts()
{
    const Hold hold(*this);
    const QString path = questions.saveCostsPath(
        QDir(Settings::lastFolder())
            .filePath(fileNameFrom(tr("costs", "file name")) + QStringLiteral(".json")));
    if (path.isEmpty())
        return;
    const QString file = withEnding(path, QStringLiteral("json"));
    if (!write(
            file, [costs = m_document.state().costs]() -> Result<std::string> { return writeCosts(costs); },
            QFileInfo(file).fileName()))
        return;
    Settings::setLastFolder(QFileInfo(file).absolutePath());
    m_messages->showMessage(MessageBar::Kind::Note, tr("Costs saved to %1", "file").arg(file));
}

} // namespace bubblescope::ui
