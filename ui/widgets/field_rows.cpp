// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/field_rows.h"

#include "ui/widgets/list_parts.h"
#include "ui/widgets/problem_note.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

FieldRows::FieldRows(const QString& title, const QString& help, const QString& addHelp, const char* name,
                     std::vector<Field> fields, QWidget* parent)
    : QWidget(parent)
    , m_fields(std::move(fields))
    , m_add(makeAddButton(addHelp, this))
    , m_layout(new QVBoxLayout(this))
    , m_problem(new ProblemNote(*this))
{
    setObjectName(QLatin1String(name));
    auto* label = new QLabel(title, this);
    label->setToolTip(help);
    label->setBuddy(m_add);
    auto* line = new QHBoxLayout;
    line->addWidget(label, 1);
    line->addWidget(m_add);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addLayout(line);
    connect(m_add, &QPushButton::clicked, this, [this] { add(); });
}

void FieldRows::addRow()
{
    Row row;
    row.widget = new QWidget(this);
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    QWidget* before = m_rows.empty() ? m_add : m_rows.back().remove;
    const auto place = [&](QWidget* part, int stretch) {
        line->addWidget(part, stretch);
        setTabOrder(before, part);
        before = part;
    };
    for (const Field& field : m_fields) {
        QLineEdit* edit = makeEntryField(field.name, row.widget);
        edit->setToolTip(field.help);
        if (field.width > 0)
            edit->setFixedWidth(field.width);
        connect(edit, &QLineEdit::textEdited, this, [this] { take(); });
        connect(edit, &QLineEdit::editingFinished, this, &FieldRows::editingFinished);
        place(edit, field.width > 0 ? 0 : 1);
        line->addSpacing(field.gap);
        row.fields.push_back(edit);
    }
    row.remove = makeRemoveButton(row.widget);
    connect(row.remove, &QPushButton::clicked, this, [this, widget = row.widget] { remove(widget); });
    place(row.remove, 0);
    m_layout->addWidget(row.widget);
    m_rows.push_back(std::move(row));
}

void FieldRows::setRowCount(std::size_t count)
{
    while (m_rows.size() > count) {
        m_rows.back().widget->hide();
        m_rows.back().widget->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < count)
        addRow();
}

void FieldRows::editLastRow()
{
    take();
    emit editingFinished();
    QLineEdit* first = m_rows.back().fields.front();
    first->setFocus(Qt::OtherFocusReason);
    first->selectAll();
}

void FieldRows::remove(const QWidget* widget)
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.widget == widget; });
    if (found == m_rows.end())
        return;
    const bool hadFocus = found->remove->hasFocus();
    found->widget->hide();
    found->widget->deleteLater();
    m_rows.erase(found);
    take();
    emit editingFinished();
    if (hadFocus)
        m_add->setFocus(Qt::OtherFocusReason);
}

void FieldRows::setProblem(const QString& text)
{
    // The field that is typed into, or all of them.
    QWidget* focus = window()->focusWidget();
    m_problem->set(qobject_cast<QLineEdit*>(focus) && isAncestorOf(focus) ? *focus : *this, text);
}

QString FieldRows::problemText() const
{
    return m_problem->text();
}

QLineEdit* FieldRows::field(std::size_t row, std::size_t column) const
{
    return row < m_rows.size() ? m_rows[row].fields[column] : nullptr;
}

QPushButton* FieldRows::removeButton(std::size_t row) const
{
    return row < m_rows.size() ? m_rows[row].remove : nullptr;
}

} // namespace bubblescope::ui
