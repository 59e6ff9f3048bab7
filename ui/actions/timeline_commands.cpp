// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/timeline_commands.h"

#include "ui/actions/command_group.h"
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

/// Commands of one heading, each of which calls a slot of the view or of a part of it.
struct Group : CommandGroup
{
    Group(CommandRegistry& commands, const QString& name)
        : CommandGroup(commands, name, "", {}, CommandScope::Timeline)
    {}

    template <typename Part>
    QAction* add(const char* id, const QString& text, const QList<QKeySequence>& keys, Part& part,
                 void (Part::*slot)())
    {
        return CommandGroup::add(
            id, text, [on = &part, slot] { (on->*slot)(); }, keys);
    }
    /// Where those are found that are added from now on, besides their keys.
    void place(const char* menu, int section = 0, bool inContextMenu = false, bool wantsSelection = false)
    {
        like.menu = QLatin1String(menu);
        like.section = section;
        like.inContextMenu = inContextMenu;
        like.wantsSelection = wantsSelection;
    }
};

void addZoomCommands(CommandRegistry& commands, TimelineView& view)
{
    using N = TimelineNavigation;
    N& on = view.navigation();
    Group zoom(commands, T::tr("Zoom and pan"));
    zoom.place("view", kMoveSection);
    zoom.add("timeline.zoomIn", T::tr("Zoom &in"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}, on, &N::zoomIn);
    zoom.add("timeline.zoomOut", T::tr("Zoom &out"), {Qt::Key_S, Qt::Key_Minus}, on, &N::zoomOut);
    zoom.place("");
    zoom.add("timeline.panLeft", T::tr("Pan &left"), {Qt::Key_A}, on, &N::panLeft);
    zoom.add("timeline.panRight", T::tr("Pan &right"), {Qt::Key_D}, on, &N::panRight);
    zoom.place("view", kMoveSection, true);
    zoom.add("timeline.fitAll", T::tr("&Fit all, then all ranks"), {Qt::Key_0, Qt::Key_Home}, on,
             &N::fitAllRanks)
        ->setIconText(T::tr("Fit"));
    zoom.place("view", kMoveSection, true, true);
    zoom.add("timeline.fitSelection", T::tr("Zoom to &selection, then fit it"), {Qt::Key_F}, view,
             &TimelineView::fitSelection);
    zoom.place("");
    zoom.add("timeline.pageUp", T::tr("Lanes &up"), {Qt::Key_PageUp}, on, &N::pageUp);
    zoom.add("timeline.pageDown", T::tr("Lanes &down"), {Qt::Key_PageDown}, on, &N::pageDown);
    zoom.place("view", kMoveSection, true);
    QAction* back = zoom.add("timeline.back", T::tr("View &back"),
                             {QKeySequence(Qt::ALT | Qt::Key_Left), Qt::Key_Backspace}, on, &N::back);
    zoom.place("view", kMoveSection);
    QAction* forward = zoom.add("timeline.forward", T::tr("View for&ward"),
                                {QKeySequence(Qt::ALT | Qt::Key_Right)}, on, &N::forward);
    const auto follow = [&on, back, forward] {
        back->setEnabled(on.canGoBack());
        forward->setEnabled(on.canGoForward());
    };
    QObject::connect(&on, &N::historyChanged, &commands, follow);
    follow();
    zoom.addGesture(T::tr("Zoom at the pointer"), T::tr("Ctrl+wheel, pinch"));
    zoom.addGesture(T::tr("Pan"), T::tr("Shift+wheel, middle drag, Space+drag"));
    zoom.addGesture(T::tr("Scroll lanes"), T::tr("Wheel"));
    zoom.addGesture(T::tr("Higher or lower lanes; 0 is back"), T::tr("Ctrl+Shift+wheel"));
    zoom.addGesture(T::tr("Zoom to a range"), T::tr("Drag on the ruler"));
    zoom.addGesture(T::tr("Fit an action or a gap"), T::tr("Double-click"));
    zoom.addGesture(T::tr("View back, forward"), T::tr("The mouse's own buttons"));
}

