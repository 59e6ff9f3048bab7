// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/form_row.h"

#include <optional>

class QLabel;

namespace bubblescope::ui {

class TimesField;

/// A number from a range, with its unit behind it, or nothing where nothing means something; below it why it
/// is not admissible.
class FindNumber : public FormRow
{
    Q_OBJECT

public:
    struct Text
    {
        QString title;
        QString help;
        QString unit;  ///< may be empty
        QString empty; ///< what no number means: "no limit"; empty = a number is wanted
        const char* name = "";
    };
    struct Range
    {
        double least = 0, most = 0;
        bool isWhole = true;
    };

    FindNumber(const Text& text, const Range& range, QWidget* parent);

    /// Sets the number without telling anyone.
    void setValue(std::optional<double> value);
    /// Nothing for an empty field, and for what is not admissible.
    [[nodiscard]] std::optional<double> value() const;
    void setUnit(const QString& unit, const QString& help);
    /// What is wrong with what stands there, in words; empty for nothing.
    [[nodiscard]] QString problemOf() const;
    /// Says so under the field.
    void check() { setProblem(problemOf()); }
    [[nodiscard]] TimesField* field() const { return m_field; }

signals:
    void edited();

private:
    FindNumber(const Text& text, const Range& range, QWidget* parent, QWidget* editor);

    TimesField* m_field;
    QLabel* m_unit;
    Range m_range;
    bool m_mayBeEmpty;
};

} // namespace bubblescope::ui
