// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/window_commands.h"

#include "ui/actions/command_group.h"
#include "ui/actions/command_source.h"
#include "ui/actions/lane_source.h"
#include "ui/actions/quick_list.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/language/language.h"
#include "ui/services/window_services.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/selection_csv.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/message_bar.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMainWindow>
#include <QMessageBox>
#include <algorithm>

namespace bubblescope::ui {

EditCommands::EditCommands(WindowServices& window)
{
    QUndoStack* stack = &window.document().undoStack();
    CommandGroup group(window.commands(), tr("Edit"), "edit");
    // A note that is being written comes first: what stands in its field would be lost without a word.
    const auto undoing = [&window, stack](void (QUndoStack::*step)()) {
        return [&window, stack, step] {
            window.pane()->view()->notes().finishEditing(true);
            (stack->*step)();
        };
    };
    QAction* undo =
        group.add("edit.undo", tr("&Undo"), undoing(&QUndoStack::undo), {QKeySequence(Qt::CTRL | Qt::Key_Z)});
    QAction* redo =
        group.add("edit.redo", tr("&Redo"), undoing(&QUndoStack::redo),
                  {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& what) {
        undo->setText(what.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(what));
    });
    connect(stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& what) {
        redo->setText(what.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(what));
    });
    undo->setIconText(tr("Undo"));
    redo->setIconText(tr("Redo"));
}

CopyCommand::CopyCommand(WindowServices& window) : m_window(window)
{
    CommandGroup group(window.commands(), tr("Edit"), "edit", tr("clipboard table rows selection"));
    group.like.section = 1;
    group.like.inContextMenu = true;
    group.add("edit.copyCsv", tr("Copy as &CSV"), [this] { copy(); }, {QKeySequence(Qt::CTRL | Qt::Key_C)});
}

void CopyCommand::addPanel(const QWidget* panel, std::function<void()> copy)
{
    m_panels.emplace_back(panel, std::move(copy));
}

void CopyCommand::copy()
{
    const QWidget* focused = QApplication::focusWidget();
    const auto panel = std::find_if(m_panels.begin(), m_panels.end(), [focused](const auto& each) {
        return focused && (focused == each.first || each.first->isAncestorOf(focused));
    });
    if (panel != m_panels.end())
        panel->second();
    else
        copySelection();
}

void CopyCommand::copySelection()
{
    const QString csv = selectionCsv(*m_window.pane()->view());
    if (const QString refusal = selectionCsvRefusal(*m_window.pane()->view()); !refusal.isEmpty()) {
        m_window.say(refusal);
        return;
    }
    if (csv.isEmpty()) {
        m_window.say(tr("Nothing is selected: select an action, a gap or an area to copy."));
        return;
    }
    QApplication::clipboard()->setText(csv);
    // Behind the header; no field holds a line break.
    const auto rows = static_cast<std::size_t>(std::max<qsizetype>(1, csv.count(QLatin1Char('\n'))) - 1);
    m_window.say(rows == 1 ? tr("1 row copied as CSV.") : tr("%1 rows copied as CSV.").arg(countText(rows)));
}

