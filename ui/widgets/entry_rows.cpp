// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/entry_rows.h"

#include "core/analyze/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

bool isReordered(std::vector<Entry> a, std::vector<Entry> b)
{
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

} // namespace

EntryRows::EntryRows(const QString& title, const QString& help, const char* name,
                     std::vector<EntryField> fields,
                     std::function<QString(const std::vector<Entry>&)> problemOf, QWidget* parent)
    : QWidget(parent)
    , m_title(title)
    , m_fields(std::move(fields))
    , m_problemOf(std::move(problemOf))
    , m_add(makeAddButton(tr("Add: %1", "to a list").arg(help), this))
    , m_heads(new QWidget(this))
    , m_layout(new QVBoxLayout(this))
    , m_problem(makeProblemLabel(this))
{
    setObjectName(QLatin1String(name));
    auto* label = new QLabel(title, this);
    label->setToolTip(help);
    label->setBuddy(m_add);
    auto* line = new QHBoxLayout;
    line->addWidget(label, 1);
    line->addWidget(m_add);
    auto* heads = new QHBoxLayout(m_heads);
    heads->setContentsMargins(0, 0, kRemoveWidth + 4, 0);
    heads->setSpacing(4);
    for (const EntryField& field : m_fields) {
        auto* head = new QLabel(field.title, m_heads);
        head->setProperty("quiet", true);
        heads->addWidget(head, 1);
    }
    m_heads->hide();
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addLayout(line);
    m_layout->addWidget(m_heads);
    m_layout->addWidget(m_problem);
    connect(m_add, &QPushButton::clicked, this, [this] {
        std::vector<Entry> entries = m_entries;
        Entry entry;
        for (const EntryField& field : m_fields)
            entry.push_back(field.proposed);
        entries.push_back(m_propose ? m_propose(entries) : entry);
        setEntries(entries);
        take();
        emit editingFinished();
        m_rows.back().fields.front()->setFocus(Qt::OtherFocusReason);
        m_rows.back().fields.front()->selectAll();
    });
}

void EntryRows::setProposal(std::function<Entry(const std::vector<Entry>&)> propose)
{
    m_propose = std::move(propose);
}

void EntryRows::addRow()
{
    Row row;
    row.widget = new QWidget(this);
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    for (const EntryField& field : m_fields) {
        QLineEdit* edit = makeEntryField(tr("%1: %2", "list, field").arg(m_title, field.title), row.widget);
        connect(edit, &QLineEdit::textEdited, this, &EntryRows::take);
        connect(edit, &QLineEdit::editingFinished, this, &EntryRows::editingFinished);
        line->addWidget(edit, 1);
        row.fields.push_back(edit);
    }
    row.remove = makeRemoveButton(row.widget);
    connect(row.remove, &QPushButton::clicked, this, [this, widget = row.widget] { remove(widget); });
    line->addWidget(row.remove);
    // The problem stays last.
    m_layout->insertWidget(m_layout->count() - 1, row.widget);
    m_rows.push_back(std::move(row));
    setTabOrders();
}

void EntryRows::setTabOrders()
{
    QWidget* before = m_add;
    for (const Row& row : m_rows) {
        for (QLineEdit* field : row.fields) {
            setTabOrder(before, field);
            before = field;
        }
        setTabOrder(before, row.remove);
        before = row.remove;
    }
}

bool EntryRows::showsEntries() const
{
    if (m_rows.size() != m_entries.size())
        return false;
    for (std::size_t e = 0; e < m_rows.size(); ++e)
        for (std::size_t f = 0; f < m_fields.size(); ++f)
            if (NumberField::numberFrom(m_rows[e].fields[f]->text().trimmed(), true) != m_entries[e][f])
                return false;
    return true;
}

void EntryRows::setEntries(const std::vector<Entry>& entries)
{
    // What is half typed stays until the entries change elsewhere.
    if (m_isWrong && entries == m_entries)
        return;
    m_isWrong = false;
    // What is kept in another order stays as it was entered.
    if (showsEntries() && isReordered(m_entries, entries)) {
        showProblem(*m_problem, {});
        return;
    }
    m_entries = entries;
    while (m_rows.size() > entries.size()) {
        m_rows.back().widget->hide();
        m_rows.back().widget->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < entries.size())
        addRow();
    m_heads->setVisible(!entries.empty());
    for (std::size_t e = 0; e < entries.size(); ++e)
        for (std::size_t f = 0; f < m_fields.size(); ++f) {
            QLineEdit* field = m_rows[e].fields[f];
            if (NumberField::numberFrom(field->text().trimmed(), true) != entries[e][f])
                field->setText(QString::fromStdString(numberText(entries[e][f])));
        }
    showProblem(*m_problem, {});
}

QString EntryRows::problemText() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

QLineEdit* EntryRows::field(std::size_t entry, std::size_t column) const
{
    return entry < m_rows.size() ? m_rows[entry].fields[column] : nullptr;
}

QPushButton* EntryRows::removeButton(std::size_t entry) const
{
    return entry < m_rows.size() ? m_rows[entry].remove : nullptr;
}

void EntryRows::take()
{
    std::vector<Entry> entries;
    m_isWrong = true;
    for (const Row& row : m_rows) {
        Entry& entry = entries.emplace_back();
        for (std::size_t f = 0; f < m_fields.size(); ++f) {
            const auto number = NumberField::numberFrom(row.fields[f]->text().trimmed(), !m_fields[f].whole);
            if (!number || *number < 0) {
                showProblem(*m_problem, (m_fields[f].whole ? tr("%1 takes a whole number from 0", "field")
                                                           : tr("%1 takes a number from 0", "field"))
                                            .arg(m_fields[f].title));
                return;
            }
            entry.push_back(*number);
        }
    }
    const QString problem = m_problemOf(entries);
    showProblem(*m_problem, problem);
    if (!problem.isEmpty())
        return;
    m_isWrong = false;
    m_entries = entries;
    emit edited(entries);
}

void EntryRows::remove(const QWidget* widget)
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.widget == widget; });
    if (found == m_rows.end())
        return;
    const bool hadFocus = found->remove->hasFocus();
    found->widget->hide();
    found->widget->deleteLater();
    m_rows.erase(found);
    m_heads->setVisible(!m_rows.empty());
    take();
    emit editingFinished();
    if (hadFocus)
        m_add->setFocus(Qt::OtherFocusReason);
}

} // namespace bubblescope::ui
