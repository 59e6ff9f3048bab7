// SPDX-License-Identifier: GPL-3.0-or-later
// The sides of a comparison: what is added to it, dropped, moved, or made the document.
#include "ui/actions/timeline_commands.h"
#include "ui/compare/compare_room.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison.h"
#include "ui/panels/schedule_list.h"
#include "ui/panels/schedule_panel.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QMenu>
#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope::ui {

namespace {

/// Commands of the document's timeline that act as well from a reference's: they are about lanes, searching
/// and comparing, in which all timelines are in step.
constexpr std::array<const char*, 3> kSharedGroups{"lanes.", "search.", "compare."};

bool isShared(const QString& id)
{
    return std::any_of(kSharedGroups.begin(), kSharedGroups.end(),
                       [&](const char* group) { return id.startsWith(QLatin1String(group)); });
}

CompareSide sideOf(const DocumentPart& part, const DocumentIdentity& otherwise)
{
    const DocumentIdentity& identity = part.identity ? *part.identity : otherwise;
    // The state may not have been worked out yet: what is told is what is shown.
    CompareSide side{sideTitle(nameOf(identity, part.evaluation->input), *part.evaluation), part.evaluation};
    side.identity = std::make_shared<const DocumentIdentity>(identity);
    return side;
}

} // namespace

void MainWindow::addSideCommands()
{
    const auto add = [this](const char* id, const QString& text, int section, std::function<void()> run) {
        Command command{QLatin1String(id), tr("Compare"), text, {}, CommandScope::Window, std::move(run)};
        command.menu = QStringLiteral("view.compare");
        command.section = section;
        command.searchWords = tr("compare reference side schedule swap order remove");
        m_commands->add(command);
    };
    add("compare.choose", tr("Ne&xt reference"), 3, [this] {
        m_comparison->choose((m_comparison->chosen() + 1) % m_comparison->references().size());
        say(tr("Compared with %1.", "title").arg(m_comparison->reference()->title));
    });
    add("compare.edit", tr("&Edit this side"), 3, [this] { onReference(&MainWindow::editSide); });
    add("compare.moveUp", tr("Move the reference &up"), 3,
        [this] { onReference(&MainWindow::moveReferenceUp); });
    add("compare.moveDown", tr("Move the reference do&wn"), 3,
        [this] { onReference(&MainWindow::moveReferenceDown); });
    add("compare.drop", tr("Drop the &reference"), 4, [this] { onReference(&MainWindow::dropReference); });
    add("compare.dropAll", tr("Drop &all references"), 4, [this] { dropReferences(); });
    showSideCommands();
}

void MainWindow::connectSides()
{
    m_sideRunner = new EvaluationRunner(this);
    connect(m_sideRunner, &EvaluationRunner::finished, this, &MainWindow::takeMadeSide);
    connect(m_comparison, &Comparison::sidesChanged, this, &MainWindow::showSideCommands);
    m_compareRoom = new CompareRoom(*this, *m_compareDock, *m_comparison, *m_compareView);
    connect(m_compareView, &CompareView::removeAsked, this, &MainWindow::dropReference);
    connect(m_compareView, &CompareView::menuAsked, this, &MainWindow::showSideMenu);
    connect(m_compareView, &CompareView::referenceViewMade, this, &MainWindow::connectReferenceView);
    connect(m_schedulePanel->list(), &ScheduleList::compareAsked, this, &MainWindow::compareWithSchedule);
}

void MainWindow::showSideCommands()
{
    const std::size_t count = m_comparison->references().size();
    for (const char* id : {"compare.drop", "compare.dropAll", "compare.edit"})
        if (QAction* action = m_commands->find(QLatin1String(id)))
            action->setEnabled(count > 0);
    for (const char* id : {"compare.choose", "compare.moveUp", "compare.moveDown"})
        if (QAction* action = m_commands->find(QLatin1String(id)))
            action->setEnabled(count > 1);
}

void MainWindow::connectReferenceView(TimelineView* view)
{
    // What a timeline can do by itself acts in this one, too.
    auto* own = new CommandRegistry(view, view);
    addTimelineCommands(*own, *view);
    for (const Command& command : m_commands->commands()) {
        if (command.scope != CommandScope::Timeline || command.shortcuts.isEmpty() || own->find(command.id))
            continue;
        if (isShared(command.id)) {
            view->addAction(m_commands->action(command.id));
            continue;
        }
        auto* refusal = new QAction(view);
        refusal->setShortcuts(command.shortcuts);
        refusal->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        view->addAction(refusal);
        connect(refusal, &QAction::triggered, this, [this, what = plainText(command.text)] {
            say(tr("%1: only in the current timeline. F6 leads there; Edit this side makes this one the "
                   "current one.",
                   "command")
                    .arg(what));
        });
    }
    view->setReducedMotion(m_pane->view()->isMotionReduced());
    connect(view, &TimelineView::hoverTextChanged, this, &MainWindow::showHover);
    connect(&view->matches(), &MatchMarks::cleared, this, [this] { m_pane->view()->matches().clear(); });
}

