// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the main window, and the menus and toolbar that are made from them.
#include "core/generate/generate.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/main_window.h"
#include "ui/timeline/timeline_pane.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QToolBar>

namespace bubblescope::ui {

namespace {

/// Schedules worth a look, as the command line would name them.
constexpr const char* kExamples[] = {
    "1f1b:ranks=4,microbatches=8",
    "gpipe:ranks=4,microbatches=8",
    "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
    "interleaved-1f1b:ranks=8,microbatches=32,stages-per-rank=4",
    "zb1p:ranks=4,microbatches=8",
    "zbv:ranks=4,microbatches=12",
    "dualpipev:ranks=4,microbatches=16",
    "1f1b:ranks=64,microbatches=1024",
};

QList<QKeySequence> keys(std::initializer_list<QKeySequence> sequences)
{
    return sequences;
}

} // namespace

void MainWindow::makeCommands()
{
    addFileCommands();
    addEditCommands();
    addViewCommands();
    addZoomCommands();
    addSelectionCommands();
    addExplanationCommands();
    addKindCommands();
    addLaneCommands();
    addMeasureCommands();
    addNoteCommands();
    addSearchCommands();
    addOrderCommands();
    addCopyCommands();
    addPaletteCommands();
    addDependencyCommands();
    addHelpCommands();
}

void MainWindow::addFileCommands()
{
    const QString group = tr("File");
    const auto add = [&](const char* id, const QString& text, const QList<QKeySequence>& shortcuts,
                         std::function<void()> run, const QString& shortText = {}) {
        Command command{QLatin1String(id), group, text, shortcuts, CommandScope::Window, std::move(run)};
        command.shortText = shortText;
        m_commands->add(command);
    };
    add("file.new", tr("&New schedule"), keys({QKeySequence::New}), [this] {
        if (maybeSave())
            startNew(ScheduleRequest{});
    });
    add(
        "file.open", tr("&Open…"), keys({QKeySequence::Open}), [this] { askOpen(); }, tr("Open"));
    add("file.save", tr("&Save"), keys({QKeySequence::Save}), [this] { save(); });
    add("file.saveAs", tr("Save &as…"), keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}),
        [this] { saveAs(); });
    add(
        "file.export", tr("&Export picture…"), keys({QKeySequence(Qt::CTRL | Qt::Key_E)}),
        [this] { askExport(); }, tr("Export"));
    add("file.exportCsv", tr("Export &CSV…"), {}, [this] { askExportCsv(); });
    add("file.quit", tr("&Quit"), keys({QKeySequence(Qt::CTRL | Qt::Key_Q)}), [this] { close(); });
}

void MainWindow::addEditCommands()
{
    const QString group = tr("Edit");
    QUndoStack& stack = m_document.undoStack();
    QAction* undo = m_commands->add({QStringLiteral("edit.undo"), group, tr("&Undo"),
                                     keys({QKeySequence(Qt::CTRL | Qt::Key_Z)}), CommandScope::Window,
                                     [&stack] { stack.undo(); }});
    QAction* redo = m_commands->add(
        {QStringLiteral("edit.redo"), group, tr("&Redo"),
         keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}),
         CommandScope::Window, [&stack] { stack.redo(); }});
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(&stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& what) {
        undo->setText(what.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(what));
    });
    connect(&stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& what) {
        redo->setText(what.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(what));
    });
    undo->setIconText(tr("Undo"));
    redo->setIconText(tr("Redo"));
    m_commands->add({QStringLiteral("edit.copyPicture"), group, tr("&Copy picture"),
                     keys({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}), CommandScope::Window,
                     [this] { copyPicture(); }});
}

