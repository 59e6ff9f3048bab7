// SPDX-License-Identifier: GPL-3.0-or-later
// The notes under the pointer: how they are painted, chosen, dragged and asked about.
#include "ui/timeline/note_marks.h"
#include "ui/timeline/note_painter.h"
#include "ui/timeline/note_text.h"
#include "ui/timeline/timeline_view.h"
#include "ui/timeline/timeline_viewport.h"

#include <QMouseEvent>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kDragPx = 4;
constexpr double kNoteMarksInputEdgePx = 4;

} // namespace

void NoteMarks::paint(QPainter& painter) const
{
    if (!needsBand())
        return;
    const Cached& now = shown();
    const TimelineGeometry& geometry = m_view.geometry();
    const NotePicture picture{
        now.notes,    now.layout, geometry, now.makespan, Theme::get(m_view.themeName()),
        shownFocus(), m_hovered};
    paintNotes(painter, picture);
    const NoteChip* chip =
        m_hovered && m_pointer && !m_drag && !m_editor ? now.layout.chipOf(*m_hovered) : nullptr;
    if (!chip)
        return;
    const QSizeF size = m_view.viewport()->size();
    paintNoteCard(painter, picture,
                  NoteText::card(now.notes, chip->notes, now.makespan, m_view.evaluation()->timeline->unit),
                  *m_pointer,
                  QRectF(4, geometry.plot.y, size.width() - 8, size.height() - geometry.plot.y - 4));
}

std::optional<NoteMarks::Grip> NoteMarks::gripAt(const QPointF& position) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    if (!needsBand() ||
        !noteBand(geometry).adjusted(-2, 0, TimelineMetrics::kRightMargin, 0).contains(position))
        return std::nullopt;
    const Cached& now = shown();
    std::optional<Grip> edge;
    for (const NoteChip& chip : now.layout.chips) {
        if (chip.notes.size() > 1 || chip.notes.front() >= m_notes.size())
            continue;
        const std::size_t note = chip.notes.front();
        const NotePlace place = ui::placeOf(now.notes[note], geometry, now.makespan);
        if (!place.isSpan())
            continue;
        const double toEnd = std::abs(position.x() - place.end);
        const double toBegin = std::abs(position.x() - place.begin);
        if (std::min(toBegin, toEnd) > kNoteMarksInputEdgePx)
            continue;
        edge = Grip{note, toEnd <= toBegin ? Part::End : Part::Begin};
        if (chip.isFocused)
            return edge;
    }
    const NoteChip* chip = now.layout.chipAt(position);
    // Where another note's flag stands over an edge, the flag is meant.
    if (chip && !(edge && edge->note == chip->notes.front()))
        return Grip{chip->notes.front(), Part::Whole};
    return edge;
}

bool NoteMarks::press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers /*modifiers*/)
{
    if (button != Qt::LeftButton)
        return false;
    std::optional<Grip> grip = gripAt(position);
    if (grip && grip->note >= m_notes.size())
        grip.reset(); // the one that is being made
    if (!grip) {
        finishEditing(true);
        setFocused(std::nullopt);
        return false;
    }
    finishEditing(true);
    // Of several in one flag each click takes the next.
    if (const NoteChip* chip = layout().chipAt(position); chip && chip->notes.size() > 1 && m_focused) {
        const auto now = std::find(chip->notes.begin(), chip->notes.end(), *m_focused);
        if (now != chip->notes.end() && now + 1 != chip->notes.end())
            grip->note = *(now + 1);
    }
    const NoteChip* const pressed = layout().chipAt(position);
    std::vector<std::size_t> close = pressed ? layout().notesUnder(*pressed) : std::vector<std::size_t>();
    setFocused(grip->note);
    if (!m_focused)
        return false;
    m_drag = Drag{*grip, position, false, std::move(close)};
    return true;
}

DocumentNote NoteMarks::moved(const DocumentNote& note, Part part, Time by, bool snaps) const
{
    const auto placed = [&](Time t) { return std::clamp(snaps ? snapped(t) : t, 0.0, makespan()); };
    DocumentNote result = note;
    if (part == Part::Begin) {
        if (const Time from = placed(note.from + by); from < *note.to)
            result.from = from;
    } else if (part == Part::End) {
        if (const Time to = placed(*note.to + by); to > note.from)
            result.to = to;
    } else {
        result.from = placed(note.from + by);
        if (note.to) {
            const Time length = *note.to - note.from;
            const Time end = note.to.value() + by;
            // Whichever end meets an edge more closely.
            const Time snappedEnd = snaps ? snapped(end) : end;
            if (snappedEnd != end && (result.from == note.from + by ||
                                      std::abs(snappedEnd - end) < std::abs(result.from - note.from - by)))
                result.from = std::clamp(snappedEnd - length, 0.0, makespan());
            result.to = result.from + length;
        }
    }
    return result;
}

