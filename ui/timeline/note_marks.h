// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "ui/timeline/note_layout.h"
#include "ui/timeline/timeline_tool.h"

namespace bubblescope::ui {

class NoteEditor;

/// Notes on a band under the ruler and over the lanes. It shows what it is given and asks for changes; it
/// keeps none. One note may be focused: what the keys act on.
class NoteMarks : public TimelineTool
{
    Q_OBJECT

public:
    explicit NoteMarks(TimelineView& view);

    /// The focus stays on the same note; an open editor is closed.
    void setNotes(std::vector<DocumentNote> notes);
    [[nodiscard]] const std::vector<DocumentNote>& notes() const { return m_notes; }
    [[nodiscard]] std::optional<std::size_t> focused() const { return m_focused; }
    void setFocused(std::optional<std::size_t> note);
    /// Whether the timeline has to leave room under its ruler.
    [[nodiscard]] bool needsBand() const { return !m_notes.empty() || m_isNew; }
    /// Asks for the menu of the focused note, below its flag; false if none is focused or in view.
    bool openMenuOfFocused();
    /// The notes that share the focused one's flag, itself among them; empty where it stands alone.
    [[nodiscard]] std::vector<std::size_t> besideFocused() const;
    /// Where the flags stand now.
    [[nodiscard]] const NoteLayout& layout() const;
    [[nodiscard]] bool isEditing() const { return m_editor != nullptr; }

    /// At the pointer over the plot, else at the selection's begin, else in the middle of the view.
    void addMoment();
    /// Of the measured area, else of the selected action or gap, else of a tenth of the view.
    void addSpan();
    void focusNext(bool forward);
    void editFocused();
    void removeFocused();
    void copyFocused() const;
    /// To the next begin or end of an action, as one undo step while it is repeated; `endOnly`: a span's end.
    void moveFocused(bool forward, bool endOnly);
    /// Takes over, or drops, what is being written.
    void finishEditing(bool keep);

    void paint(QPainter& painter) const override;
    bool press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) override;
    void move(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    bool doubleClick(const QPointF& position) override;
    bool clear() override;
    [[nodiscard]] std::optional<Qt::CursorShape> cursorAt(const QPointF& position) const override;
    bool contextMenu(const QPointF& position, const QPoint& globalPosition) override;
    void evaluationChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// The notes as the user wants them; `what` names the step for undo.
    void notesAsked(const std::vector<bubblescope::DocumentNote>& notes, const QString& what);
    /// Before an undo step that is not a continuation of the last.
    void stepBegins();
    /// Others are shown than before.
    void notesChanged();
    /// The band came or went.
    void bandChanged();
    void focusedChanged(std::optional<std::size_t> note);
    /// Why nothing was done, for the user.
    void refused(const QString& why);
    /// A list of notes that stand too close for a flag each, to choose from.
    void listAsked(const std::vector<std::size_t>& notes, const QPoint& globalPosition);
    /// A menu for the focused note.
    void menuAsked(const QPoint& globalPosition);

private:
    enum class Part : std::uint8_t { Whole, Begin, End };
    struct Grip
    {
        std::size_t note = 0;
        Part part = Part::Whole;
    };
    struct Drag
    {
        Grip grip;
        QPointF from;
        bool hasMoved = false;
        std::vector<std::size_t> notes; ///< that share the flag, as it was pressed
    };

    /// Of the present notes; refresh() drops it.
    struct Cached
    {
        RectF plot;
        TimeRange range;
        Time makespan = 0;
        std::vector<DocumentNote> notes;
        NoteLayout layout;
    };

    [[nodiscard]] Time makespan() const;
    /// The nearest begin or end of an action near enough; the time itself if there is none. Requires an
    /// evaluation.
    [[nodiscard]] Time snapped(Time t) const;
    /// The notes with the one that is being dragged or made, and where they stand.
    [[nodiscard]] const Cached& shown() const;
    [[nodiscard]] std::vector<DocumentNote> shownNotes() const;
    [[nodiscard]] std::optional<std::size_t> shownFocus() const;
    /// Of equal notes the last one up to `near`, else the first.
    [[nodiscard]] std::optional<std::size_t> placeOf(const DocumentNote& note, std::size_t near) const;
    [[nodiscard]] std::optional<Grip> gripAt(const QPointF& position) const;
    [[nodiscard]] DocumentNote moved(const DocumentNote& note, Part part, Time by, bool snaps) const;
    void ask(std::vector<DocumentNote> notes, const QString& what, const std::optional<DocumentNote>& focus);
    void beginNew(const DocumentNote& note);
    void reveal(const DocumentNote& note, std::optional<RankId> rank);
    void openEditor(const QString& text);
    void placeEditor();
    void setHovered(std::optional<std::size_t> note);
    void sayFocused();
    void refresh();

    std::vector<DocumentNote> m_notes;
    std::optional<std::size_t> m_focused;
    std::optional<DocumentNote> m_wanted;  ///< what the focus goes to when the notes come
    std::optional<DocumentNote> m_preview; ///< in place of the focused one; or the one that is being made
    std::optional<Drag> m_drag;
    bool m_isNew = false;
    bool m_continuesMove = false;
    NoteEditor* m_editor = nullptr; ///< while a text is written
    std::optional<QPointF> m_pointer;
    std::optional<std::size_t> m_hovered; ///< the first note of the chip under the pointer
    mutable std::optional<Cached> m_cached;
};

} // namespace bubblescope::ui
