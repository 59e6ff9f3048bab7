// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/entry_rows.h"

#include "core/analyze/metrics.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
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
                     std::function<QString(const std::vector<Entry>&)> problemOf,
                     std::function<Entry(const std::vector<Entry>&)> propose, QWidget* parent)
    : FieldRows(
          title, help, tr("Add: %1", "to a list").arg(help), name,
          [&] {
              std::vector<Field> named;
              for (const EntryField& field : fields)
                  named.push_back({tr("%1: %2", "list, field").arg(title, field.title)});
              return named;
          }(),
          parent)
    , m_fields(std::move(fields))
    , m_problemOf(std::move(problemOf))
    , m_propose(std::move(propose))
    , m_heads(new QWidget(this))
{
    auto* heads = new QHBoxLayout(m_heads);
    heads->setContentsMargins(0, 0, kRemoveWidth + 4, 0);
    heads->setSpacing(4);
    for (const EntryField& field : m_fields) {
        auto* head = new QLabel(field.title, m_heads);
        head->setProperty("quiet", true);
        heads->addWidget(head, 1);
    }
    m_heads->hide();
    // Under the title.
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_heads);
}

void EntryRows::add()
{
    std::vector<Entry> entries = m_entries;
    entries.push_back(m_propose(entries));
    setEntries(entries);
    editLastRow();
}

std::optional<double> EntryRows::shown(std::size_t entry, std::size_t column, bool real) const
{
    return NumberField::numberFrom(field(entry, column)->text().trimmed(), real);
}

bool EntryRows::showsEntries() const
{
    if (rowCount() != m_entries.size())
        return false;
    for (std::size_t e = 0; e < rowCount(); ++e)
        for (std::size_t f = 0; f < m_fields.size(); ++f)
            if (shown(e, f) != m_entries[e][f])
                return false;
    return true;
}

void EntryRows::setEntries(const std::vector<Entry>& entries)
{
    // What is half typed stays until the entries change elsewhere.
    if (m_isWrong && entries == m_entries)
        return;
    m_isWrong = false;
    setProblem({});
    // What is kept in another order stays as it was entered.
    if (showsEntries() && isReordered(m_entries, entries))
        return;
    m_entries = entries;
    setRowCount(entries.size());
    m_heads->setVisible(!entries.empty());
    for (std::size_t e = 0; e < entries.size(); ++e)
        for (std::size_t f = 0; f < m_fields.size(); ++f)
            if (shown(e, f) != entries[e][f])
                field(e, f)->setText(QString::fromStdString(numberText(entries[e][f])));
}

void EntryRows::take()
{
    std::vector<Entry> entries;
    m_isWrong = true;
    m_heads->setVisible(rowCount() > 0);
    for (std::size_t e = 0; e < rowCount(); ++e) {
        Entry& entry = entries.emplace_back();
        for (std::size_t f = 0; f < m_fields.size(); ++f) {
            const auto number = shown(e, f, !m_fields[f].whole);
            if (!number || *number < 0) {
                setProblem((m_fields[f].whole ? tr("%1 takes a whole number from 0", "field")
                                              : tr("%1 takes a number from 0", "field"))
                               .arg(m_fields[f].title));
                return;
            }
            entry.push_back(*number);
        }
    }
    const QString problem = m_problemOf(entries);
    setProblem(problem);
    if (!problem.isEmpty())
        return;
    m_isWrong = false;
    m_entries = entries;
    emit edited(entries);
}

} // namespace bubblescope::ui
