// SPDX-License-Identifier: GPL-3.0-or-later
// The sides of a comparison: what is dropped, moved, or made the document.
#include "ui/actions/command_group.h"
#include "ui/actions/timeline_commands.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/compare_view.h"
#include "ui/files/file_controller.h"
#include "ui/order/order_editor.h"
#include "ui/services/window_services.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/timeline_pane.h"

#include <QMainWindow>
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

void CompareController::addSideCommands(CommandGroup& group)
{
    group.like.section = 3;
    group.like.searchWords = tr("compare reference side schedule swap order remove");
    group.add("compare.choose", tr("Ne&xt reference"), [this] { chooseNext(); });
    group.add("compare.edit", tr("&Edit this side"), onReference(&CompareController::edit));
    group.add("compare.moveUp", tr("Move the reference &up"), onReference(&CompareController::moveUp));
    group.add("compare.moveDown", tr("Move the reference do&wn"), onReference(&CompareController::moveDown));
    group.like.section = 4;
    group.add("compare.drop", tr("Remove the &reference"), onReference(&CompareController::drop));
    group.add("compare.dropAll", tr("Remove &all references"), [this] { dropAll(); });
    showSideCommands();
}

void CompareController::showSideCommands()
{
    const std::size_t count = m_comparison.references().size();
    for (const char* id : {"compare.drop", "compare.dropAll", "compare.edit"})
        if (QAction* action = m_window.commands().find(QLatin1String(id)))
            action->setEnabled(count > 0);
    for (const char* id : {"compare.choose", "compare.moveUp", "compare.moveDown"})
        if (QAction* action = m_window.commands().find(QLatin1String(id)))
            action->setEnabled(count > 1);
}

void CompareController::connectReferenceView(TimelineView* view)
{
    // What a timeline can do by itself acts in this one, too.
    auto* own = new CommandRegistry(view, view);
    addTimelineCommands(*own, *view);
    for (const Command& command : m_window.commands().commands()) {
        if (command.scope != CommandScope::Timeline || command.shortcuts.isEmpty() || own->find(command.id))
            continue;
        if (isShared(command.id)) {
            view->addAction(m_window.commands().action(command.id));
            continue;
        }
        auto* refusal = new QAction(view);
        refusal->setShortcuts(command.shortcuts);
        refusal->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        view->addAction(refusal);
        connect(refusal, &QAction::triggered, this, [this, what = plainText(command.text)] {
            m_window.say(tr("%1: only in the current timeline. F6 goes there; Edit this side makes this one "
                            "the current one.",
                            "command")
                             .arg(what));
        });
    }
    view->navigation().setReducedMotion(m_window.pane()->view()->navigation().isMotionReduced());
    connect(view, &TimelineView::hoverTextChanged, this,
            [this](const QString& text) { m_window.hover(text); });
    connect(&view->matches(), &MatchMarks::cleared, this,
            [this] { m_window.pane()->view()->matches().clear(); });
}

std::function<void()> CompareController::onReference(OnReference run)
{
    return [this, run] {
        if (const auto focused = m_view->referenceOf(m_window.shell().focusWidget()))
            (this->*run)(*focused);
        else if (m_comparison.reference())
            (this->*run)(m_comparison.chosen());
        else
            m_window.say(tr("There is no reference yet."));
    };
}

void CompareController::chooseNext()
{
    m_comparison.choose((m_comparison.chosen() + 1) % m_comparison.references().size());
    m_window.say(tr("Compared with %1.", "title").arg(m_comparison.reference()->title));
}

