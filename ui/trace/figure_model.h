// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action.h"

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// Where a row of a table leads to.
struct FigureTarget
{
    RankId rank;
    std::optional<ActionId> action; ///< nothing = the rank's lane
};

struct FigureCell
{
    QString text;
    std::optional<double> value = {}; ///< of a figure, in full precision: by it the column is sorted
    QString help = {};                ///< tool tip; empty = the text, which may be cut off
};

/// A column's heading: short on the screen, whole in the tool tip and in a copy.
struct FigureColumn
{
    QString title;
    QString whole = {}; ///< as a copy heads the values; empty = the title
    QString help = {};  ///< tool tip; empty = `whole`
    /// Hidden where the others need its room, those of higher numbers first; 0 = always shown.
    int spare = 0;
};

struct FigureRow
{
    std::vector<FigureCell> cells; ///< one a column
    std::optional<FigureTarget> target = {};
};

/// A table that is told as a whole: columns of texts and figures, rows that lead to actions.
class FigureModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// In a column of figures a text stands behind all of them, as if it were infinite.
    static constexpr int kSortRole = Qt::UserRole + 1;

    explicit FigureModel(std::vector<FigureColumn> columns, QObject* parent = nullptr);

    /// Other headings of the same columns.
    void setColumns(std::vector<FigureColumn> columns);
    void setRows(std::vector<FigureRow> rows);
    [[nodiscard]] const std::vector<FigureColumn>& columns() const { return m_columns; }
    [[nodiscard]] const std::vector<FigureRow>& rows() const { return m_rows; }
    [[nodiscard]] bool isFigure(int column) const { return m_isFigure[static_cast<std::size_t>(column)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<FigureColumn> m_columns;
    std::vector<FigureRow> m_rows;
    std::vector<bool> m_isFigure; ///< columns
};

} // namespace bubblescope::ui
