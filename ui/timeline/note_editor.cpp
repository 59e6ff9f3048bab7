// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_editor.h"

#include "core/io/document.h"

#include <QKeyEvent>
#include <utility>

namespace bubblescope::ui {

NoteEditor::NoteEditor(QWidget* parent) : QLineEdit(parent)
{
    setObjectName(QStringLiteral("note-editor"));
    setAccessibleName(tr("Note"));
    setPlaceholderText(tr("Write a note, then press Enter"));
    setMaxLength(static_cast<int>(kLongestNote));
}

bool NoteEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const Qt::KeyboardModifiers modifiers = static_cast<QKeyEvent*>(event)->modifiers();
        // The timeline around it would take Enter, Esc and letters for its own.
        if ((modifiers & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier) {
            event->accept();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void NoteEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        finish(true);
    else if (event->key() == Qt::Key_Escape)
        finish(false);
    else
        QLineEdit::keyPressEvent(event);
    event->accept();
}

void NoteEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    // Its own menu, or another window, is no leaving.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        finish(true);
}

void NoteEditor::finish(bool keep)
{
    if (!std::exchange(m_isFinished, true))
        emit finished(keep);
}

} // namespace bubblescope::ui
