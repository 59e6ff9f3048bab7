// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/find_number.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/number_fields.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kUnitRoom = 84;

} // namespace

FindNumber::FindNumber(const Text& text, const Range& range, QWidget* parent)
    : FindNumber(text, range, parent, new QWidget(parent))
{}

FindNumber::FindNumber(const Text& text, const Range& range, QWidget* parent, QWidget* editor)
    : FormRow(text.title, text.help, editor, parent)
    , m_field(new TimesField(false, editor))
    , m_unit(new QLabel(editor))
    , m_range(range)
    , m_mayBeEmpty(!text.empty.isEmpty())
{
    m_unit->setProperty("quiet", true);
    m_unit->setMinimumWidth(kUnitRoom);
    m_unit->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    auto* line = new QHBoxLayout(editor);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_field, 1);
    line->addWidget(m_unit);
    editor->setFocusProxy(m_field);
    // The field speaks for the whole row.
    editor->setAccessibleName({});
    editor->setAccessibleDescription({});
    m_field->setObjectName(QStringLiteral("find-") + QLatin1String(text.name));
    m_field->setEmptyText(text.empty);
    m_field->setStep(range.isWhole ? 1 : 0.5);
    setUnit(text.unit, text.help);
    connect(m_field, &TimesField::edited, this, [this] {
        check();
        emit edited();
    });
}

void FindNumber::setUnit(const QString& unit, const QString& help)
{
    m_unit->setText(unit);
    m_unit->setToolTip(help);
    m_field->setToolTip(help);
    m_field->setAccessibleName(unit.isEmpty() ? title() : QStringLiteral("%1, %2").arg(title(), unit));
    m_field->setAccessibleDescription(help);
}

void FindNumber::setValue(std::optional<double> value)
{
    if (value)
        m_field->setValues(StageValues(*value));
    else
        m_field->clear();
    check();
}

std::optional<double> FindNumber::value() const
{
    const auto values = problemOf().isEmpty() && !m_field->isEmpty() ? m_field->values() : std::nullopt;
    return values ? std::optional(values->at(StageId{0})) : std::nullopt;
}

QString FindNumber::problemOf() const
{
    if (m_field->isEmpty())
        return m_mayBeEmpty ? QString() : tr("A number is missing.");
    const auto values = m_field->values();
    const double value = values ? values->at(StageId{0}) : 0;
    if (!values || (m_range.isWhole && value != std::floor(value)))
        return m_range.isWhole ? tr("Expected a whole number.") : tr("Expected a number from 0.");
    if (value < m_range.least || value > m_range.most)
        return tr("Expected %1 to %2.", "least, most")
            .arg(figureText(m_range.least, 3), figureText(m_range.most, 3));
    return {};
}

} // namespace bubblescope::ui