void NoteMarks::move(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (!m_drag || !m_focused || !m_view.evaluation())
        return;
    const double dx = position.x() - m_drag->from.x();
    if (!m_drag->hasMoved && std::abs(dx) < kDragPx)
        return;
    m_drag->hasMoved = true;
    DocumentNote note = m_notes[*m_focused];
    // One beyond the end is taken from where it is seen.
    if (note.from > makespan()) {
        const Time length = note.to ? *note.to - note.from : 0;
        note.from = makespan();
        if (note.to)
            note.to = note.from + length;
    }
    m_preview = moved(note, m_drag->grip.part, dx / m_view.geometry().pixelsPerUnit(),
                      !(modifiers & Qt::AltModifier));
    refresh();
}

void NoteMarks::release(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (!m_drag)
        return;
    if (m_drag->hasMoved)
        move(position, modifiers);
    else if (m_drag->notes.size() > 1)
        emit listAsked(m_drag->notes, m_view.viewport()->mapToGlobal(position.toPoint()));
    m_drag.reset();
    const std::optional<DocumentNote> made = std::exchange(m_preview, std::nullopt);
    if (made && m_focused && *made != m_notes[*m_focused]) {
        std::vector<DocumentNote> notes = m_notes;
        notes[*m_focused] = *made;
        m_continuesMove = false;
        ask(std::move(notes), tr("Move note"), made);
    }
    refresh();
}

void NoteMarks::cancel()
{
    m_drag.reset();
    m_preview.reset();
    refresh();
}

bool NoteMarks::doubleClick(const QPointF& position)
{
    const std::optional<Grip> grip = gripAt(position);
    if (!grip || grip->note >= m_notes.size())
        return false;
    if (const NoteChip* chip = layout().chipAt(position); !chip || chip->notes.size() == 1)
        setFocused(grip->note);
    editFocused();
    return true;
}

bool NoteMarks::clear()
{
    if (!m_focused)
        return false;
    setFocused(std::nullopt);
    return true;
}

std::optional<Qt::CursorShape> NoteMarks::cursorAt(const QPointF& position) const
{
    if (m_drag)
        return m_drag->grip.part != Part::Whole ? Qt::SizeHorCursor
               : m_drag->hasMoved               ? Qt::ClosedHandCursor
                                                : Qt::PointingHandCursor;
    const std::optional<Grip> grip = gripAt(position);
    if (!grip)
        return std::nullopt;
    return grip->part == Part::Whole ? Qt::PointingHandCursor : Qt::SizeHorCursor;
}

bool NoteMarks::contextMenu(const QPointF& position, const QPoint& globalPosition)
{
    const std::optional<Grip> grip = gripAt(position);
    if (!grip || grip->note >= m_notes.size())
        return false;
    // Of several in one flag the one that was chosen before stays.
    const NoteChip* chip = layout().chipAt(position);
    if (!chip || !m_focused ||
        std::find(chip->notes.begin(), chip->notes.end(), *m_focused) == chip->notes.end())
        setFocused(grip->note);
    emit menuAsked(globalPosition);
    return true;
}

bool NoteMarks::openMenuOfFocused()
{
    const NoteChip* const chip = m_focused ? layout().chipOf(*m_focused) : nullptr;
    if (!chip)
        return false;
    emit menuAsked(m_view.viewport()->mapToGlobal(chip->rect.bottomLeft().toPoint()));
    return true;
}

std::vector<std::size_t> NoteMarks::besideFocused() const
{
    const NoteChip* const chip = m_focused ? layout().chipOf(*m_focused) : nullptr;
    std::vector<std::size_t> notes = chip ? layout().notesUnder(*chip) : std::vector<std::size_t>();
    return notes.size() > 1 ? notes : std::vector<std::size_t>();
}

void NoteMarks::setHovered(std::optional<std::size_t> note)
{
    const bool follows = note.has_value(); // the card goes with the pointer
    if (std::exchange(m_hovered, note) != note || follows)
        m_view.viewport()->update();
}

bool NoteMarks::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_pointer.reset();
        setHovered(std::nullopt);
    } else if (event->type() == QEvent::MouseMove) {
        m_pointer = static_cast<QMouseEvent*>(event)->position();
        const NoteChip* chip = needsBand() && noteBand(m_view.geometry())
                                                  .adjusted(-2, 0, TimelineMetrics::kRightMargin, 0)
                                                  .contains(*m_pointer)
                                   ? layout().chipAt(*m_pointer)
                                   : nullptr;
        setHovered(chip ? std::optional(chip->notes.front()) : std::nullopt);
    }
    return TimelineTool::eventFilter(watched, event);
}

} // namespace bubblescope::ui
