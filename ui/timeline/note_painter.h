// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "ui/timeline/note_layout.h"

class QPainter;

namespace bubblescope::ui {

/// What of the notes is painted, and on what.
struct NotePicture
{
    std::span<const DocumentNote> notes;
    const NoteLayout& layout;
    const TimelineGeometry& geometry;
    Time makespan = 0;
    const Theme& theme;
    std::optional<std::size_t> focused;
    std::optional<std::size_t> hovered; ///< the first note of a chip
};

/// Flags on the band; a hairline down through the lanes for each, a soft ground between two for a stretch.
void paintNotes(QPainter& painter, const NotePicture& picture);
/// The full texts of a chip's notes, beside the pointer.
void paintNoteCard(QPainter& painter, const NotePicture& picture, const QString& text, const QPointF& pointer,
                   const QRectF& bounds);

} // namespace bubblescope::ui