void MainWindow::addViewCommands()
{
    const QString group = tr("View");
    auto* themes = new QActionGroup(this);
    const std::tuple<const char*, QString, ThemeChoice> choices[] = {
        {"view.theme.system", tr("As the &desktop"), ThemeChoice::System},
        {"view.theme.light", tr("&Light"), ThemeChoice::Light},
        {"view.theme.dark", tr("D&ark"), ThemeChoice::Dark},
        {"view.theme.colorBlind", tr("&Colour-blind safe"), ThemeChoice::ColorBlind},
    };
    for (const auto& [id, text, choice] : choices) {
        Command command{QLatin1String(id),
                        group,
                        text,
                        {},
                        CommandScope::Window,
                        [this, choice = choice] { chooseTheme(choice); }};
        command.checkable = true;
        command.checked = choice == m_themeChoice;
        themes->addAction(m_commands->add(command));
    }
    Command memory{QStringLiteral("view.memory"), group, tr("&Memory under the lanes"), {},
                   CommandScope::Window,          {}};
    memory.checkable = true;
    TimelineView* view = m_pane->view();
    view->setMemoryLanes(Settings::memoryLanes());
    memory.checked = view->showsMemory();
    QAction* memoryAction = m_commands->add(memory);
    connect(memoryAction, &QAction::triggered, view, [view](bool on) {
        Settings::setMemoryLanes(on);
        view->setMemoryLanes(on);
    });
    connect(view, &TimelineView::memoryShownChanged, memoryAction, &QAction::setChecked);
    Command motion{
        QStringLiteral("view.reducedMotion"), group, tr("&Reduced motion"), {}, CommandScope::Window, {}};
    motion.checkable = true;
    motion.checked = Settings::reducedMotion();
    connect(m_commands->add(motion), &QAction::toggled, this, [this](bool on) {
        Settings::setReducedMotion(on);
        applyMotion();
    });
    m_commands->add({QStringLiteral("view.nextPane"), group, tr("Next &pane"),
                     keys({QKeySequence(Qt::Key_F6)}), CommandScope::Window,
                     [this] { focusNextPane(true); }});
    m_commands->add({QStringLiteral("view.previousPane"), group, tr("Previous p&ane"),
                     keys({QKeySequence(Qt::SHIFT | Qt::Key_F6)}), CommandScope::Window,
                     [this] { focusNextPane(false); }});
}

QAction* MainWindow::addTimelineCommand(const char* id, const QString& group, const QString& text,
                                        std::initializer_list<QKeySequence> shortcuts,
                                        std::function<void()> run)
{
    return m_commands->add(
        {QLatin1String(id), group, text, keys(shortcuts), CommandScope::Timeline, std::move(run)});
}

