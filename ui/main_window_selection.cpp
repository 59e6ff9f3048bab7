// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's commands for what is selected, and for what explains it.
#include "ui/main_window.h"
#include "ui/timeline/timeline_pane.h"

namespace bubblescope::ui {

namespace {

/// Sections of the Selection menu.
enum SelectionSection {
    kLaneSection = 0,
    kDependencySection = 1,
    kBubbleSection = 2,
    kHistorySection = 3,
    kClearSection = 9
};

} // namespace

QAction* MainWindow::addSelectionCommand(const char* id, const QString& text, QList<QKeySequence> shortcuts,
                                         int section, std::function<void()> run)
{
    Command command{QLatin1String(id),    tr("Selection"),        text,
                    std::move(shortcuts), CommandScope::Timeline, std::move(run)};
    command.menu = QStringLiteral("selection");
    command.section = section;
    command.inContextMenu = section == kDependencySection || section == kClearSection;
    command.wantsSelection = command.inContextMenu;
    return m_commands->add(command);
}

void MainWindow::addSelectionCommands()
{
    TimelineView* view = m_pane->view();
    const auto add = [this](auto... values) { return addSelectionCommand(values...); };
    using Keys = QList<QKeySequence>;
    using Run = std::function<void()>;
    add("timeline.next", tr("&Next on the lane"), Keys{Qt::Key_Period, Qt::Key_Right}, kLaneSection,
        Run([view] { view->selectNext(); }));
    add("timeline.previous", tr("&Previous on the lane"), Keys{Qt::Key_Comma, Qt::Key_Left}, kLaneSection,
        Run([view] { view->selectPrevious(); }));
    add("timeline.above", tr("Lane &above"), Keys{Qt::Key_Up}, kLaneSection,
        Run([view] { view->selectLaneAbove(); }));
    add("timeline.below", tr("Lane &below"), Keys{Qt::Key_Down}, kLaneSection,
        Run([view] { view->selectLaneBelow(); }));
    QAction* waitedFor = add("timeline.dependencyBack", tr("What it &waited for"), Keys{Qt::Key_BracketLeft},
                             kDependencySection, Run([this] { followDependency(true); }));
    QAction* needs = add("timeline.dependencyOn", tr("What ne&eds it"), Keys{Qt::Key_BracketRight},
                         kDependencySection, Run([this] { followDependency(false); }));
    QAction* back = add("timeline.selectionBack", tr("Selection bac&k"),
                        Keys{QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left)}, kHistorySection,
                        Run([view] { view->selectionBack(); }));
    QAction* forward = add("timeline.selectionForward", tr("Selection &forward"),
                           Keys{QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right)}, kHistorySection,
                           Run([view] { view->selectionForward(); }));
    add("timeline.clear", tr("&Clear"), Keys{Qt::Key_Escape}, kClearSection,
        Run([view] { view->clearSelection(); }));
    addTimelineCommand("timeline.contextMenu", tr("Selection"), tr("Conte&xt menu"),
                       {Qt::Key_Menu, QKeySequence(Qt::SHIFT | Qt::Key_F10)},
                       [view] { view->askContextMenu(); });
    const auto follow = [view, waitedFor, needs, back, forward] {
        waitedFor->setEnabled(!view->links().producers.empty());
        needs->setEnabled(!view->links().consumers.empty());
        back->setEnabled(view->canSelectBack());
        forward->setEnabled(view->canSelectForward());
    };
    for (const auto signal : {&TimelineView::historyChanged, &TimelineView::evaluationChanged})
        connect(view, signal, this, follow);
    connect(view, &TimelineView::selectionChanged, this, follow);
    follow();
}

void MainWindow::addExplanationCommands()
{
    TimelineView* view = m_pane->view();
    addSelectionCommand("timeline.nextBubble", tr("Next &bubble"), {Qt::Key_B}, kBubbleSection,
                        [view] { view->nextBubble(); });
    addSelectionCommand("timeline.previousBubble", tr("Previous b&ubble"),
                        {QKeySequence(Qt::SHIFT | Qt::Key_B)}, kBubbleSection,
                        [view] { view->previousBubble(); });
    Command path{QStringLiteral("timeline.criticalPath"),
                 tr("View"),
                 tr("&Critical path"),
                 {Qt::Key_C},
                 CommandScope::Timeline};
    path.checkable = true;
    path.menu = QStringLiteral("view");
    path.section = 2;
    path.inContextMenu = true;
    connect(m_commands->add(path), &QAction::toggled, view, &TimelineView::setCriticalPathShown);
}

} // namespace bubblescope::ui
