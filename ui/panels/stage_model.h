// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/time/cost_model.h"
#include "ui/widgets/table_model.h"

#include <QStringList>
#include <vector>

namespace bubblescope::ui {

/// A column of the stage table: what it is, and its values; one value stands for all stages.
struct StageColumn
{
    QString title;
    QString help;
    StageValues values;
    Measure measure = {};
    bool operator==(const StageColumn&) const = default;
};

/// Stages and what they cost, to be edited. Keeps nothing that was typed: a number is told by edited(), for
/// whoever owns the costs to take, and a text that is none by refused().
class StageModel : public RecordModel<StageId>
{
    Q_OBJECT

public:
    using RecordModel::RecordModel;

    /// `ranks`: who runs each stage, in words; one a stage.
    void setContent(std::vector<StageColumn> columns, QStringList ranks);
    void setEditable(bool editable) { m_editable = editable; }
    /// Rows are named by their stage alone; who runs it is left to the tooltip.
    void setBriefNames(bool brief);
    /// Costs are shown with so many significant digits; tool tips, copies and editors have all. For the view
    /// that asks: tells nobody.
    void setDigits(int digits) { m_digits = digits; }
    [[nodiscard]] const std::vector<StageColumn>& content() const { return m_content; }

    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void edited(int row, int column, double value);
    void refused(const QString& text);

protected:
    [[nodiscard]] QVariant look(const StageId& stage, int column, int role) const override;

private:
    [[nodiscard]] ColumnType columnOf(std::size_t number) const;
    /// As it is typed: in full.
    [[nodiscard]] QString exactText(std::size_t column, StageId stage) const;
    /// The same with its unit.
    [[nodiscard]] QString editText(std::size_t column, StageId stage) const;
    [[nodiscard]] QString said(std::size_t column, StageId stage) const;

    std::vector<StageColumn> m_content;
    QStringList m_ranks;
    bool m_editable = true;
    bool m_briefNames = false;
    int m_digits = 5;
};

} // namespace bubblescope::ui