std::optional<std::size_t> MainWindow::wantedReference() const
{
    if (const auto focused = m_compareView->referenceOf(focusWidget()))
        return focused;
    return m_comparison->reference() ? std::optional(m_comparison->chosen()) : std::nullopt;
}

void MainWindow::onReference(void (MainWindow::*run)(std::size_t reference))
{
    if (const auto reference = wantedReference())
        (this->*run)(*reference);
    else
        say(tr("There is no reference yet."));
}

void MainWindow::showSideMenu(std::size_t reference, const QPoint& position)
{
    if (reference >= m_comparison->references().size())
        return;
    const CompareSide side = m_comparison->references()[reference];
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("side-menu"));
    // Sides may come and go while the menu is open.
    const auto add = [&](const QString& text, void (MainWindow::*run)(std::size_t), bool isEnabled = true) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, this, [this, run, evaluation = side.evaluation] {
            if (const auto now = m_comparison->indexOf(evaluation))
                (this->*run)(*now);
        });
    };
    add(side.isRecorded ? tr("Edit this side (measured times cannot be edited)") : tr("&Edit this side"),
        &MainWindow::editSide, !side.isRecorded);
    menu.addSeparator();
    const std::size_t last = m_comparison->references().size() - 1;
    add(tr("Move &up"), &MainWindow::moveReferenceUp, reference > 0);
    add(tr("Move do&wn"), &MainWindow::moveReferenceDown, reference < last);
    menu.addSeparator();
    add(tr("&Drop"), &MainWindow::dropReference);
    menu.exec(position);
}

void MainWindow::dropReference(std::size_t reference)
{
    if (reference >= m_comparison->references().size())
        return;
    const bool isLast = m_comparison->references().size() == 1;
    const QString title = m_comparison->references()[reference].title;
    m_comparison->remove(reference);
    say(isLast ? tr("The reference is dropped.") : tr("No longer compared with %1.", "title").arg(title));
}

void MainWindow::moveReferenceUp(std::size_t reference)
{
    m_comparison->move(reference, false);
}

void MainWindow::moveReferenceDown(std::size_t reference)
{
    m_comparison->move(reference, true);
}

/// The document as it is shown now.
CompareSide MainWindow::presentSide() const
{
    CompareSide side = m_comparison->current();
    side.identity = std::make_shared<const DocumentIdentity>(m_document.identity());
    if (m_document.revision() == m_editedRevision)
        side.path = m_editedPath;
    else if (!m_document.isModified() && m_document.fileStamp().isKnown())
        side.path = m_document.filePath();
    return side;
}

void MainWindow::editSide(std::size_t reference)
{
    if (reference >= m_comparison->references().size())
        return;
    if (m_comparison->references()[reference].isRecorded) {
        say(tr("Measured times cannot be edited: the prediction of them is the document."));
        return;
    }
    whenShown([this, wanted = m_comparison->references()[reference].evaluation] {
        const auto before = m_comparison->indexOf(wanted);
        if (!before)
            return;
        if (wanted == m_document.evaluation()) {
            say(tr("This side is what the document shows already."));
            return;
        }
        // Once the other one is saved nothing would ask about these changes any more.
        const auto identity = m_comparison->references()[*before].identity;
        if (identity && identity->filePath != m_document.filePath() &&
            m_document.revision() != m_editedRevision && !maybeSave())
            return;
        const auto now = m_comparison->indexOf(wanted); // sides may have come meanwhile
        if (!now)
            return;
        m_traces->leaveMeasuredToCompare();
        const CompareSide side = m_comparison->references()[*now];
        DocumentPart part{side.evaluation->input, side.evaluation, std::nullopt, side.evaluation->whatIf};
        // A state of the same file leaves that, and its notes, as they are.
        if (side.identity && side.identity->filePath != m_document.filePath())
            part.identity = *side.identity;
        const auto parked = std::make_shared<CompareSide>(presentSide());
        m_document.exchange(std::move(part), tr("Edit %1", "title of a side").arg(side.title),
                            [this, parked](const EvaluationPtr& shown, const DocumentPart& gone) {
                                const auto place = m_comparison->indexOf(shown);
                                if (!place)
                                    return; // dropped meanwhile; the history still has it
                                const CompareSide next = parked->evaluation == gone.evaluation
                                                             ? *parked
                                                             : sideOf(gone, m_document.identity());
                                *parked = m_comparison->references()[*place];
                                m_comparison->replace(*place, next);
                            });
        m_editedRevision = m_document.revision();
        m_editedPath = side.path;
        say(tr("Now edited: %1. Undo brings the other one back.", "title").arg(side.title));
        m_pane->view()->setFocus(Qt::OtherFocusReason);
    });
}

} // namespace bubblescope::ui
