// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action.h"
#include "ui/widgets/table_model.h"

#include <QString>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// Where a row of a table leads to.
struct TraceTarget
{
    RankId rank;
    std::optional<ActionId> action;          ///< nothing = the rank's lane
    std::optional<std::size_t> replica = {}; ///< of a run: to be shown in place of this
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
    std::optional<TraceTarget> target = {};
};

/// A table that is told as a whole: columns of texts and figures, rows that lead to actions.
struct FigureContent
{
    std::vector<FigureColumn> columns;
    std::vector<FigureRow> rows = {};
};

/// In a column of figures a text stands behind all of them, as if it were infinite.
class FigureModel : public RecordModel<FigureRow>
{
    Q_OBJECT

public:
    static constexpr int kSortRole = ui::kSortRole;

    explicit FigureModel(FigureContent content, QObject* parent = nullptr);

    /// Other rows, and maybe other columns.
    void setContent(FigureContent content);
    [[nodiscard]] int spare(int column) const { return m_spare[static_cast<std::size_t>(column)]; }
    [[nodiscard]] bool isFigure(int column) const
    {
        return columns()[static_cast<std::size_t>(column)].isFigure;
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<int> m_spare;
};

} // namespace bubblescope::ui
