// SPDX-License-Identifier: GPL-3.0-or-later
// The notes that are shown, which of them is focused, and how they are made and changed by commands.
#include "ui/timeline/note_marks.h"
#include "ui/timeline/action_edges.h"

#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_editor.h"
#include "ui/timeline/note_text.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

NoteMarks::NoteMarks(TimelineView& view) : TimelineTool(view)
{
    view.viewport()->installEventFilter(this);
    connect(&view.navigation(), &TimelineNavigation::geometryChanged, this, &NoteMarks::placeEditor);
}

void NoteMarks::setNotes(std::vector<DocumentNote> notes)
{
    finishEditing(false);
    m_drag.reset();
    m_preview.reset();
    const bool hadBand = needsBand();
    const std::optional<DocumentNote> before = m_focused ? std::optional(m_notes[*m_focused]) : std::nullopt;
    const std::optional<DocumentNote> wanted = m_wanted ? m_wanted : before;
    m_notes = std::move(notes);
    m_hovered.reset();
    const std::optional<std::size_t> focus = wanted ? placeOf(*wanted, m_focused.value_or(0)) : std::nullopt;
    const bool isOther = std::exchange(m_focused, focus) != focus || (focus && m_notes[*focus] != before);
    if (needsBand() != hadBand)
        emit bandChanged();
    refresh();
    emit notesChanged();
    // Moved, edited or gone: what is said of it is no longer so.
    if (isOther || m_focused)
        sayFocused();
    if (isOther)
        emit focusedChanged(m_focused);
}

std::optional<std::size_t> NoteMarks::placeOf(const DocumentNote& note, std::size_t near) const
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < m_notes.size(); ++i)
        if (m_notes[i] == note && (!found || i <= near))
            found = i;
    return found;
}

void NoteMarks::setFocused(std::optional<std::size_t> note)
{
    // What is being written belongs to the note that was focused.
    if (!m_isNew && note != m_focused)
        finishEditing(true);
    if (note && *note >= m_notes.size())
        note.reset();
    if (note == m_focused)
        return;
    m_continuesMove = false;
    m_focused = note;
    refresh();
    sayFocused();
    emit focusedChanged(m_focused);
}

Time NoteMarks::makespan() const
{
    const EvaluationPtr evaluation = m_view.evaluation();
    return evaluation ? evaluation->timeline->makespan : 0;
}

Time NoteMarks::snapped(Time t) const
{
    constexpr double kSnapPx = 6;
    const LaneIndex& index = *m_view.evaluation()->index;
    const auto edge = nearestEdge(index, computeLanesOf(index, m_view.geometry()), t,
                                  kSnapPx / m_view.geometry().pixelsPerUnit());
    return edge ? edge->time : t;
}

std::vector<DocumentNote> NoteMarks::shownNotes() const
{
    std::vector<DocumentNote> notes = m_notes;
    if (m_preview && m_isNew)
        notes.push_back(*m_preview);
    else if (m_preview && m_focused)
        notes[*m_focused] = *m_preview;
    return notes;
}

std::optional<std::size_t> NoteMarks::shownFocus() const
{
    return m_isNew ? std::optional(m_notes.size()) : m_focused;
}

const NoteMarks::Cached& NoteMarks::shown() const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const TimeRange range{geometry.from, geometry.to};
    if (!m_cached || m_cached->plot != geometry.plot || m_cached->range != range ||
        m_cached->makespan != makespan()) {
        // Only where they stand is another.
        std::vector<DocumentNote> notes = m_cached ? std::move(m_cached->notes) : shownNotes();
        Cached made{geometry.plot, range, makespan(), std::move(notes), {}};
        made.layout = layOutNotes(made.notes, geometry, made.makespan, shownFocus());
        m_cached = std::move(made);
    }
    return *m_cached;
}

const NoteLayout& NoteMarks::layout() const
{
    return shown().layout;
}

void NoteMarks::refresh()
{
    m_cached.reset();
    placeEditor();
    m_view.viewport()->update();
}

