// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_fields.h"
#include "ui/panels/cost_origin.h"
#include "ui/widgets/form_row.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::ui {

class Document;
class NumberField;

/// A number of the cost model, as one row of a form shows it.
struct CostNumber
{
    QString title;
    QString help;
    std::string_view name; ///< of the field, for tests and style
    std::string_view key;  ///< of the field, as the model's own errors name it
    bool lists;            ///< takes one value a stage
    QString emptyText;     ///< shown for no value; empty if there must be one
    std::function<std::optional<StageValues>(const CostModel&)> get;
    std::function<void(CostModel&, const std::optional<StageValues>&)> set;
    CostScope per = CostScope::Stage; ///< what each number of a list is of
    CostUnit unit = CostUnit::None;
    bool isOfMemory = false; ///< what a rank holds, or may hold
    std::string group = {};  ///< with its key, "communicators.sent"
    bool isWhole = false;
    double least = 0; ///< of a whole number
};
/// A field of the table of costs, by the name that errors call it by: a number or a list.
[[nodiscard]] CostNumber costNumber(std::string_view name);
/// The names of those that the table puts under a heading.
[[nodiscard]] std::vector<std::string_view> costNumbersOf(CostSection section);

/// A row that edits one number: what is typed goes to the document as its field tells it, one stretch of
/// typing is one undo step, and what is no number is said below the field.
class CostRow : public FormRow
{
    Q_OBJECT

public:
    CostRow(Document& document, const CostNumber& number, QWidget* parent, std::optional<Role> swatch = {});

    [[nodiscard]] NumberField* field() const { return m_field; }
    /// Whether an error about the field of that name is about this number.
    [[nodiscard]] bool isOf(std::string_view key) const { return !key.empty() && m_number.key == key; }
    /// Document to field.
    void follow();
    /// Says behind the field whether the value is fitted, a default, or edited since; null for costs that
    /// were not fitted.
    void setOrigin(const CostOriginPtr& origin);

signals:
    void changing(); ///< by the user: the document is told next

private:
    CostRow(Document& document, CostNumber number, NumberField* field, QWidget* parent,
            std::optional<Role> swatch);
    void take();
    void showOrigin();
    /// Units follow those of the costs.
    void followMeasure(const CostModel& costs);
    [[nodiscard]] QString wrongText() const;

    Document& m_document;
    CostOriginPtr m_origin;
    CostNumber m_number;
    NumberField* m_field;
    std::optional<StageValues> m_seen; ///< what the document had when it was last looked at
    bool m_isWrong = false;            ///< the text means nothing, and stays until m_seen changes
};

} // namespace bubblescope::ui
