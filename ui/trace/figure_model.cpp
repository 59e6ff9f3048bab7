// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/figure_model.h"

#include "ui/widgets/table_csv.h"

#include <limits>

namespace bubblescope::ui {

FigureModel::FigureModel(std::vector<FigureColumn> columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
    , m_isFigure(m_columns.size())
{}

void FigureModel::setColumns(std::vector<FigureColumn> columns)
{
    Q_ASSERT(columns.size() == m_columns.size());
    m_columns = std::move(columns);
    emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
}

void FigureModel::setRows(std::vector<FigureRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    for (std::size_t column = 0; column < m_isFigure.size(); ++column) {
        m_isFigure[column] = false;
        for (const FigureRow& row : m_rows)
            m_isFigure[column] = m_isFigure[column] || row.cells[column].value;
    }
    endResetModel();
}

int FigureModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FigureModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant FigureModel::data(const QModelIndex& index, int role) const
{
    const auto column = static_cast<std::size_t>(index.column());
    const FigureCell& cell = m_rows[static_cast<std::size_t>(index.row())].cells[column];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.help.isEmpty() ? cell.text : cell.help;
    case Qt::TextAlignmentRole:
        return m_isFigure[column] ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kSortRole:
        // One type a column: figures and texts have no order among each other.
        return cell.value           ? QVariant(*cell.value)
               : m_isFigure[column] ? QVariant(std::numeric_limits<double>::infinity())
                                    : QVariant(cell.text);
    default:
        return role == kRawRole && cell.value ? QVariant(*cell.value) : QVariant();
    }
}

QVariant FigureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((m_isFigure[static_cast<std::size_t>(section)] ? Qt::AlignRight : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    const FigureColumn& column = m_columns[static_cast<std::size_t>(section)];
    const QString& whole = column.whole.isEmpty() ? column.title : column.whole;
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.help.isEmpty() ? whole : column.help;
    default:
        return role == kRawRole ? QVariant(whole) : QVariant();
    }
}

} // namespace bubblescope::ui