void MainWindow::addZoomCommands()
{
    TimelineView* view = m_pane->view();
    const QString zoom = tr("Zoom and pan");
    addTimelineCommand("timeline.zoomIn", zoom, tr("Zoom &in"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal},
                       [view] { view->zoomIn(); });
    addTimelineCommand("timeline.zoomOut", zoom, tr("Zoom &out"), {Qt::Key_S, Qt::Key_Minus},
                       [view] { view->zoomOut(); });
    addTimelineCommand("timeline.panLeft", zoom, tr("Pan &left"), {Qt::Key_A}, [view] { view->panLeft(); });
    addTimelineCommand("timeline.panRight", zoom, tr("Pan &right"), {Qt::Key_D},
                       [view] { view->panRight(); });
    addTimelineCommand("timeline.fitAll", zoom, tr("&Fit all"), {Qt::Key_0, Qt::Key_Home}, [view] {
        view->fitAll();
    })->setIconText(tr("Fit"));
    addTimelineCommand("timeline.fitSelection", zoom, tr("Focus &selection, then fit it"), {Qt::Key_F},
                       [view] { view->fitSelection(); });
    addTimelineCommand("timeline.pageUp", zoom, tr("Lanes &up"), {Qt::Key_PageUp},
                       [view] { view->scrollPageUp(); });
    addTimelineCommand("timeline.pageDown", zoom, tr("Lanes &down"), {Qt::Key_PageDown},
                       [view] { view->scrollPageDown(); });
    addTimelineCommand("timeline.back", zoom, tr("View &back"),
                       {QKeySequence(Qt::ALT | Qt::Key_Left), Qt::Key_Backspace},
                       [view] { view->viewBack(); });
    addTimelineCommand("timeline.forward", zoom, tr("View for&ward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
                       [view] { view->viewForward(); });
}

void MainWindow::addSelectionCommands()
{
    TimelineView* view = m_pane->view();
    const QString selection = tr("Selection");
    addTimelineCommand("timeline.next", selection, tr("&Next on the lane"), {Qt::Key_Period, Qt::Key_Right},
                       [view] { view->selectNext(); });
    addTimelineCommand("timeline.previous", selection, tr("&Previous on the lane"),
                       {Qt::Key_Comma, Qt::Key_Left}, [view] { view->selectPrevious(); });
    addTimelineCommand("timeline.above", selection, tr("Lane &above"), {Qt::Key_Up},
                       [view] { view->selectLaneAbove(); });
    addTimelineCommand("timeline.below", selection, tr("Lane &below"), {Qt::Key_Down},
                       [view] { view->selectLaneBelow(); });
    addTimelineCommand("timeline.dependencyBack", selection, tr("What it &waited for"), {Qt::Key_BracketLeft},
                       [this] { followDependency(true); });
    addTimelineCommand("timeline.dependencyOn", selection, tr("What ne&eds it"), {Qt::Key_BracketRight},
                       [this] { followDependency(false); });
    addTimelineCommand("timeline.clear", selection, tr("&Clear"), {Qt::Key_Escape},
                       [view] { view->clearSelection(); });
}

void MainWindow::addExplanationCommands()
{
    TimelineView* view = m_pane->view();
    const QString selection = tr("Selection");
    addTimelineCommand("timeline.nextBubble", selection, tr("Next &bubble"), {Qt::Key_B},
                       [view] { view->nextBubble(); });
    addTimelineCommand("timeline.previousBubble", selection, tr("Previous b&ubble"),
                       {QKeySequence(Qt::SHIFT | Qt::Key_B)}, [view] { view->previousBubble(); });
    Command path{QStringLiteral("timeline.criticalPath"), tr("View"), tr("&Critical path"),
                 keys({QKeySequence(Qt::Key_C)}), CommandScope::Timeline};
    path.checkable = true;
    connect(m_commands->add(path), &QAction::toggled, view, &TimelineView::setCriticalPathShown);
}

void MainWindow::addKindCommands()
{
    TimelineView* view = m_pane->view();
    const QString kinds = tr("Kinds");
    const QString names[kFillClassCount] = {tr("Forward"),         tr("Backward input"),
                                            tr("Backward weight"), tr("Backward"),
                                            tr("Overlap"),         tr("Communication and FSDP")};
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const auto fill = static_cast<FillClass>(i);
        addTimelineCommand(qPrintable(QStringLiteral("timeline.kind%1").arg(i + 1)), kinds,
                           tr("%1 on and off", "kind").arg(names[i]),
                           {QKeySequence(Qt::Key_1 + static_cast<int>(i))},
                           [view, fill] { view->toggleFill(fill); });
    }
}

void MainWindow::addHelpCommands()
{
    m_commands->add({QStringLiteral("help.shortcuts"), tr("Help"), tr("&Shortcuts"),
                     keys({QKeySequence(Qt::Key_Question)}), CommandScope::Timeline, [this] {
                         auto* sheet = new ShortcutSheet(*m_commands, this);
                         sheet->setAttribute(Qt::WA_DeleteOnClose);
                         sheet->show();
                     }});
    m_commands->add({QStringLiteral("help.about"),
                     tr("Help"),
                     tr("&About Bubblescope"),
                     {},
                     CommandScope::Window,
                     [this] { showAbout(); }});
}

