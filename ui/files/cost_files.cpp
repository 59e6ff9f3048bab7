// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/cost_files.h"

#include "core/io/costs_json.h"
#include "core/io/costs_lists.h"
#include "core/time/cost_fit.h"
#include "ui/actions/command_group.h"
#include "ui/docks/docks.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/schedule_panel.h"
#include "ui/services/window_services.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"

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

CostFiles::CostFiles(WindowServices& window, SchedulePanel& panel) : m_window(window), m_panel(panel)
{
    connect(panel.costs(), &CostForm::openAsked, this, &CostFiles::askOpen);
    connect(panel.costs(), &CostForm::saveAsked, this, &CostFiles::askSave);
    CommandGroup group(window.commands(), tr("Edit"), "edit");
    group.like.section = 4;
    group.like.searchWords = tr("gallery pipeline pick");
    group.add("schedule.change", tr("C&hange Schedule…"), [&panel, &window] {
        window.showTimeline();
        panel.openGallery();
    });
    group.like.searchWords = tr("times cost model latency memory");
    group.add("schedule.costs", tr("Cos&ts…"), [&panel, &window] {
        window.showTimeline();
        window.docks().raise(&panel);
        panel.setCostsOpen(true);
    });
}

void CostFiles::askOpen()
{
    const Hold hold(m_window.holds);
    const QString path = m_window.questions.openCostsPath();
    if (path.isEmpty())
        return;
    Result<CostSource> source = awaited([path] { return readCostSource(path); });
    // Half of a file that does not fit the schedule would be worse than none of it.
    const Result<void> fits =
        source ? checkPlaced(source->file.costs, m_window.document().stageCount(), source->file.lists)
               : tl::unexpected(source.error());
    if (!fits) {
        m_window.messages()->showError({}, fits.error());
        return;
    }
    Settings::lastFolder.set(QFileInfo(path).absolutePath());
    const QString unknown = ranksNotThere(*source, m_window.document().evaluation());
    const std::vector<Error> remarks = remarksOnLayers(source->file.costs, source->file.lists);
    m_panel.costs()->fileLine()->take(std::move(*source));
    m_window.messages()->showWarnings(remarks);
    if (unknown.isEmpty())
        return;
    if (remarks.empty())
        m_window.messages()->showMessage(MessageBar::Kind::Note, unknown);
    else
        m_window.messages()->addLine(unknown);
}

void CostFiles::askSave()
{
    const Hold hold(m_window.holds);
    const QString ending = QStringLiteral("json");
    const QString path = m_window.questions.saveCostsPath(suggestedPath(tr("costs", "file name"), ending));
    if (path.isEmpty())
        return;
    const QString file = withEnding(path, ending);
    if (!m_window.write(file, [costs = m_window.document().state().costs]() -> Result<std::string> {
            return writeCosts(costs);
        }))
        return;
    Settings::lastFolder.set(QFileInfo(file).absolutePath());
    m_window.messages()->showMessage(MessageBar::Kind::Note, tr("Costs saved to %1", "file").arg(file));
}

} // namespace bubblescope::ui