PaletteCommands::PaletteCommands(WindowServices& window)
    : m_palette(new QuickList(
          std::make_unique<CommandSource>(window.commands(), Settings::recentCommands(),
                                          [](const QStringList& ids) { Settings::recentCommands.set(ids); }),
          &window.shell()))
    , m_laneFinder(new QuickList(std::make_unique<LaneSource>(*window.pane()->view()), &window.shell()))
{
    m_palette->setObjectName(QStringLiteral("command-palette"));
    m_laneFinder->setObjectName(QStringLiteral("lane-finder"));
    CommandGroup(window.commands(), tr("Help"), "help")
        .add("help.palette", tr("Command &palette…"), [this] { m_palette->open(); },
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    CommandGroup lanes(window.commands(), tr("Lanes"), "view.lanes", tr("rank stage go to jump"));
    lanes.like.section = 9;
    lanes.add("lanes.find", tr("&Find a lane…"), [this] { m_laneFinder->open(); },
              {QKeySequence(Qt::CTRL | Qt::Key_P)});
}

LanguageCommands::LanguageCommands(WindowServices& window) : m_window(window)
{
    auto* choices = new QActionGroup(this);
    CommandGroup group(window.commands(), tr("Language"), "view.language");
    const auto add = [&](const QByteArray& id, const QString& text, const QString& language,
                         const QString& words) {
        group.like.searchWords = tr("language") + QStringLiteral(" language ") + words;
        choices->addAction(group.addChoice(("view.language." + id).constData(), text,
                                           language == Settings::language(),
                                           [this, language] { choose(language); }));
    };
    add("system", tr("&System default"), {}, {});
    for (const Language& language : languages())
        add(language.locale, QString::fromUtf8(language.name), QLatin1String(language.locale),
            QLatin1String(language.words));
}

void LanguageCommands::choose(const QString& language)
{
    if (language == Settings::language())
        return;
    Settings::language.set(language);
    m_window.messages()->showMessage(MessageBar::Kind::Note, tr("The language changes at the next start."));
}

HelpCommands::HelpCommands(WindowServices& window) : m_window(window)
{
    CommandGroup sheet(window.commands(), tr("Help"), "help", tr("keys keyboard mouse gestures"),
                       CommandScope::Timeline);
    sheet.add("help.shortcuts", tr("&Shortcuts"),
              [&window] {
                  auto* shown = new ShortcutSheet(window.commands(), &window.shell());
                  shown->setAttribute(Qt::WA_DeleteOnClose);
                  shown->open();
              },
              {QKeySequence(Qt::Key_Question)});
    CommandGroup about(window.commands(), tr("Help"), "help");
    about.like.section = 9;
    about.add("help.about", tr("&About Bubblescope"), [this] { showAbout(); });
}

void HelpCommands::showAbout()
{
    QMessageBox::about(
        &m_window.shell(), tr("About Bubblescope"),
        tr("<h3>Bubblescope %1</h3><p>Visualize pipeline-parallel training schedules.</p><p>The window is "
           "free software under the GNU General Public License, version 3 or later; the core library and the "
           "command line are under the Apache License 2.0.</p><p>It uses no network: nothing that you open "
           "leaves this machine.</p><p>Qt %2</p>")
            .arg(QApplication::applicationVersion(), QLatin1String(qVersion())));
}

ListGestures::ListGestures(WindowServices& window)
{
    CommandGroup overview(window.commands(), tr("Overview"), "");
    overview.addGesture(tr("Pan"), tr("drag the frame, Shift+wheel; Left, Right"));
    overview.addGesture(tr("Pan by the shown range"), tr("PageUp, PageDown"));
    overview.addGesture(tr("Zoom by an edge"), tr("drag an edge of the frame"));
    overview.addGesture(tr("Zoom"), tr("wheel; +, -"));
    overview.addGesture(tr("Show a new range"), tr("drag outside the frame"));
    overview.addGesture(tr("Center the frame there"), tr("click outside it"));
    overview.addGesture(tr("To the start, to the end"), tr("Home, End"));
    overview.addGesture(tr("Fit all"), tr("double-click; 0"));
    CommandGroup legend(window.commands(), tr("Legend"), "");
    legend.addGesture(tr("Hide or show a kind"), tr("click; Space"));
    legend.addGesture(tr("Show a kind alone"), tr("Alt+click; Alt+Space"));
    legend.addGesture(tr("Next, previous kind"), tr("Right, Left"));
    CommandGroup lists(window.commands(), tr("Bubbles and problems"), "");
    lists.addGesture(tr("Go to the place of a row"), tr("click; Enter"));
    lists.addGesture(tr("Fit it"), tr("Ctrl+Enter; double-click on a bubble"));
    lists.addGesture(tr("Show the commands for a row"), tr("right-click; Menu"));
    lists.addGesture(tr("Sort; reverse the order"), tr("click on a header"));
}

} // namespace bubblescope::ui
