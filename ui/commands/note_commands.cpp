// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_group.h"
#include "ui/commands/timeline_tools.h"
#include "ui/document/document.h"
#include "ui/services/window_services.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/figures.h"

#include <QMainWindow>
#include <QMenu>

namespace bubblescope::ui {

namespace {

/// What acts on the focused note; off without one, so that nobody else is kept from their keys.
constexpr const char* kFocusedCommands[] = {"note.edit",   "note.copyText", "note.remove",  "note.moveBack",
                                            "note.moveOn", "note.shorten",  "note.lengthen"};

/// An entry for each of some notes, which chooses it.
void addNoteList(QMenu& menu, const TimelineView& view, NoteMarks& marks,
                 const std::vector<std::size_t>& notes)
{
    for (const std::size_t number : notes) {
        const DocumentNote& note = marks.notes()[number];
        QString text = menu.fontMetrics().elidedText(QString::fromStdString(note.text).simplified(),
                                                     Qt::ElideRight, 320);
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* entry =
            menu.addAction(timeCell(note.from, view.geometry().unitOfTime) + QStringLiteral("  ") + text);
        entry->setCheckable(true);
        entry->setChecked(marks.focused() == number);
        // Others may have come, or gone, while the menu was open.
        QObject::connect(entry, &QAction::triggered, &marks, [&marks, number, note] {
            if (number < marks.notes().size() && marks.notes()[number] == note)
                marks.setFocused(number);
        });
    }
}

} // namespace

NoteCommands::NoteCommands(WindowServices& window) : m_window(window)
{
    NoteMarks* notes = &window.pane()->view()->notes();
    CommandGroup group(window.commands(), tr("Notes"), "edit", tr("note remark comment annotation"),
                       CommandScope::Timeline);
    group.like.section = 3;
    group.add("note.add", tr("Add &note"), [notes] { notes->addMoment(); }, {Qt::Key_M});
    group.like.inContextMenu = group.like.wantsSelection = true;
    group.add("note.addSpan", tr("Add note on a s&pan"), [notes] { notes->addSpan(); },
              {QKeySequence(Qt::SHIFT | Qt::Key_M)});
    group.like.inContextMenu = group.like.wantsSelection = false;
    group.add("note.next", tr("Ne&xt note"), [notes] { notes->focusNext(true); }, {Qt::Key_N});
    group.add("note.previous", tr("Pre&vious note"), [notes] { notes->focusNext(false); },
              {QKeySequence(Qt::SHIFT | Qt::Key_N)});
    group.add("note.edit", tr("&Edit note"), [notes] { notes->editFocused(); },
              {Qt::Key_F2, Qt::Key_Return, Qt::Key_Enter});
    const auto addOutside = [&](const char* id, const QString& text, std::function<void()> run,
                                const QList<QKeySequence>& keys) {
        group.like.menu.clear();
        group.add(id, text, std::move(run), keys);
        group.like.menu = QStringLiteral("edit");
    };
    addOutside("note.copyText", tr("Copy note's &text"), [notes] { notes->copyFocused(); }, {});
    group.add("note.remove", tr("&Delete note"), [notes] { notes->removeFocused(); }, {Qt::Key_Delete});
    addOutside("note.moveBack", tr("Move note to the previous edge"),
               [notes] { notes->moveFocused(false, false); }, {QKeySequence(Qt::CTRL | Qt::Key_Left)});
    addOutside("note.moveOn", tr("Move note to the next edge"), [notes] { notes->moveFocused(true, false); },
               {QKeySequence(Qt::CTRL | Qt::Key_Right)});
    addOutside("note.shorten", tr("End note at the previous edge"),
               [notes] { notes->moveFocused(false, true); },
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left)});
    addOutside("note.lengthen", tr("End note at the next edge"), [notes] { notes->moveFocused(true, true); },
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right)});
    group.addGesture(tr("Select a note; if there are several, from a list"), tr("click its flag"));
    group.addGesture(tr("Edit a note"), tr("double-click its flag"));
    group.addGesture(tr("Move a note, or a span's edge (Alt: without snapping)"), tr("drag its flag"));
    follow();
}

void NoteCommands::follow()
{
    NoteMarks* notes = &m_window.pane()->view()->notes();
    Document* document = &m_window.document();
    connect(notes, &NoteMarks::stepBegins, document, &Document::endTyping);
    connect(notes, &NoteMarks::refused, this, [this](const QString& why) { m_window.say(why); });
    connect(notes, &NoteMarks::notesAsked, document, &Document::setNotes);
    const auto enableSteps = [this](bool enabled) {
        for (const char* id : {"note.next", "note.previous"})
            m_window.commands().setEnabled(QLatin1String(id), enabled);
    };
    const auto enableFocused = [this](std::optional<std::size_t> note) {
        for (const char* id : kFocusedCommands)
            m_window.commands().setEnabled(QLatin1String(id), note.has_value());
    };
    enableSteps(false);
    enableFocused({});
    connect(document, &Document::notesChanged, this, [document, notes, enableSteps] {
        notes->setNotes(document->notes());
        enableSteps(!document->notes().empty());
    });
    connect(notes, &NoteMarks::focusedChanged, this, enableFocused);
    connect(notes, &NoteMarks::listAsked, this, &NoteCommands::showList);
    connect(notes, &NoteMarks::menuAsked, this, &NoteCommands::showMenu);
}

void NoteCommands::showList(const std::vector<std::size_t>& close, const QPoint& position)
{
    auto* menu = new QMenu(&m_window.shell());
    menu->setObjectName(QStringLiteral("note-list"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("%1 notes", "how many").arg(close.size()));
    addNoteList(*menu, *m_window.pane()->view(), m_window.pane()->view()->notes(), close);
    menu->popup(position);
}

void NoteCommands::showMenu(const QPoint& position)
{
    NoteMarks& notes = m_window.pane()->view()->notes();
    auto* menu = new QMenu(&m_window.shell());
    menu->setObjectName(QStringLiteral("note-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const char* id : {"note.edit", "note.copyText", "note.remove"})
        menu->addAction(m_window.commands().action(QLatin1String(id)));
    menu->addSeparator();
    for (const char* id : {"note.next", "note.previous"})
        menu->addAction(m_window.commands().action(QLatin1String(id)));
    if (const std::vector<std::size_t> close = notes.besideFocused(); !close.empty()) {
        menu->addSection(tr("%1 notes here", "how many").arg(close.size()));
        addNoteList(*menu, *m_window.pane()->view(), notes, close);
    }
    menu->popup(position);
}

} // namespace bubblescope::ui
