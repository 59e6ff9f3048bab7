// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_row.h"

#include "ui/document/document.h"
#include "ui/widgets/number_fields.h"

namespace bubblescope::ui {

CostNumber plainNumber(const QString& title, const QString& help, const char* name, const char* key,
                       std::function<double&(CostModel&)> member)
{
    CostNumber number{title, help, name, key, false, {}, {}, {}};
    number.get = [member](const CostModel& costs) {
        CostModel copy = costs;
        return StageValues(member(copy));
    };
    number.set = [member](CostModel& costs, const std::optional<StageValues>& values) {
        member(costs) = values->at(StageId{0});
    };
    return number;
}

CostRow::CostRow(Document& document, CostNumber number, QWidget* parent, std::optional<Role> swatch)
    : CostRow(document, number, new TimesField(number.lists), parent, swatch)
{}

CostRow::CostRow(Document& document, CostNumber number, TimesField* field, QWidget* parent,
                 std::optional<Role> swatch)
    : FormRow(number.title, number.help, field, parent, swatch)
    , m_document(document)
    , m_number(std::move(number))
    , m_field(field)
{
    m_field->setObjectName(QLatin1String(m_number.name));
    m_field->setEmptyText(m_number.emptyText);
    connect(m_field, &TimesField::edited, this, &CostRow::take);
    connect(m_field, &QAbstractSpinBox::editingFinished, this, [this] { m_document.endTyping(); });
}

bool CostRow::isMeantBy(const std::string& error) const
{
    const std::string key = m_number.key;
    return !key.empty() && error.starts_with(key + ' ');
}

void CostRow::follow()
{
    const auto values = m_number.get(m_document.state().costs);
    // Half a list must not be lost to the evaluation of what stood there before its last comma.
    if (m_isWrong && values == m_seen)
        return;
    m_isWrong = false;
    m_seen = values;
    if (values)
        m_field->setValues(*values);
    else if (!m_number.emptyText.isEmpty())
        m_field->clear();
    setProblem({});
}

void CostRow::take()
{
    const bool isEmpty = !m_number.emptyText.isEmpty() && m_field->isEmpty();
    const auto values = isEmpty ? std::nullopt : m_field->values();
    m_isWrong = !values && !isEmpty;
    if (m_isWrong) {
        setProblem((m_number.lists ? tr("%1 takes a number from 0, or one for every stage: 1, 1, 1.5", "cost")
                                   : tr("%1 takes a number from 0", "cost"))
                       .arg(title()));
        return;
    }
    setProblem({});
    CostModel costs = m_document.state().costs;
    m_number.set(costs, values);
    m_seen = m_number.get(costs);
    emit changing();
    m_document.setCosts(costs, title());
}

} // namespace bubblescope::ui
