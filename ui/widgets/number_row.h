// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/form_row.h"

#include <functional>

namespace bubblescope::ui {

class WholeNumberField;

/// A number with its unit, and below it why it is not admissible.
class NumberRow : public FormRow
{
    Q_OBJECT

public:
    struct Text
    {
        QString title;
        QString help;
        QString unit; ///< may be empty
        QString name; ///< object name of the field
    };
    /// What is wrong with a number, in words; empty for nothing.
    using Rule = std::function<QString(double value)>;

    NumberRow(const Text& text, bool real, QWidget* parent);

    void setRule(Rule rule) { m_rule = std::move(rule); }
    /// Sets the number without telling anyone.
    void setValue(double value);
    /// Nothing where the text is no number, or the rule refuses it: then the row says why.
    [[nodiscard]] std::optional<double> value() const;
    /// Says what is wrong now with what stands in the field; true if nothing is.
    bool check();
    [[nodiscard]] WholeNumberField* field() const { return m_field; }

signals:
    void edited();

private:
    NumberRow(const Text& text, bool real, QWidget* parent, QWidget* editor);
    [[nodiscard]] QString problemOf() const;

    WholeNumberField* m_field;
    bool m_real;
    Rule m_rule;
};

/// A heading over a group of rows.
[[nodiscard]] QWidget* makeGroupHeading(const QString& title, QWidget* parent);

} // namespace bubblescope::ui