void NoteMarks::ask(std::vector<DocumentNote> notes, const QString& what,
                    const std::optional<DocumentNote>& focus)
{
    if (!std::exchange(m_continuesMove, false))
        emit stepBegins();
    m_wanted = focus;
    emit notesAsked(notes, what);
    m_wanted.reset();
    refresh();
}

void NoteMarks::addMoment()
{
    const EvaluationPtr evaluation = m_view.evaluation();
    const TimelineGeometry& geometry = m_view.geometry();
    if (!evaluation || geometry.lanes.empty())
        return;
    DocumentNote note;
    const RectF& plot = geometry.plot;
    if (m_pointer && plot.contains(m_pointer->x(), m_pointer->y())) {
        note.from = snapped(geometry.timeAt(m_pointer->x()));
    } else if (const auto chosen = m_view.chosen().stretch()) {
        note.from = chosen->from;
        note.rank = chosen->rank;
    } else {
        note.from = geometry.from + (geometry.to - geometry.from) / 2;
    }
    note.from = std::clamp(note.from, 0.0, makespan());
    beginNew(note);
}

void NoteMarks::addSpan()
{
    const EvaluationPtr evaluation = m_view.evaluation();
    const TimelineGeometry& geometry = m_view.geometry();
    if (!evaluation || geometry.lanes.empty())
        return;
    DocumentNote note;
    const Time width = geometry.to - geometry.from;
    if (const auto& area = m_view.measure().area()) {
        note.from = area->range.from;
        note.to = area->range.to;
        if (area->ranks.size() == 1 && geometry.lanes.size() > 1)
            note.rank = area->ranks.front();
    } else if (const auto chosen = m_view.chosen().stretch()) {
        note = {chosen->from, chosen->to, chosen->rank, {}};
    } else {
        note.from = geometry.from + width * 0.45;
        note.to = geometry.from + width * 0.55;
    }
    note.from = std::clamp(note.from, 0.0, makespan());
    note.to = std::min(*note.to, makespan());
    if (!(note.from < *note.to))
        note.to.reset();
    beginNew(note);
}

void NoteMarks::beginNew(const DocumentNote& note)
{
    finishEditing(true);
    if (m_notes.size() >= kMostNotes) {
        emit refused(tr("There are already %1 notes, the most that a project can hold.").arg(kMostNotes));
        return;
    }
    const bool hadBand = needsBand();
    m_isNew = true;
    m_preview = note;
    m_cached.reset();
    m_view.navigation().revealTime(note.from, note.to.value_or(note.from), note.rank);
    if (!hadBand)
        emit bandChanged();
    openEditor({});
}

void NoteMarks::editFocused()
{
    if (!m_focused || m_editor)
        return;
    const DocumentNote& note = m_notes[*m_focused];
    reveal(note, note.rank);
    openEditor(QString::fromStdString(note.text));
}

/// What is seen of it, on that rank if there is one.
void NoteMarks::reveal(const DocumentNote& note, std::optional<RankId> rank)
{
    m_view.navigation().revealTime(std::min(note.from, makespan()),
                                   std::min(note.to.value_or(note.from), makespan()), rank);
}

void NoteMarks::openEditor(const QString& text)
{
    m_editor = new NoteEditor(m_view.viewport());
    m_editor->setText(text);
    m_editor->selectAll();
    connect(m_editor, &NoteEditor::finished, this, &NoteMarks::finishEditing);
    refresh();
    m_editor->show();
    m_editor->setFocus(Qt::OtherFocusReason);
}

void NoteMarks::finishEditing(bool keep)
{
    if (!m_editor)
        return;
    NoteEditor* editor = std::exchange(m_editor, nullptr);
    const bool hadFocus = editor->hasFocus();
    disconnect(editor, nullptr, this, nullptr);
    const std::string text = noteText(editor->text().toStdString());
    editor->hide();
    editor->deleteLater();
    if (hadFocus)
        m_view.setFocus(Qt::OtherFocusReason);
    const bool wasNew = std::exchange(m_isNew, false);
    std::optional<DocumentNote> made = std::exchange(m_preview, std::nullopt);
    if (wasNew && keep && !text.empty()) {
        made->text = text;
        std::vector<DocumentNote> notes = m_notes;
        notes.push_back(*made);
        ask(std::move(notes), tr("Add note"), made);
    } else if (!wasNew && keep && m_focused && text.empty()) {
        removeFocused();
    } else if (!wasNew && keep && m_focused && text != m_notes[*m_focused].text) {
        std::vector<DocumentNote> notes = m_notes;
        notes[*m_focused].text = text;
        const DocumentNote changed = notes[*m_focused];
        ask(std::move(notes), tr("Edit note"), changed);
    }
    if (wasNew && !needsBand())
        emit bandChanged();
    refresh();
}

