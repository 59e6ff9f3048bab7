// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_controller.h"

#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "ui/actions/command_group.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/document/core_text.h"
#include "ui/document/settings.h"
#include "ui/files/file_controller.h"
#include "ui/find/find_dialog.h"
#include "ui/find/find_form.h"
#include "ui/find/find_words.h"
#include "ui/services/window_services.h"
#include "ui/sides/compare_controller.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>
#include <QMainWindow>

namespace bubblescope::ui {

namespace {

/// The title of a document that shows it; empty where the request says it.
std::string titleOf(const FoundSchedule& found, const Evaluation& shown)
{
    const bool isOrder = std::holds_alternative<SchedulePtr>(shown.input.source);
    return isOrder ? foundTitle(found).toStdString() : std::string();
}

Result<EvaluationPtr> evaluationOf(const FoundSchedule& found)
{
    const SchedulePtr& order = found.timeline->schedule;
    if (found.changes == 0) {
        // The form can change what a request makes.
        Result<EvaluationPtr> made = evaluate({found.request, found.costs, {}}, {});
        if (made && (*made)->timeline->schedule->rows == order->rows)
            return made;
    }
    return evaluate({order, found.costs, {}}, {});
}

} // namespace

FindController::FindController(WindowServices& window, FileController& files, FileKeeper& keeper,
                               CompareController& compare)
    : m_window(window)
    , m_files(files)
    , m_keeper(keeper)
    , m_compare(compare)
    , m_search([](const SearchProblem& problem, const SearchBudget& budget,
                  const std::function<void(const SearchProgress&)>& tell,
                  const CancelToken& cancel) { return searchSchedule(problem, budget, tell, cancel); })
{
    CommandGroup group(window.commands(), tr("Tools"), "tools",
                       tr("search optimize fastest memory limit bound gap zero bubble order"));
    group.add("tools.find", tr("F&ind a schedule…"), [this] { show(); },
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)});
}

void FindController::setSearch(SearchFunction search)
{
    m_search = std::move(search);
    if (m_dialog)
        m_dialog->setSearch(m_search);
}

void FindController::show()
{
    if (!m_dialog)
        makeDialog();
    if (m_dialog->isHidden())
        takeDocument(false);
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void FindController::makeDialog()
{
    m_dialog = new FindDialog(&m_window.shell());
    m_dialog->setSearch(m_search);
    connect(m_dialog, &FindDialog::takeAsked, this, [this] { takeDocument(true); });
    const auto whenFree = [this](void (FindController::*run)(const FoundSchedulePtr&)) {
        return [this, run](const FoundSchedulePtr& found) {
            m_window.holds.whenFree([this, run, found] { (this->*run)(found); });
        };
    };
    connect(m_dialog, &FindDialog::openAsked, this, whenFree(&FindController::open));
    connect(m_dialog, &FindDialog::compareAsked, this, whenFree(&FindController::compare));
    connect(m_dialog, &FindDialog::saveAsked, this, whenFree(&FindController::save));
    connect(m_dialog, &FindDialog::exportAsked, this, whenFree(&FindController::exportCsv));
    connect(&m_compare.comparison(), &Comparison::sidesChanged, this, &FindController::showObstacles);
    showObstacles();
}

void FindController::takeDocument(bool always)
{
    const EvaluationPtr& shown = m_window.document().evaluation();
    if (!shown)
        return;
    const FindStart start = findStartOf(*shown);
    // What was typed over the same values is still meant.
    if (always || !m_dialog->form()->isOf(start))
        m_dialog->take(start);
}

void FindController::showObstacles()
{
    m_dialog->setCompareObstacle(
        m_compare.comparison().isFull()
            ? tr("%1 schedules are already being compared: remove one of them first.").arg(kMostSides)
            : QString());
}

EvaluationPtr FindController::evaluated(const FoundSchedulePtr& found)
{
    if (m_evaluated.first == found)
        return m_evaluated.second;
    const Hold hold(m_window.holds);
    const Result<EvaluationPtr> made = awaited([found] { return evaluationOf(*found); });
    if (!made) {
        m_dialog->say(errorHeadline(made.error()));
        return nullptr;
    }
    m_evaluated = {found, *made};
    return *made;
}

void FindController::open(const FoundSchedulePtr& found)
{
    Document& document = m_window.document();
    const EvaluationPtr evaluation = evaluated(found);
    if (!evaluation)
        return;
    if (document.evaluation() == evaluation) {
        m_dialog->say(tr("The document already shows this."));
        return;
    }
    // Once the other one is saved nothing would ask about these changes any more.
    if (document.revision() != m_openedRevision && !m_files.maybeSave())
        return;
    emit m_compare.documentWanted(true);
    DocumentPart part{evaluation->input, evaluation, DocumentIdentity{}};
    part.identity->title = titleOf(*found, *evaluation);
    document.exchange(std::move(part), tr("Open the found schedule"), [](const auto&, const auto&) {});
    m_openedRevision = document.revision();
    m_window.showTimeline();
    m_dialog->say(tr("Opened. Undo in the window restores the previous document."));
}

void FindController::compare(const FoundSchedulePtr& found)
{
    const EvaluationPtr evaluation = evaluated(found);
    if (!evaluation)
        return;
    DocumentIdentity identity;
    identity.title = titleOf(*found, *evaluation);
    CompareSide side{sideTitle(foundTitle(*found), *evaluation), evaluation};
    side.identity = std::make_shared<const DocumentIdentity>(std::move(identity));
    m_window.showTimeline();
    m_compare.takeSide(std::move(side));
    m_dialog->say(tr("Compared with the document in the window."));
}

void FindController::save(const FoundSchedulePtr& found)
{
    const Hold hold(m_window.holds);
    const QString ending = QStringLiteral("bubble");
    const QString asked = m_window.questions.savePath(suggestedPath(foundTitle(*found), ending));
    const EvaluationPtr evaluation = asked.isEmpty() ? nullptr : evaluated(found);
    if (!evaluation)
        return;
    const QString path = withEnding(asked, ending);
    if (m_keeper.askBeforeReplacing(path) != ReplaceAnswer::Overwrite)
        return;
    DocumentSnapshot snapshot{{}, evaluation->input};
    snapshot.title = titleOf(*found, *evaluation);
    if (!m_window.write(path,
                        [snapshot]() -> Result<std::string> { return writeDocument(snapshot.project()); })) {
        m_dialog->say(m_window.messages()->headline());
        return;
    }
    Settings::addRecentFile(path);
    Settings::lastFolder.set(QFileInfo(path).absolutePath());
    m_dialog->say(tr("Saved to %1", "file").arg(path));
}

void FindController::exportCsv(const FoundSchedulePtr& found)
{
    const Hold hold(m_window.holds);
    const QString ending = QStringLiteral("csv");
    const QString asked = m_window.questions.exportPath(suggestedPath(foundTitle(*found), ending));
    const QString path = asked.isEmpty() ? QString() : withEnding(asked, ending);
    if (path.isEmpty() || !m_files.mayReplace(path))
        return;
    const bool written = m_window.write(path, [order = found->timeline->schedule]() -> Result<std::string> {
        return writeScheduleCsv(*order);
    });
    m_dialog->say(written ? tr("Exported to %1", "file").arg(path) : m_window.messages()->headline());
}

} // namespace bubblescope::ui
