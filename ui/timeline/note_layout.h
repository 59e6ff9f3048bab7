// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "core/scene/geometry.h"

#include <QRectF>
#include <QString>
#include <span>
#include <vector>

namespace bubblescope::ui {

/// Where a note stands in viewport pixels. One beyond the makespan stands at the end.
struct NotePlace
{
    double begin = 0;
    double end = 0; ///< = begin for a moment
    bool isBeyond = false;
    [[nodiscard]] bool isSpan() const { return begin < end; }
};
[[nodiscard]] NotePlace placeOf(const DocumentNote& note, const TimelineGeometry& geometry, Time makespan);

/// A flag on the band between ruler and plot: of one note, with as much of its text as there is room for, or
/// of several that stand too close, with their number.
struct NoteChip
{
    std::vector<std::size_t> notes; ///< by place, never empty
    double x = 0;                   ///< of the first one's pole, inside the plot
    QRectF rect;
    QString text; ///< empty for a mere flag
    bool isFocused = false;
    std::size_t covered = 0; ///< other notes that the focused one's text stands over
};

struct NoteLayout
{
    std::vector<NoteChip> chips;    ///< left to right, none over another
    std::vector<std::size_t> shown; ///< notes of which something is in the plot

    /// The chip at a place, with a little room around; null if there is none.
    [[nodiscard]] const NoteChip* chipAt(const QPointF& position) const;
    /// The notes that a chip stands for, and those that the focused one's text stands over, by number.
    [[nodiscard]] std::vector<std::size_t> notesUnder(const NoteChip& chip) const;
    /// The chip that stands for a note; null if it is not in the plot.
    [[nodiscard]] const NoteChip* chipOf(std::size_t note) const;
};

struct NoteFont
{
    static constexpr double kTextPx = 11;
    static constexpr double kPadding = 5;
};

/// The band in which the flags stand: above the plot.
[[nodiscard]] QRectF noteBand(const TimelineGeometry& geometry);

/// O(notes), and the width of the texts that are shown.
[[nodiscard]] NoteLayout layOutNotes(std::span<const DocumentNote> notes, const TimelineGeometry& geometry,
                                     Time makespan, std::optional<std::size_t> focused);

} // namespace bubblescope::ui
