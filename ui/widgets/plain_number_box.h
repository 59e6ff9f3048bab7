// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"

#include <QDoubleSpinBox>
#include <optional>

namespace bubblescope::ui {

/// Shows no zeros behind the last figure, and takes numbers with a unit where they have one.
class PlainNumberBox : public QDoubleSpinBox
{
    Q_OBJECT

public:
    using QDoubleSpinBox::QDoubleSpinBox;

    /// "1.5 s" may be typed, too; the box's own unit, its suffix, is `per` of what the measure keeps.
    void setMeasure(const Measure& measure, double per)
    {
        m_measure = measure;
        m_per = per;
        // A number may be on the way to one with a unit: it counts once it is whole.
        setKeyboardTracking(!measure.hasUnits());
    }

    [[nodiscard]] QString textFromValue(double value) const override
    {
        QString text = QDoubleSpinBox::textFromValue(value);
        if (text.contains(locale().decimalPoint())) {
            while (text.endsWith(QLatin1Char('0')))
                text.chop(1);
            if (text.endsWith(locale().decimalPoint()))
                text.chop(1);
        }
        return text;
    }

    [[nodiscard]] double valueFromText(const QString& text) const override
    {
        const std::optional<double> typed = typedValue(text);
        return typed ? *typed : QDoubleSpinBox::valueFromText(text);
    }

    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override
    {
        if (const auto typed = typedValue(text))
            return *typed >= minimum() && *typed <= maximum() ? QValidator::Acceptable
                                                              : QValidator::Intermediate;
        const QValidator::State plain = QDoubleSpinBox::validate(text, position);
        // Half a unit stands until it is whole.
        return plain == QValidator::Invalid && m_measure.hasUnits() ? QValidator::Intermediate : plain;
    }

private:
    /// Of a text that ends with a unit; the suffix goes on behind what is typed.
    [[nodiscard]] std::optional<double> typedValue(QString text) const
    {
        if (!m_measure.hasUnits())
            return std::nullopt;
        if (text.endsWith(suffix()))
            text.chop(suffix().size());
        const std::string typed = text.trimmed().toStdString();
        const auto value = endsWithUnit(typed) ? quantityFrom(typed, m_measure) : std::nullopt;
        return value ? std::optional(*value / m_per) : std::nullopt;
    }

    Measure m_measure;
    double m_per = 1;
};

} // namespace bubblescope::ui
