// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form_row.h"

#include "ui/widgets/parameter_row.h"
#include "ui/widgets/problem_note.h"
#include "ui/widgets/swatch.h"

#include <QHBoxLayout>
#include <QLabel>

namespace bubblescope::ui {

namespace {

constexpr int kMarkWidth = 52;

} // namespace

FormRow::FormRow(const QString& title, const QString& help, QWidget* editor, QWidget* parent,
                 std::optional<Role> swatch)
    : QWidget(parent)
    , m_title(title)
    , m_editor(editor)
    , m_problem(new ProblemNote(*this))
    , m_line(new QHBoxLayout(this))
{
    auto* label = new QLabel(title, this);
    label->setFixedWidth(kFormLabelWidth - (swatch ? Swatch::kWidth : 0));
    label->setToolTip(help);
    label->setBuddy(editor);
    editor->setToolTip(help);
    editor->setAccessibleName(title);
    editor->setAccessibleDescription(help);
    m_line->setContentsMargins(0, 0, 0, 0);
    m_line->setSpacing(0);
    m_line->addWidget(label);
    if (swatch)
        m_line->addWidget(new Swatch(*swatch, this));
    m_line->addWidget(editor, 1);
    setFocusProxy(editor);
}

void FormRow::setProblem(const QString& text)
{
    m_problem->set(*m_editor, text);
}

QString FormRow::problemText() const
{
    return m_problem->text();
}

void FormRow::setMark(const QString& text, const QString& help)
{
    if (!m_mark && text.isEmpty())
        return;
    if (!m_mark) {
        m_mark = new QLabel(this);
        m_mark->setProperty("quiet", true);
        m_mark->setTextFormat(Qt::PlainText);
        m_mark->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_mark->setFixedWidth(kMarkWidth);
        m_line->addWidget(m_mark);
    }
    m_mark->setText(text);
    m_mark->setToolTip(help);
    m_mark->setAccessibleName(help.isEmpty() ? text : text + QStringLiteral(": ") + help);
    m_mark->setVisible(!text.isEmpty());
}

QString FormRow::markText() const
{
    return m_mark ? m_mark->text() : QString();
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
