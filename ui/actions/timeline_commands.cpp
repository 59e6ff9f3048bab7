// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/timeline_commands.h"

#include "ui/actions/command_registry.h"
#include "ui/timeline/fill_names.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

/// Named shortly: it stands before every text.
struct T
{
    Q_DECLARE_TR_FUNCTIONS(TimelineCommands)
};

/// Sections of the View menu.
enum ViewSection { kMoveSection = 0, kPathSection = 2 };
/// Sections of the Selection menu.
enum SelectionSection {
    kLaneSection = 0,
    kDependencySection = 1,
    kBubbleSection = 2,
    kHistorySection = 3,
    kClearSection = 9
};

/// Where a command is to be found besides its keys.
struct Place
{
    QString menu = {};
    int section = 0;
    bool inContextMenu = false;
    bool wantsSelection = false;
};

/// One heading's commands: each calls a slot of the view or of a part of it.
template <typename Part>
struct Group
{
    CommandRegistry& commands;
    Part& part;
    QString name;

    QAction* add(const char* id, const QString& text, const QList<QKeySequence>& keys, void (Part::*slot)(),
                 const Place& place = {}) const
    {
        Command command{QLatin1String(id),
                        name,
                        text,
                        keys,
                        CommandScope::Timeline,
                        [on = &part, slot] { (on->*slot)(); }};
        command.menu = place.menu;
        command.section = place.section;
        command.inContextMenu = place.inContextMenu;
        command.wantsSelection = place.wantsSelection;
        return commands.add(command);
    }
};

Place inView(bool inContextMenu = false, bool wantsSelection = false)
{
    return {QStringLiteral("view"), kMoveSection, inContextMenu, wantsSelection};
}

Place inSelection(SelectionSection section)
{
    const bool isAboutIt = section == kDependencySection || section == kClearSection;
    return {QStringLiteral("selection"), section, isAboutIt, isAboutIt};
}

void addZoomCommands(CommandRegistry& commands, TimelineView& view)
{
    using N = TimelineNavigation;
    const Group zoom{commands, view.navigation(), T::tr("Zoom and pan")};
    zoom.add("timeline.zoomIn", T::tr("Zoom &in"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}, &N::zoomIn,
             inView());
    zoom.add("timeline.zoomOut", T::tr("Zoom &out"), {Qt::Key_S, Qt::Key_Minus}, &N::zoomOut, inView());
    zoom.add("timeline.panLeft", T::tr("Pan &left"), {Qt::Key_A}, &N::panLeft);
    zoom.add("timeline.panRight", T::tr("Pan &right"), {Qt::Key_D}, &N::panRight);
    zoom.add("timeline.fitAll", T::tr("&Fit all, then all ranks"), {Qt::Key_0, Qt::Key_Home}, &N::fitAllRanks,
             inView(true))
        ->setIconText(T::tr("Fit"));
    Group{commands, view, zoom.name}.add("timeline.fitSelection", T::tr("Focus &selection, then fit it"),
                                         {Qt::Key_F}, &TimelineView::fitSelection, inView(true, true));
    zoom.add("timeline.pageUp", T::tr("Lanes &up"), {Qt::Key_PageUp}, &N::pageUp);
    zoom.add("timeline.pageDown", T::tr("Lanes &down"), {Qt::Key_PageDown}, &N::pageDown);
    QAction* back =
        zoom.add("timeline.back", T::tr("View &back"),
                 {QKeySequence(Qt::ALT | Qt::Key_Left), Qt::Key_Backspace}, &N::back, inView(true));
    QAction* forward = zoom.add("timeline.forward", T::tr("View for&ward"),
                                {QKeySequence(Qt::ALT | Qt::Key_Right)}, &N::forward, inView());
    const auto follow = [on = &view.navigation(), back, forward] {
        back->setEnabled(on->canGoBack());
        forward->setEnabled(on->canGoForward());
    };
    QObject::connect(&view.navigation(), &N::historyChanged, &commands, follow);
    follow();
}

void addGestures(CommandRegistry& commands)
{
    const QString zoom = T::tr("Zoom and pan");
    const QString selection = T::tr("Selection");
    const QString kinds = T::tr("Kinds");
    commands.addGesture({zoom, T::tr("Zoom at the pointer"), T::tr("Ctrl+wheel, pinch")});
    commands.addGesture({zoom, T::tr("Pan"), T::tr("Shift+wheel, middle drag, Space+drag")});
    commands.addGesture({zoom, T::tr("Scroll lanes"), T::tr("Wheel")});
    commands.addGesture({zoom, T::tr("Zoom to a range"), T::tr("Drag on the ruler")});
    commands.addGesture({zoom, T::tr("Fit an action or a gap"), T::tr("Double-click")});
    commands.addGesture({zoom, T::tr("View back, forward"), T::tr("The mouse's own buttons")});
    commands.addGesture({selection, T::tr("Choose an action or a gap"), T::tr("Click")});
    commands.addGesture({selection, T::tr("What can be done there: context menu"), T::tr("Right click")});
    commands.addGesture({kinds, T::tr("Hide or show a kind"), T::tr("Click in the legend")});
    commands.addGesture({kinds, T::tr("Show a kind alone"), T::tr("Alt+click in the legend")});
}

