// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"

namespace bubblescope::test {

/// A window that shows 1F1B on 4 ranks: blocks at whole times, 33 steps long.
class NotesWindow : public FreshWindow
{
public:
    void begin()
    {
        FreshWindow::begin();
        action("view.reducedMotion")->setChecked(true);
        start("1f1b:ranks=4,microbatches=8");
    }
    [[nodiscard]] ui::NoteMarks& marks() { return view().notes(); }
    [[nodiscard]] QWidget* viewport() { return view().viewport(); }
    /// The one that is open; closed ones may wait for their end.
    [[nodiscard]] QLineEdit* editor()
    {
        for (auto* editor : viewport()->findChildren<QLineEdit*>("note-editor"))
            if (editor->isVisible())
                return editor;
        return nullptr;
    }
    /// "4 x | 1-3@2 y": times, ranks and texts.
    [[nodiscard]] QString notes()
    {
        QStringList all;
        for (const DocumentNote& note : document().notes()) {
            QString text = QString::number(note.from);
            if (note.to)
                text += "-" + QString::number(*note.to);
            if (note.rank)
                text += "@" + QString::number(note.rank->value);
            all << text + " " + QString::fromStdString(note.text);
        }
        return all.join(" | ");
    }
    void pointAt(std::size_t row, Time t) { sendMove(viewport(), at(row, t)); }
    void leave()
    {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(viewport(), &event);
    }
    void write(const QString& text)
    {
        QTRY_VERIFY(editor() && editor()->hasFocus());
        QTest::keyClicks(editor(), text);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTRY_VERIFY(view().hasFocus());
    }
    [[nodiscard]] QString written(const QString& text)
    {
        write(text);
        return notes();
    }
    [[nodiscard]] QString after(Qt::Key pressed, Qt::KeyboardModifiers modifiers = {})
    {
        key(pressed, modifiers);
        return notes();
    }
    void addAt(Time t, const QString& text)
    {
        pointAt(0, t);
        key(Qt::Key_M);
        write(text);
    }
    /// The middle of a note's flag.
    [[nodiscard]] QPoint flag(std::size_t note)
    {
        const ui::NoteChip* chip = marks().layout().chipOf(note);
        return chip ? chip->rect.center().toPoint() : QPoint();
    }
};

} // namespace bubblescope::test