void addSelectionCommands(CommandRegistry& commands, TimelineView& view)
{
    using S = TimelineSelection;
    S& on = view.chosen();
    Group selection(commands, T::tr("Selection"));
    selection.place("selection", kLaneSection);
    selection.add("timeline.next", T::tr("&Next on the lane"), {Qt::Key_Period, Qt::Key_Right}, on,
                  &S::toNext);
    selection.add("timeline.previous", T::tr("&Previous on the lane"), {Qt::Key_Comma, Qt::Key_Left}, on,
                  &S::toPrevious);
    selection.add("timeline.above", T::tr("Lane &above"), {Qt::Key_Up}, on, &S::toLaneAbove);
    selection.add("timeline.below", T::tr("Lane &below"), {Qt::Key_Down}, on, &S::toLaneBelow);
    selection.place("selection", kDependencySection, true, true);
    QAction* waitedFor = selection.add("timeline.dependencyBack", T::tr("What it &waited for"),
                                       {Qt::Key_BracketLeft}, on, &S::toWaitedFor);
    QAction* needs = selection.add("timeline.dependencyOn", T::tr("What ne&eds it"), {Qt::Key_BracketRight},
                                   on, &S::toNeedingIt);
    selection.place("selection", kHistorySection);
    QAction* back = selection.add("timeline.selectionBack", T::tr("Selection bac&k"),
                                  {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left)}, on, &S::back);
    QAction* forward = selection.add("timeline.selectionForward", T::tr("Selection &forward"),
                                     {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right)}, on, &S::forward);
    selection.place("selection", kClearSection, true, true);
    selection.add("timeline.clear", T::tr("&Clear"), {Qt::Key_Escape}, view, &TimelineView::clearSelection);
    selection.place("");
    selection.add("timeline.contextMenu", T::tr("Conte&xt menu"),
                  {Qt::Key_Menu, QKeySequence(Qt::SHIFT | Qt::Key_F10)}, view, &TimelineView::askContextMenu);
    const auto follow = [&on, waitedFor, needs, back, forward] {
        waitedFor->setEnabled(!on.links().producers.empty());
        needs->setEnabled(!on.links().consumers.empty());
        back->setEnabled(on.canGoBack());
        forward->setEnabled(on.canGoForward());
    };
    QObject::connect(&on, &S::historyChanged, &commands, follow);
    QObject::connect(&view, &TimelineView::evaluationChanged, &commands, follow);
    QObject::connect(&on, &S::actionChanged, &commands, follow);
    follow();
    selection.addGesture(T::tr("Select an action or a gap"), T::tr("Click"));
    selection.addGesture(T::tr("Show the context menu"), T::tr("Right click"));
    selection.place("selection", kBubbleSection);
    selection.add("timeline.nextBubble", T::tr("Next &bubble"), {Qt::Key_B}, on, &S::toNextBubble);
    selection.add("timeline.previousBubble", T::tr("Previous b&ubble"), {QKeySequence(Qt::SHIFT | Qt::Key_B)},
                  on, &S::toPreviousBubble);
}

void addPathCommand(CommandRegistry& commands, TimelineView& view)
{
    Group group(commands, T::tr("View"));
    group.place("view", kPathSection, true);
    QObject::connect(
        group.addChoice("timeline.criticalPath", T::tr("&Critical path"), false, {}, {Qt::Key_C}),
        &QAction::toggled, &view.criticalPath(), &CriticalPathLayer::setShown);
}

void addKindCommands(CommandRegistry& commands, TimelineView& view)
{
    Group kinds(commands, T::tr("Kinds"));
    kinds.addGesture(T::tr("Hide or show a kind"), T::tr("Click in the legend"));
    kinds.addGesture(T::tr("Show a kind alone"), T::tr("Alt+click in the legend"));
    kinds.place("view.kinds");
    kinds.like.searchWords = T::tr("hide show filter legend");
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const auto fill = static_cast<FillClass>(i);
        // There are nine digits: 0 fits all.
        constexpr std::size_t kDigits = 9;
        const QList<QKeySequence> keys =
            i < kDigits ? QList<QKeySequence>{QKeySequence(Qt::Key_1 + static_cast<int>(i))}
                        : QList<QKeySequence>{};
        kinds.CommandGroup::add(
            qPrintable(QStringLiteral("timeline.kind%1").arg(i + 1)),
            T::tr("Turn %1 on or off", "kind").arg(fillName(fill, T::tr("Communication and FSDP"))),
            [on = &view, fill] { on->toggleFill(fill); }, keys);
    }
}

} // namespace

void addTimelineCommands(CommandRegistry& commands, TimelineView& view)
{
    addZoomCommands(commands, view);
    addSelectionCommands(commands, view);
    addPathCommand(commands, view);
    addKindCommands(commands, view);
}

} // namespace bubblescope::ui
