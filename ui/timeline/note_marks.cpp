// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_marks.h"

namespace bubblescope::ui {

NoteMarks::NoteMarks(TimelineView& view) : TimelineTool(view) {}

void NoteMarks::setNotes(std::vector<DocumentNote> notes)
{
    m_notes = std::move(notes);
}

} // namespace bubblescope::ui