void addSelectionCommands(CommandRegistry& commands, TimelineView& view)
{
    using S = TimelineSelection;
    const Group selection{commands, view.chosen(), T::tr("Selection")};
    const Group ofView{commands, view, selection.name};
    selection.add("timeline.next", T::tr("&Next on the lane"), {Qt::Key_Period, Qt::Key_Right}, &S::toNext,
                  inSelection(kLaneSection));
    selection.add("timeline.previous", T::tr("&Previous on the lane"), {Qt::Key_Comma, Qt::Key_Left},
                  &S::toPrevious, inSelection(kLaneSection));
    selection.add("timeline.above", T::tr("Lane &above"), {Qt::Key_Up}, &S::toLaneAbove,
                  inSelection(kLaneSection));
    selection.add("timeline.below", T::tr("Lane &below"), {Qt::Key_Down}, &S::toLaneBelow,
                  inSelection(kLaneSection));
    QAction* waitedFor =
        selection.add("timeline.dependencyBack", T::tr("What it &waited for"), {Qt::Key_BracketLeft},
                      &S::toWaitedFor, inSelection(kDependencySection));
    QAction* needs = selection.add("timeline.dependencyOn", T::tr("What ne&eds it"), {Qt::Key_BracketRight},
                                   &S::toNeedingIt, inSelection(kDependencySection));
    QAction* back = selection.add("timeline.selectionBack", T::tr("Selection bac&k"),
                                  {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left)}, &S::back,
                                  inSelection(kHistorySection));
    QAction* forward = selection.add("timeline.selectionForward", T::tr("Selection &forward"),
                                     {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right)}, &S::forward,
                                     inSelection(kHistorySection));
    ofView.add("timeline.clear", T::tr("&Clear"), {Qt::Key_Escape}, &TimelineView::clearSelection,
               inSelection(kClearSection));
    ofView.add("timeline.contextMenu", T::tr("Conte&xt menu"),
               {Qt::Key_Menu, QKeySequence(Qt::SHIFT | Qt::Key_F10)}, &TimelineView::askContextMenu);
    const auto follow = [on = &view.chosen(), waitedFor, needs, back, forward] {
        waitedFor->setEnabled(!on->links().producers.empty());
        needs->setEnabled(!on->links().consumers.empty());
        back->setEnabled(on->canGoBack());
        forward->setEnabled(on->canGoForward());
    };
    QObject::connect(&view.chosen(), &S::historyChanged, &commands, follow);
    QObject::connect(&view, &TimelineView::evaluationChanged, &commands, follow);
    QObject::connect(&view.chosen(), &S::actionChanged, &commands, follow);
    follow();
}

void addExplanationCommands(CommandRegistry& commands, TimelineView& view)
{
    const Group selection{commands, view.chosen(), T::tr("Selection")};
    selection.add("timeline.nextBubble", T::tr("Next &bubble"), {Qt::Key_B}, &TimelineSelection::toNextBubble,
                  inSelection(kBubbleSection));
    selection.add("timeline.previousBubble", T::tr("Previous b&ubble"), {QKeySequence(Qt::SHIFT | Qt::Key_B)},
                  &TimelineSelection::toPreviousBubble, inSelection(kBubbleSection));
    Command path{QStringLiteral("timeline.criticalPath"),
                 T::tr("View"),
                 T::tr("&Critical path"),
                 {Qt::Key_C},
                 CommandScope::Timeline};
    path.checkable = true;
    path.menu = QStringLiteral("view");
    path.section = kPathSection;
    path.inContextMenu = true;
    QObject::connect(commands.add(path), &QAction::toggled, &view.criticalPath(),
                     &CriticalPathLayer::setShown);
}

void addKindCommands(CommandRegistry& commands, TimelineView& view)
{
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const auto fill = static_cast<FillClass>(i);
        Command command{QStringLiteral("timeline.kind%1").arg(i + 1),
                        T::tr("Kinds"),
                        T::tr("%1 on and off", "kind").arg(fillName(fill, T::tr("Communication and FSDP"))),
                        {QKeySequence(Qt::Key_1 + static_cast<int>(i))},
                        CommandScope::Timeline,
                        [on = &view, fill] { on->toggleFill(fill); }};
        command.menu = QStringLiteral("view.kinds");
        command.searchWords = T::tr("hide show filter legend");
        commands.add(command);
    }
}

} // namespace

void addTimelineCommands(CommandRegistry& commands, TimelineView& view)
{
    addZoomCommands(commands, view);
    addGestures(commands);
    addSelectionCommands(commands, view);
    addExplanationCommands(commands, view);
    addKindCommands(commands, view);
}

} // namespace bubblescope::ui