void NoteMarks::placeEditor()
{
    if (!m_editor)
        return;
    constexpr int kWidth = 260;
    constexpr int kHeight = 24;
    const TimelineGeometry& geometry = m_view.geometry();
    const NoteChip* chip = shownFocus() ? layout().chipOf(*shownFocus()) : nullptr;
    const double x = chip ? chip->x : geometry.plot.x;
    const double most = m_view.viewport()->width() - kWidth - 4;
    m_editor->setGeometry(static_cast<int>(std::max(4.0, std::min(x, most))),
                          static_cast<int>(noteBand(geometry).center().y()) - kHeight / 2, kWidth, kHeight);
}

void NoteMarks::removeFocused()
{
    if (!m_focused)
        return;
    const std::size_t removed = *m_focused;
    std::vector<DocumentNote> notes = m_notes;
    notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(removed));
    setFocused(std::nullopt);
    ask(std::move(notes), tr("Delete note"), std::nullopt);
}

void NoteMarks::copyFocused() const
{
    if (m_focused)
        QGuiApplication::clipboard()->setText(QString::fromStdString(m_notes[*m_focused].text));
}

void NoteMarks::focusNext(bool forward)
{
    if (m_notes.empty())
        return;
    const std::size_t count = m_notes.size();
    std::size_t next = 0;
    if (m_focused) {
        next = (*m_focused + (forward ? 1 : count - 1)) % count;
    } else {
        const Time from = m_view.navigation().range().from;
        const auto first = std::find_if(m_notes.begin(), m_notes.end(),
                                        [&](const DocumentNote& note) { return note.from >= from; });
        next = first == m_notes.end() ? 0 : static_cast<std::size_t>(first - m_notes.begin());
        if (!forward)
            next = (next + count - 1) % count;
    }
    setFocused(next);
    reveal(m_notes[next], m_notes[next].rank);
}

void NoteMarks::moveFocused(bool forward, bool endOnly)
{
    const EvaluationPtr evaluation = m_view.evaluation();
    if (!m_focused || !evaluation || (endOnly && !m_notes[*m_focused].to))
        return;
    std::vector<DocumentNote> notes = m_notes;
    DocumentNote& note = notes[*m_focused];
    Time& edge = endOnly ? *note.to : note.from;
    const LaneIndex& index = *evaluation->index;
    const std::vector<LaneId> lanes = computeLanesOf(index, m_view.geometry());
    const auto next = forward ? edgeAfter(index, lanes, edge) : edgeBefore(index, lanes, edge);
    if (!next || (endOnly && next->time <= note.from))
        return;
    const Time by = next->time - edge;
    edge = next->time;
    if (!endOnly && note.to)
        *note.to += by;
    const DocumentNote changed = note;
    ask(std::move(notes), tr("Move note"), changed);
    m_continuesMove = true;
    reveal(changed, {});
}

void NoteMarks::sayFocused()
{
    if (!m_focused) {
        emit m_view.hoverTextChanged(m_view.hoverText());
        return;
    }
    const DocumentNote& note = m_notes[*m_focused];
    const EvaluationPtr evaluation = m_view.evaluation();
    emit m_view.hoverTextChanged(
        tr("note %1 of %2 · %3 · %4", "number, count, times, text")
            .arg(*m_focused + 1)
            .arg(m_notes.size())
            .arg(NoteText::place(note, makespan(),
                                 evaluation ? evaluation->timeline->unit : std::string("step")),
                 QString::fromStdString(note.text).left(80)));
}

void NoteMarks::evaluationChanged()
{
    m_drag.reset();
    if (!m_isNew)
        m_preview.reset();
    refresh();
}

} // namespace bubblescope::ui
