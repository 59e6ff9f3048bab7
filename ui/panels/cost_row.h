// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_model.h"
#include "ui/widgets/form_row.h"

#include <functional>
#include <optional>
#include <string>

namespace bubblescope::ui {

class Document;
class TimesField;

/// A number of the cost model, as one row of a form shows it.
struct CostNumber
{
    QString title;
    QString help;
    const char* name;  ///< of the field, for tests and style
    const char* key;   ///< how the model's own errors begin
    bool lists;        ///< takes one value a stage
    QString emptyText; ///< shown for no value; empty if there must be one
    std::function<std::optional<StageValues>(const CostModel&)> get;
    std::function<void(CostModel&, const std::optional<StageValues>&)> set;
};
/// A number that is a plain member of the model, at the end of a path of members.
[[nodiscard]] CostNumber plainNumber(const QString& title, const QString& help, const char* name,
                                     const char* key, std::function<double&(CostModel&)> member);

/// A row that edits one number: every key goes to the document at once, one stretch of typing is one undo
/// step, and what is no number is said below the field.
class CostRow : public FormRow
{
    Q_OBJECT

public:
    CostRow(Document& document, CostNumber number, QWidget* parent, std::optional<Role> swatch = {});

    [[nodiscard]] TimesField* field() const { return m_field; }
    /// Whether an error of the model is about this number.
    [[nodiscard]] bool isMeantBy(const std::string& error) const;
    /// Document to field.
    void follow();

signals:
    void changing(); ///< by the user: the document is told next

private:
    CostRow(Document& document, CostNumber number, TimesField* field, QWidget* parent,
            std::optional<Role> swatch);
    void take();

    Document& m_document;
    CostNumber m_number;
    TimesField* m_field;
    std::optional<StageValues> m_seen; ///< what the document had when it was last looked at
    bool m_isWrong = false;            ///< the text means nothing, and stays until m_seen changes
};

} // namespace bubblescope::ui
