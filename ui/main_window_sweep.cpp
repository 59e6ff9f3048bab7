// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeping schedules over lists of numbers: the dialog, what of it the window opens, and its files.
#include "core/time/rank_share.h"
#include "ui/file_names.h"
#include "ui/main_window.h"
#include "ui/panels/message_bar.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/sweep/sweep_measure.h"
#include "ui/sweep/sweep_results.h"
#include "ui/trace/trace_controller.h"

#include <QDir>
#include <QFileInfo>

namespace bubblescope::ui {

namespace {

SweepContext contextOf(const Document& document)
{
    SweepContext context{document.draft(), document.state().costs, 1, document.whatIf()};
    if (const EvaluationPtr& evaluation = document.evaluation()) {
        const Schedule& order = *evaluation->timeline->schedule;
        context.shareStages = stagesOfAShare(order.stageCount, order.rankCount());
        if (!document.isGenerated()) {
            context.request.ranks = order.rankCount();
            context.request.microbatches = order.microbatchCount;
        }
    }
    return context;
}

/// "Step time against peak memory" as a file's name.
QString pictureName(const ScatterPicture& picture)
{
    return fileNameFrom(picture.title.toLower());
}

Result<QByteArray> pictureBytesFor(const ScatterPicture& picture, const QString& ending)
{
    constexpr double kPictureScale = 2;
    if (ending == QLatin1String("svg"))
        return scatterSvg(picture);
    if (ending == QLatin1String("png"))
        return scatterPng(picture, kPictureScale);
    return failure(ErrorKind::OutputFailed, "a chart is written as .png or .svg");
}

} // namespace

void MainWindow::addSweepCommands()
{
    Command command{QStringLiteral("tools.sweep"),
                    tr("File"),
                    tr("S&weep…"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W)},
                    CommandScope::Window,
                    [this] { showSweep(); }};
    command.menu = QStringLiteral("file");
    command.section = 3;
    command.searchWords = tr("sweep schedules ranks microbatches memory pareto front configurations scatter");
    m_commands->add(command);
}

void MainWindow::showSweep()
{
    auto* dialog = findChild<SweepDialog*>(QString(), Qt::FindDirectChildrenOnly);
    const auto write = [this](SweepDialog& of, const QString& suggested, const QString& ending, auto bytes) {
        const Hold hold(*this);
        const QString asked = questions.exportPath(QDir(Settings::lastFolder()).filePath(suggested + ending));
        if (asked.isEmpty())
            return;
        const QString path = QFileInfo(asked).suffix().isEmpty() ? withEnding(asked, ending.mid(1)) : asked;
        const QString name = QFileInfo(path).fileName();
        Result<std::string> made = bytes(QFileInfo(path).suffix().toLower());
        if (this->write(
                path, [made = std::move(made)] { return made; }, name))
            of.say(tr("Exported to %1", "file").arg(path));
        else
            of.say(m_messages->headline());
    };
    const auto open = [this](SweepDialog* of, const SweepPlan& plan, const SweepRow& row) {
        whenFree([this, of, plan, row] {
            const DocumentState state = openedAs(plan, row);
            const QString name = configurationText(row);
            if (state == m_document.state() && plan.whatIf == m_document.whatIf()) {
                of->say(tr("%1 is what the window shows already.", "configuration").arg(name));
                return;
            }
            m_traces->leaveMeasuredToCompare();
            m_document.exchange({state, nullptr, std::nullopt, plan.whatIf},
                                tr("Open %1", "configuration").arg(name),
                                [](const EvaluationPtr& /*shown*/, const DocumentPart& /*gone*/) {});
            of->say(tr("Opened in the window: %1. Undo there takes it back.", "configuration").arg(name));
        });
    };
    if (!dialog) {
        dialog = new SweepDialog(sweepOfTheCore(), this);
        connect(dialog, &SweepDialog::openAsked, this,
                [dialog, open](const SweepPlan& plan, const SweepRow& row) { open(dialog, plan, row); });
        connect(dialog, &SweepDialog::pictureAsked, this, [dialog, write] {
            const ScatterPicture picture = dialog->results()->picture();
            write(*dialog, pictureName(picture), QStringLiteral(".png"),
                  [&](const QString& ending) -> Result<std::string> {
                      return pictureBytesFor(picture, ending).map([](const QByteArray& bytes) {
                          return bytes.toStdString();
                      });
                  });
        });
        connect(dialog, &SweepDialog::csvAsked, this, [dialog, write] {
            write(*dialog, tr("sweep", "a file's name"), QStringLiteral(".csv"),
                  [&](const QString& /*ending*/) -> Result<std::string> { return dialog->csv(false); });
        });
        const auto follow = [this, dialog] { dialog->setContext(contextOf(m_document)); };
        connect(&m_document, &Document::evaluationChanged, dialog, follow);
        connect(&m_document, &Document::whatIfChanged, dialog, follow);
    }
    dialog->setContext(contextOf(m_document));
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace bubblescope::ui
