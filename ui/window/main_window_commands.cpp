// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's commands: all of them in turn, and those for files, edits and help. Each other subject
// has a file of its own.
#include "ui/actions/shortcut_sheet.h"
#include "ui/actions/timeline_commands.h"
#include "ui/find/find_controller.h"
#include "ui/start/start_controller.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QMessageBox>

namespace bubblescope::ui {

void MainWindow::makeCommands()
{
    addFileCommands();
    addEditCommands();
    addViewCommands();
    addTimelineCommands(*m_commands, *m_pane->view());
    addOverviewGestures();
    addLaneCommands();
    addMeasureCommands();
    addNoteCommands();
    addSearchCommands();
    addOrderCommands();
    addMoveCommands();
    addCopyCommands();
    addPaletteCommands();
    addCompareCommands();
    addChartCommands();
    addTraceCommands();
    addSessionCommands();
    addCalibrateCommands();
    new FindController(*this);
    addSweepCommands();
    addDependencyCommands();
    m_start = new StartController(*this);
    addHelpCommands();
}

void MainWindow::addFileCommands()
{
    const auto add = [&](const char* id, const QString& text, const QList<QKeySequence>& shortcuts,
                         int section, std::function<void()> run, const QString& shortText = {}) {
        Command command{QLatin1String(id), tr("File"), text, shortcuts, CommandScope::Window, std::move(run)};
        command.shortText = shortText;
        command.menu = QStringLiteral("file");
        command.section = section;
        command.inContextMenu = command.id == QLatin1String("file.export");
        m_commands->add(command);
    };
    add("file.new", tr("&New schedule"), {QKeySequence(Qt::CTRL | Qt::Key_N)}, 0, [this] {
        if (maybeSave())
            startNew(ScheduleRequest{});
    });
    add(
        "file.open", tr("&Open…"), {QKeySequence(Qt::CTRL | Qt::Key_O)}, 0, [this] { askOpen(); },
        tr("Open"));
    add("file.save", tr("&Save"), {QKeySequence(Qt::CTRL | Qt::Key_S)}, 1, [this] { save(); });
    add("file.saveAs", tr("Save &as…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, 1,
        [this] { saveAs(); });
    add(
        "file.export", tr("&Export picture…"), {QKeySequence(Qt::CTRL | Qt::Key_E)}, 2,
        [this] { askExport(); }, tr("Export"));
    add("file.exportCsv", tr("Export &CSV…"), {}, 2, [this] { askExportCsv(); });
    add("file.exportTrace", tr("Export as C&hrome trace…"), {}, 2, [this] { askExportTrace(); });
    add("file.quit", tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, 9, [this] { close(); });
}

void MainWindow::addEditCommands()
{
    QUndoStack& stack = m_document.undoStack();
    const auto add = [this](const char* id, const QString& text, const QList<QKeySequence>& shortcuts,
                            int section, std::function<void()> run) {
        Command command{QLatin1String(id), tr("Edit"), text, shortcuts, CommandScope::Window, std::move(run)};
        command.menu = QStringLiteral("edit");
        command.section = section;
        command.inContextMenu = section == 2;
        return m_commands->add(command);
    };
    // A note that is being written comes first: what stands in its field would be lost without a word.
    const auto undoing = [this, &stack](void (QUndoStack::*step)()) {
        return [this, &stack, step] {
            m_pane->view()->notes().finishEditing(true);
            (stack.*step)();
        };
    };
    QAction* undo =
        add("edit.undo", tr("&Undo"), {QKeySequence(Qt::CTRL | Qt::Key_Z)}, 0, undoing(&QUndoStack::undo));
    QAction* redo = add("edit.redo", tr("&Redo"),
                        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
                        0, undoing(&QUndoStack::redo));
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
    add("edit.copyPicture", tr("&Copy picture"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, 2,
        [this] { copyPicture(); });
}

void MainWindow::addHelpCommands()
{
    Command sheet{QStringLiteral("help.shortcuts"),
                  tr("Help"),
                  tr("&Shortcuts"),
                  {QKeySequence(Qt::Key_Question)},
                  CommandScope::Timeline,
                  [this] {
                      auto* shown = new ShortcutSheet(*m_commands, this);
                      shown->setAttribute(Qt::WA_DeleteOnClose);
                      shown->open();
                  }};
    sheet.menu = QStringLiteral("help");
    sheet.searchWords = tr("keys keyboard mouse gestures");
    m_commands->add(sheet);
    Command about{QStringLiteral("help.about"), tr("Help"),
                  tr("&About Bubblescope"),     {},
                  CommandScope::Window,         [this] { showAbout(); }};
    about.menu = QStringLiteral("help");
    about.section = 9;
    m_commands->add(about);
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
