// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on moments and stretches, kept by the document.
#include "ui/session/session_controller.h"
#include "ui/timeline/hover_text.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/window/main_window.h"

#include <QMenu>

namespace bubblescope::ui {

namespace {

/// What acts on the focused note; off without one, so that nobody else is kept from their keys.
constexpr const char* kFocusedCommands[] = {"note.edit",   "note.copyText", "note.remove",  "note.moveBack",
                                            "note.moveOn", "note.shorten",  "note.lengthen"};

/// An entry for each of some notes, which chooses it.
void addNoteList(QMenu& menu, NoteMarks& marks, const std::vector<std::size_t>& notes)
{
    for (const std::size_t number : notes) {
        const DocumentNote& note = marks.notes()[number];
        QString text = menu.fontMetrics().elidedText(QString::fromStdString(note.text).simplified(),
                                                     Qt::ElideRight, 320);
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* entry = menu.addAction(shortTimeText(note.from) + QStringLiteral("  ") + text);
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

void MainWindow::addNoteCommands()
{
    const QString group = tr("Notes");
    NoteMarks* notes = &m_pane->view()->notes();
    const auto add = [&](const char* id, const QString& text, const QList<QKeySequence>& shortcuts,
                         bool inMenu, std::function<void()> run) {
        Command command{QLatin1String(id), group, text, shortcuts, CommandScope::Timeline, std::move(run)};
        if (inMenu)
            command.menu = QStringLiteral("edit");
        command.section = 3;
        command.inContextMenu = command.wantsSelection = command.id == QLatin1String("note.addSpan");
        command.searchWords = tr("note remark comment annotation");
        m_commands->add(command);
    };
    add("note.add", tr("Add &note"), {Qt::Key_M}, true, [notes] { notes->addMoment(); });
    add("note.addSpan", tr("Add note on a s&pan"), {QKeySequence(Qt::SHIFT | Qt::Key_M)}, true,
        [notes] { notes->addSpan(); });
    add("note.next", tr("Ne&xt note"), {Qt::Key_N}, true, [notes] { notes->focusNext(true); });
    add("note.previous", tr("Pre&vious note"), {QKeySequence(Qt::SHIFT | Qt::Key_N)}, true,
        [notes] { notes->focusNext(false); });
    add("note.edit", tr("&Edit note"), {Qt::Key_F2, Qt::Key_Return, Qt::Key_Enter}, true,
        [notes] { notes->editFocused(); });
    add("note.copyText", tr("Copy note's &text"), {}, false, [notes] { notes->copyFocused(); });
    add("note.remove", tr("&Delete note"), {Qt::Key_Delete}, true, [notes] { notes->removeFocused(); });
    add("note.moveBack", tr("Move note to the edge before"), {QKeySequence(Qt::CTRL | Qt::Key_Left)}, false,
        [notes] { notes->moveFocused(false, false); });
    add("note.moveOn", tr("Move note to the next edge"), {QKeySequence(Qt::CTRL | Qt::Key_Right)}, false,
        [notes] { notes->moveFocused(true, false); });
    add("note.shorten", tr("End note at the edge before"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left)}, false,
        [notes] { notes->moveFocused(false, true); });
    add("note.lengthen", tr("End note at the next edge"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right)}, false,
        [notes] { notes->moveFocused(true, true); });
    m_commands->addGesture({group, tr("Choose a note; of several, from a list"), tr("click its flag")});
    m_commands->addGesture({group, tr("Edit a note"), tr("double-click its flag")});
    m_commands->addGesture(
        {group, tr("Move a note, or a span's edge (Alt: without snapping)"), tr("drag its flag")});
    connectNotes();
}

void MainWindow::connectNotes()
{
    NoteMarks* notes = &m_pane->view()->notes();
    connect(notes, &NoteMarks::stepBegins, &m_document, &Document::endTyping);
    connect(notes, &NoteMarks::refused, this, &MainWindow::say);
    connect(notes, &NoteMarks::notesAsked, &m_document, &Document::setNotes);
    connect(&m_document, &Document::notesChanged, this, [this, notes] {
        notes->setNotes(m_document.notes());
        for (const char* id : {"note.next", "note.previous"})
            m_commands->setEnabled(QLatin1String(id), !m_document.notes().empty());
    });
    const auto enable = [this](std::optional<std::size_t> note) {
        for (const char* id : kFocusedCommands)
            m_commands->setEnabled(QLatin1String(id), note.has_value());
    };
    enable({});
    for (const char* id : {"note.next", "note.previous"})
        m_commands->setEnabled(QLatin1String(id), false);
    connect(notes, &NoteMarks::focusedChanged, this, enable);
    connect(notes, &NoteMarks::listAsked, this,
            [this, notes](const std::vector<std::size_t>& close, const QPoint& position) {
                auto* menu = new QMenu(this);
                menu->setObjectName(QStringLiteral("note-list"));
                menu->setAttribute(Qt::WA_DeleteOnClose);
                menu->addSection(tr("%1 notes", "how many").arg(close.size()));
                addNoteList(*menu, *notes, close);
                menu->popup(position);
            });
    connect(notes, &NoteMarks::menuAsked, this, [this, notes](const QPoint& position) {
        auto* menu = new QMenu(this);
        menu->setObjectName(QStringLiteral("note-menu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (const char* id : {"note.edit", "note.copyText", "note.remove"})
            menu->addAction(m_commands->action(QLatin1String(id)));
        menu->addSeparator();
        for (const char* id : {"note.next", "note.previous"})
            menu->addAction(m_commands->action(QLatin1String(id)));
        if (const std::vector<std::size_t> close = notes->besideFocused(); !close.empty()) {
            menu->addSection(tr("%1 notes here", "how many").arg(close.size()));
            addNoteList(*menu, *notes, close);
        }
        menu->popup(position);
    });
}

DocumentView MainWindow::viewToStore() const
{
    const TimelineView* view = m_pane->view();
    DocumentView stored;
    const TimeRange range = view->range();
    if (m_document.evaluation() && range != fitted(m_document.evaluation()->timeline->makespan)) {
        stored.from = range.from;
        stored.to = range.to;
    }
    if (const TimelineGeometry& geometry = view->geometry(); geometry.scrollY > 0)
        stored.scroll = geometry.scrollY / geometry.pitch();
    stored.lanes = view->laneHeaders().arrangement();
    return stored;
}

void MainWindow::showStoredView()
{
    TimelineView* view = m_pane->view();
    const DocumentView stored = m_session->viewToShow();
    view->setSelection(std::nullopt); // a search stays, as Esc would not leave it
    view->laneHeaders().setArrangement(stored.lanes);
    view->fitAll();
    if (stored.from && stored.to && *stored.from < *stored.to)
        view->setRange({*stored.from, *stored.to});
    view->scrollToLane(stored.scroll.value_or(0));
}

} // namespace bubblescope::ui
