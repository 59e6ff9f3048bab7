// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "ui/timeline/timeline_tool.h"

namespace bubblescope::ui {

/// Notes on the ruler and over the lanes. It shows what it is given and asks for changes; it keeps none.
class NoteMarks : public TimelineTool
{
    Q_OBJECT

public:
    explicit NoteMarks(TimelineView& view);

    void setNotes(std::vector<DocumentNote> notes);
    [[nodiscard]] const std::vector<DocumentNote>& notes() const { return m_notes; }

signals:
    /// The notes as the user wants them; `what` names the step for undo.
    void notesAsked(const std::vector<bubblescope::DocumentNote>& notes, const QString& what);

private:
    std::vector<DocumentNote> m_notes;
};

} // namespace bubblescope::ui
