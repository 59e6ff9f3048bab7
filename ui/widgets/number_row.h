// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/form_row.h"
#include "ui/widgets/number_field.h"

#include <functional>

class QLabel;

namespace bubblescope::ui {

/// A number with its unit behind it, or nothing where nothing means something; below it why it is not
/// admissible.
class NumberRow : public FormRow
{
    Q_OBJECT

public:
    struct Text
    {
        QString title;
        QString help;
        QString unit;       ///< may be empty
        QString name;       ///< object name of the field
        QString empty = {}; ///< what no number means: "no limit"; empty = a number is wanted
    };
    /// An amount within bounds, which are named where it is not.
    struct Range
    {
        double least = 0, most = 0;
        bool isWhole = true;
    };
    /// What is wrong with a number, in words; empty for nothing.
    using Rule = std::function<QString(double value)>;

    /// A number of any size and sign, told at a pause; what is wrong with it is said by check().
    NumberRow(const Text& text, bool real, QWidget* parent);
    /// An amount, told and checked with every key.
    NumberRow(const Text& text, const Range& range, QWidget* parent);

    void setRule(Rule rule) { m_rule = std::move(rule); }
    void setUnit(const QString& unit, const QString& help);
    /// Amounts that may be typed with a unit: the one beside the field is `per` of what the measure keeps.
    void setMeasure(const Measure& measure, double per) { m_field->setMeasure(measure, per, true); }
    /// Sets the number, or none, without telling anyone.
    void setValue(std::optional<double> value);
    /// Nothing for an empty field, and for what is not admissible.
    [[nodiscard]] std::optional<double> value() const;
    /// What is wrong with what stands in the field, in words; empty for nothing.
    [[nodiscard]] QString problemOf() const;
    /// Says so below it; true if nothing is wrong.
    bool check();
    [[nodiscard]] NumberField* field() const { return m_field; }

signals:
    void edited();

private:
    NumberRow(const Text& text, NumberKind kind, QWidget* parent, QWidget* editor, int unitWidth);
    [[nodiscard]] QString problemOfAmount() const;

    NumberField* m_field;
    QLabel* m_unit;
    NumberKind m_kind;
    std::optional<Range> m_range;
    bool m_mayBeEmpty;
    Rule m_rule;
};

/// A heading over a group of rows.
[[nodiscard]] QWidget* makeGroupHeading(const QString& title, QWidget* parent);

} // namespace bubblescope::ui
