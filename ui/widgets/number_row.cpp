// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_row.h"

#include "ui/widgets/number_fields.h"

#include <QHBoxLayout>
#include <QLabel>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kUnitWidth = 80;
/// Beyond it a double no longer tells neighbouring whole numbers apart.
constexpr double kMostWhole = 9e15;

} // namespace

NumberRow::NumberRow(const Text& text, bool real, QWidget* parent)
    : NumberRow(text, real, parent, new QWidget(parent))
{}

NumberRow::NumberRow(const Text& text, bool real, QWidget* parent, QWidget* editor)
    : FormRow(text.title, text.help, editor, parent)
    , m_field(new WholeNumberField(editor))
    , m_real(real)
{
    auto* unit = new QLabel(text.unit, editor);
    unit->setProperty("quiet", true);
    unit->setMinimumWidth(kUnitWidth);
    unit->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    auto* line = new QHBoxLayout(editor);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_field, 1);
    line->addWidget(unit);
    editor->setFocusProxy(m_field);
    // The field speaks for the whole row.
    editor->setAccessibleName({});
    editor->setAccessibleDescription({});
    m_field->setObjectName(text.name);
    m_field->setReal(real);
    m_field->setToolTip(text.help);
    m_field->setAccessibleName(text.unit.isEmpty() ? text.title
                                                   : QStringLiteral("%1, %2").arg(text.title, text.unit));
    m_field->setAccessibleDescription(text.help);
    connect(m_field, &WholeNumberField::edited, this, &NumberRow::edited);
}

void NumberRow::setValue(double value)
{
    const std::optional<double> now = WholeNumberField::numberFrom(m_field->text(), m_real);
    if (now == value)
        return;
    m_field->setText(m_real ? QString::number(value, 'g', 10) : QString::number(static_cast<qint64>(value)));
}

QString NumberRow::problemOf() const
{
    const QString text = m_field->text();
    const std::optional<double> number = WholeNumberField::numberFrom(text, m_real);
    if (!number || std::abs(*number) > kMostWhole)
        return text.isEmpty() ? tr("A number is missing.")
               : m_real       ? tr("“%1” is no number.").arg(text)
                              : tr("“%1” is no whole number.").arg(text);
    return m_rule ? m_rule(*number) : QString();
}

std::optional<double> NumberRow::value() const
{
    return problemOf().isEmpty() ? WholeNumberField::numberFrom(m_field->text(), m_real) : std::nullopt;
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
