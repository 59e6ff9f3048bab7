// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"

#include <QWidget>
#include <optional>

class QHBoxLayout;
class QLabel;

namespace bubblescope::ui {

class ProblemNote;

/// A label, its editor, and what is wrong with what stands in it.
class FormRow : public QWidget
{
    Q_OBJECT

public:
    /// Takes the editor. A role puts a square of its colour before the editor.
    FormRow(const QString& title, const QString& help, QWidget* editor, QWidget* parent,
            std::optional<Role> swatch = {});

    [[nodiscard]] const QString& title() const { return m_title; }
    /// Shown until the next call; empty for none.
    void setProblem(const QString& text);
    [[nodiscard]] QString problemText() const;
    /// A quiet word behind the editor, as where its value comes from; empty for none.
    void setMark(const QString& text, const QString& help = {});
    [[nodiscard]] QString markText() const;

private:
    QString m_title;
    QWidget* m_editor;
    ProblemNote* m_problem;
    QLabel* m_mark = nullptr; ///< made when there is the first
    QHBoxLayout* m_line;
};

/// A label for what is wrong with a form as a whole: in words, wrapped, hidden while nothing is.
[[nodiscard]] QLabel* makeProblemLabel(QWidget* parent);
void showProblem(QLabel& label, const QString& text);

} // namespace bubblescope::ui
