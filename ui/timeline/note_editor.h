// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace bubblescope::ui {

/// The field in which a note is written, at its flag. Enter or leaving it keeps the text, Esc drops it. All
/// keys are its own while it has the focus.
class NoteEditor : public QLineEdit
{
    Q_OBJECT

public:
    explicit NoteEditor(QWidget* parent);

signals:
    /// Once.
    void finished(bool keep);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void finish(bool keep);
    bool m_isFinished = false;
};

} // namespace bubblescope::ui
