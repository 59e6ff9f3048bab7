// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_row.h"

#include "ui/widgets/figures.h"

#include <QHBoxLayout>
#include <QLabel>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kUnitWidth = 80, kAmountUnitWidth = 84;
/// Beyond it a double no longer tells neighbouring whole numbers apart.
constexpr double kMostWhole = 9e15;

} // namespace

NumberRow::NumberRow(const Text& text, bool real, QWidget* parent)
    : NumberRow(text, real ? NumberKind::Real : NumberKind::Whole, parent, new QWidget(parent), kUnitWidth)
{
    connect(m_field, &NumberField::edited, this, &NumberRow::edited);
}

NumberRow::NumberRow(const Text& text, const Range& range, QWidget* parent)
    : NumberRow(text, NumberKind::Amount, parent, new QWidget(parent), kAmountUnitWidth)
{
    m_range = range;
    m_field->setEmptyText(text.empty);
    m_field->setStep(range.isWhole ? 1 : 0.5);
    connect(m_field, &NumberField::edited, this, [this] {
        check();
        emit edited();
    });
}

NumberRow::NumberRow(const Text& text, NumberKind kind, QWidget* parent, QWidget* editor, int unitWidth)
    : FormRow(text.title, text.help, editor, parent)
    , m_field(new NumberField(kind, editor))
    , m_unit(new QLabel(editor))
    , m_kind(kind)
    , m_mayBeEmpty(!text.empty.isEmpty())
{
    m_unit->setProperty("quiet", true);
    m_unit->setMinimumWidth(unitWidth);
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
    m_field->setObjectName(text.name);
    setUnit(text.unit, text.help);
}

void NumberRow::setUnit(const QString& unit, const QString& help)
{
    m_unit->setText(unit);
    if (m_kind == NumberKind::Amount)
        m_unit->setToolTip(help);
    m_field->setToolTip(help);
    m_field->setAccessibleName(unit.isEmpty() ? title() : QStringLiteral("%1, %2").arg(title(), unit));
    m_field->setAccessibleDescription(help);
}

void NumberRow::setValue(std::optional<double> value)
{
    if (m_range) {
        if (value)
            m_field->setValues(StageValues(*value));
        else
            m_field->clear();
        check();
        return;
    }
    const bool isReal = m_kind == NumberKind::Real;
    if (value && NumberField::numberFrom(m_field->text(), isReal) != value)
        m_field->setText(isReal ? QString::number(*value, 'g', 10)
                                : QString::number(static_cast<qint64>(*value)));
}

QString NumberRow::problemOfAmount() const
{
    if (m_field->isEmpty())
        return m_mayBeEmpty ? QString() : tr("A number is missing.");
    const auto values = m_field->values();
    const double value = values ? values->at(StageId{0}) : 0;
    if (!values || (m_range->isWhole && value != std::floor(value)))
        return m_range->isWhole ? tr("Expected a whole number.") : tr("Expected a number of at least 0.");
    if (value < m_range->least || value > m_range->most)
        return tr("Expected %1 to %2.", "least, most")
            .arg(figureText(m_range->least, 3), figureText(m_range->most, 3));
    return m_rule ? m_rule(value) : QString();
}

QString NumberRow::problemOf() const
{
    if (m_range)
        return problemOfAmount();
    const bool isReal = m_kind == NumberKind::Real;
    const QString text = m_field->text();
    const std::optional<double> number = NumberField::numberFrom(text, isReal);
    if (!number || std::abs(*number) > kMostWhole)
        return text.isEmpty() ? tr("A number is missing.")
               : isReal       ? tr("“%1” is not a number.").arg(text)
                              : tr("“%1” is not a whole number.").arg(text);
    return m_rule ? m_rule(*number) : QString();
}

std::optional<double> NumberRow::value() const
{
    if (!problemOf().isEmpty())
        return std::nullopt;
    if (!m_range)
        return NumberField::numberFrom(m_field->text(), m_kind == NumberKind::Real);
    const auto values = m_field->isEmpty() ? std::nullopt : m_field->values();
    return values ? std::optional(values->at(StageId{0})) : std::nullopt;
}

bool NumberRow::check()
{
    const QString problem = problemOf();
    setProblem(problem);
    return problem.isEmpty();
}

QWidget* makeGroupHeading(const QString& title, QWidget* parent)
{
    auto* heading = new QLabel(title, parent);
    heading->setProperty("heading", true);
    heading->setContentsMargins(0, 8, 0, 0);
    return heading;
}

} // namespace bubblescope::ui
