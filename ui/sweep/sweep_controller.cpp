// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_controller.h"

#include "core/time/rank_share.h"
#include "ui/actions/command_group.h"
#include "ui/document/document.h"
#include "ui/services/window_services.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/sweep/sweep_measure.h"
#include "ui/sweep/sweep_results.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>
#include <QMainWindow>
#include <algorithm>

namespace bubblescope::ui {

namespace {

SweepContext contextOf(const Document& document)
{
    SweepContext context{document.draft(), document.state().costs, 1, document.whatIf()};
    if (const auto* request = std::get_if<ScheduleRequest>(&document.state().source)) {
        context.request = *request;
        context.shareStages =
            stagesOfAShare(stageCountOf(*request), static_cast<std::uint32_t>(request->ranks)) *
            std::max(1U, microbatchCountOf(*request) /
                             static_cast<std::uint32_t>(std::max<std::int64_t>(1, request->microbatches)));
    } else {
        const Schedule& order = *std::get<SchedulePtr>(document.state().source);
        context.request.ranks = order.rankCount();
        context.request.microbatches = order.microbatchCount;
        context.shareStages = stagesOfAShare(order.stageCount, order.rankCount());
    }
    return context;
}

Result<std::string> pictureText(const ScatterPicture& picture, const QString& ending)
{
    constexpr double kPictureScale = 2;
    const bool isSvg = ending == QLatin1String("svg");
    if (!isSvg && ending != QLatin1String("png"))
        return invalidInput({"window.chart-as-picture", "a chart is written as .png or .svg"});
    const Result<QByteArray> bytes = isSvg ? scatterSvg(picture) : scatterPng(picture, kPictureScale);
    return bytes.map([](const QByteArray& made) { return made.toStdString(); });
}

} // namespace

SweepController::SweepController(WindowServices& window) : m_window(window)
{
    CommandGroup group(window.commands(), tr("Tools"), "tools",
                       tr("sweep schedules ranks microbatches memory pareto front configurations scatter"));
    group.add("tools.sweep", tr("S&weep…"), [this] { show(); },
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W)});
}

void SweepController::show()
{
    if (!m_dialog)
        makeDialog();
    m_dialog->setContext(contextOf(m_window.document()));
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void SweepController::makeDialog()
{
    m_dialog = new SweepDialog(sweepOfTheCore(), &m_window.shell());
    connect(m_dialog, &SweepDialog::openAsked, this, [this](const SweepPlan& plan, const SweepRow& row) {
        m_window.holds.whenFree([this, plan, row] { open(plan, row); });
    });
    connect(m_dialog, &SweepDialog::pictureAsked, this, &SweepController::exportPicture);
    connect(m_dialog, &SweepDialog::csvAsked, this, [this] {
        exportAs(tr("sweep", "a file's name"), QStringLiteral("csv"),
                 [this](const QString& /*ending*/) -> Result<std::string> { return m_dialog->csv(false); });
    });
    const auto follow = [this] { m_dialog->setContext(contextOf(m_window.document())); };
    connect(&m_window.document(), &Document::stateChanged, m_dialog, follow);
    connect(&m_window.document(), &Document::whatIfChanged, m_dialog, follow);
}

void SweepController::open(const SweepPlan& plan, const SweepRow& row)
{
    Document& document = m_window.document();
    const DocumentState state = openedAs(plan, row);
    const QString name = configurationText(row);
    if (state == document.state() && plan.whatIf == document.whatIf()) {
        m_dialog->say(tr("The window already shows %1.", "configuration").arg(name));
        return;
    }
    document.exchange({state, nullptr, std::nullopt, plan.whatIf}, tr("Open %1", "configuration").arg(name),
                      [](const EvaluationPtr& /*shown*/, const DocumentPart& /*gone*/) {});
    m_dialog->say(tr("Opened in the window: %1. Undo there reverts it.", "configuration").arg(name));
}

void SweepController::exportPicture()
{
    const ScatterPicture picture = m_dialog->results()->picture();
    exportAs(picture.title.toLower(), QStringLiteral("png"),
             [&](const QString& ending) { return pictureText(picture, ending); });
}

void SweepController::exportAs(const QString& name, const QString& ending, const Bytes& bytes)
{
    const Hold hold(m_window.holds);
    const QString asked = m_window.questions.exportPath(suggestedPath(name, ending));
    if (asked.isEmpty())
        return;
    const QString path = withAnyEnding(asked, ending);
    // Pictures are painted here; only the writing is a worker's.
    const Result<std::string> made = bytes(QFileInfo(path).suffix().toLower());
    const bool written = m_window.write(path, [made] { return made; });
    m_dialog->say(written ? tr("Exported to %1", "file").arg(path) : m_window.messages()->headline());
}

} // namespace bubblescope::ui
