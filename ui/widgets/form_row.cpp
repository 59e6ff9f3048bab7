// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form_row.h"

#include "ui/widgets/parameter_row.h"
#include "ui/widgets/swatch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope::ui {

FormRow::FormRow(const QString& title, const QString& help, QWidget* editor, QWidget* parent,
                 std::optional<Role> swatch)
    : QWidget(parent)
    , m_title(title)
    , m_problem(makeProblemLabel(this))
{
    auto* label = new QLabel(title, this);
    label->setFixedWidth(kFormLabelWidth - (swatch ? Swatch::kWidth : 0));
    label->setToolTip(help);
    label->setBuddy(editor);
    editor->setToolTip(help);
    editor->setAccessibleName(title);
    editor->setAccessibleDescription(help);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(label);
    if (swatch)
        line->addWidget(new Swatch(*swatch, this));
    line->addWidget(editor, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(line);
    column->addWidget(m_problem);
    setFocusProxy(editor);
}

void FormRow::setProblem(const QString& text)
{
    showProblem(*m_problem, text);
}

QString FormRow::problemText() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

QLabel* makeProblemLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setProperty("warning", true);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->hide();
    return label;
}

void showProblem(QLabel& label, const QString& text)
{
    label.setText(text);
    label.setAccessibleName(text);
    label.setVisible(!text.isEmpty());
}

} // namespace bubblescope::ui