void MainWindow::makeMenus()
{
    const auto fill = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        for (const char* id : ids)
            if (*id == '\0')
                menu->addSeparator();
            else
                menu->addAction(m_commands->action(QLatin1String(id)));
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    fill(file, {"file.new", "file.open"});
    QMenu* recent = file->addMenu(tr("Open &recent"));
    recent->setObjectName(QStringLiteral("recent-menu"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    QMenu* examples = file->addMenu(tr("E&xamples"));
    for (const char* text : kExamples)
        if (const Result<ScheduleRequest> request = requestFromText(text))
            connect(examples->addAction(requestName(*request)), &QAction::triggered, this,
                    [this, request = *request] {
                        if (maybeSave())
                            startNew(request);
                    });
    fill(file, {"", "file.save", "file.saveAs", "", "file.export", "file.exportCsv", "", "file.quit"});
    fill(menuBar()->addMenu(tr("&Edit")), {"edit.undo", "edit.redo", "", "edit.copyPicture"});
    QMenu* view = menuBar()->addMenu(tr("&View"));
    fill(view, {"timeline.zoomIn", "timeline.zoomOut", "timeline.fitAll", "timeline.fitSelection",
                "timeline.back", "timeline.forward", ""});
    fill(view->addMenu(tr("&Theme")),
         {"view.theme.system", "view.theme.light", "view.theme.dark", "view.theme.colorBlind"});
    fill(view, {"view.memory", "view.reducedMotion", "", "timeline.criticalPath", ""});
    for (QDockWidget* dock : {m_scheduleDock, m_inspectorDock, m_bubblesDock, m_problemsDock})
        view->addAction(dock->toggleViewAction());
    fill(view, {"", "view.nextPane", "view.previousPane"});
    QMenu* kinds = view->addMenu(tr("&Kinds"));
    for (std::size_t i = 1; i <= kFillClassCount; ++i)
        kinds->addAction(m_commands->action(QStringLiteral("timeline.kind%1").arg(i)));
    fill(menuBar()->addMenu(tr("&Selection")),
         {"timeline.next", "timeline.previous", "timeline.above", "timeline.below", "",
          "timeline.dependencyBack", "timeline.dependencyOn", "", "timeline.nextBubble",
          "timeline.previousBubble", "", "timeline.clear"});
    fill(menuBar()->addMenu(tr("&Help")), {"help.shortcuts", "", "help.about"});
}

void MainWindow::makeToolBar()
{
    auto* bar = addToolBar(tr("Toolbar"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    for (const char* id :
         {"file.open", "file.save", "file.export", "", "edit.undo", "edit.redo", "", "timeline.fitAll",
          "timeline.zoomIn", "timeline.zoomOut", "", "timeline.criticalPath"})
        if (*id == '\0')
            bar->addSeparator();
        else
            bar->addAction(m_commands->action(QLatin1String(id)));
    bar->toggleViewAction()->setVisible(false);
}

void MainWindow::showContextMenu(const QPoint& position)
{
    QMenu menu(this);
    const bool selected = m_pane->view()->selection().has_value();
    if (selected) {
        for (const char* id :
             {"timeline.fitSelection", "timeline.dependencyBack", "timeline.dependencyOn", "timeline.clear"})
            menu.addAction(m_commands->action(QLatin1String(id)));
        menu.addSeparator();
    }
    for (const char* id :
         {"timeline.fitAll", "timeline.back", "timeline.criticalPath", "edit.copyPicture", "file.export"})
        menu.addAction(m_commands->action(QLatin1String(id)));
    menu.exec(position);
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Bubblescope"),
                       tr("<h3>Bubblescope %1</h3>"
                          "<p>Pipeline-parallel training schedules made visible.</p>"
                          "<p>The window is free software under the GNU General Public License, version 3 or "
                          "later; the core library and the command line under the Apache License 2.0.</p>"
                          "<p>It uses no network: nothing that you open leaves this machine.</p>"
                          "<p>Qt %2</p>")
                           .arg(QApplication::applicationVersion(), QLatin1String(qVersion())));
}

} // namespace bubblescope::ui