void CompareController::showSideMenu(std::size_t reference, const QPoint& position)
{
    if (reference >= m_comparison.references().size())
        return;
    const CompareSide side = m_comparison.references()[reference];
    QMenu menu(&m_window.shell());
    menu.setObjectName(QStringLiteral("side-menu"));
    // Sides may come and go while the menu is open.
    const auto add = [&](const QString& text, OnReference run, bool isEnabled = true) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, this, [this, run, evaluation = side.evaluation] {
            if (const auto now = m_comparison.indexOf(evaluation))
                (this->*run)(*now);
        });
    };
    add(side.isRecorded ? tr("Edit this side (measured times cannot be edited)") : tr("&Edit this side"),
        &CompareController::edit, !side.isRecorded);
    menu.addSeparator();
    const std::size_t last = m_comparison.references().size() - 1;
    add(tr("Move &up"), &CompareController::moveUp, reference > 0);
    add(tr("Move do&wn"), &CompareController::moveDown, reference < last);
    menu.addSeparator();
    add(tr("&Remove"), &CompareController::drop);
    menu.exec(position);
}

void CompareController::drop(std::size_t reference)
{
    if (reference >= m_comparison.references().size())
        return;
    const bool isLast = m_comparison.references().size() == 1;
    const QString title = m_comparison.references()[reference].title;
    m_comparison.remove(reference);
    m_window.say(isLast ? tr("The reference was removed.")
                        : tr("No longer compared with %1.", "title").arg(title));
}

void CompareController::dropAll()
{
    const std::size_t count = m_comparison.references().size();
    m_comparison.setReferences({});
    m_window.say(count == 1 ? tr("The reference was removed.") : tr("All references were removed."));
}

/// The document as it is shown now.
CompareSide CompareController::presentSide() const
{
    CompareSide side = m_comparison.current();
    side.identity = std::make_shared<const DocumentIdentity>(m_window.document().identity());
    if (m_window.document().revision() == m_editedRevision)
        side.path = m_editedPath;
    else if (!m_window.document().isModified() && m_window.document().fileStamp().isKnown())
        side.path = m_window.document().filePath();
    return side;
}

void CompareController::edit(std::size_t reference)
{
    if (reference >= m_comparison.references().size())
        return;
    if (m_comparison.references()[reference].isRecorded) {
        m_window.say(tr("Measured times cannot be edited; the document is their prediction."));
        return;
    }
    m_editor.whenShown([this, wanted = m_comparison.references()[reference].evaluation] {
        const auto before = m_comparison.indexOf(wanted);
        if (!before)
            return;
        if (wanted == m_window.document().evaluation()) {
            m_window.say(tr("The document already shows this side."));
            return;
        }
        // Once the other one is saved nothing would ask about these changes any more.
        const auto identity = m_comparison.references()[*before].identity;
        if (identity && identity->filePath != m_window.document().filePath() &&
            m_window.document().revision() != m_editedRevision && !m_files.maybeSave())
            return;
        const auto now = m_comparison.indexOf(wanted); // sides may have come meanwhile
        if (!now)
            return;
        emit documentWanted(true);
        const CompareSide side = m_comparison.references()[*now];
        DocumentPart part{side.evaluation->input, side.evaluation, std::nullopt, side.evaluation->whatIf};
        // A state of the same file leaves that, and its notes, as they are.
        if (side.identity && side.identity->filePath != m_window.document().filePath())
            part.identity = *side.identity;
        const auto parked = std::make_shared<CompareSide>(presentSide());
        m_window.document().exchange(std::move(part), tr("Edit %1", "title of a side").arg(side.title),
                                     [this, parked](const EvaluationPtr& shown, const DocumentPart& gone) {
                                         const auto place = m_comparison.indexOf(shown);
                                         if (!place)
                                             return; // dropped meanwhile; the history still has it
                                         const CompareSide next =
                                             parked->evaluation == gone.evaluation
                                                 ? *parked
                                                 : sideOf(gone, m_window.document().identity());
                                         *parked = m_comparison.references()[*place];
                                         m_comparison.replace(*place, next);
                                     });
        m_editedRevision = m_window.document().revision();
        m_editedPath = side.path;
        m_window.say(tr("Now editing %1. Undo restores the other one.", "title").arg(side.title));
        m_window.pane()->view()->setFocus(Qt::OtherFocusReason);
    });
}

} // namespace bubblescope::ui
