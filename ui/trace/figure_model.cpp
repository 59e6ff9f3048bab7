// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/figure_model.h"

#include "ui/panels/table_csv.h"

namespace bubblescope::ui {

FigureModel::FigureModel(QStringList titles, QObject* parent)
    : QAbstractTableModel(parent)
    , m_titles(std::move(titles))
    , m_isFigure(static_cast<std::size_t>(m_titles.size()))
{}

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
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
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
        return cell.value ? QVariant(*cell.value) : QVariant(cell.text);
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
    return role == Qt::DisplayRole ? QVariant(m_titles[section]) : QVariant();
}

} // namespace bubblescope::ui
