// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/figure_model.h"

#include <limits>

namespace bubblescope::ui {

namespace {

TableColumn<FigureRow> columnOf(const FigureColumn& heading, std::size_t number, bool isFigure)
{
    const QString& whole = heading.whole.isEmpty() ? heading.title : heading.whole;
    TableColumn<FigureRow> column(heading.title,
                                  [number](const FigureRow& row) { return row.cells[number].text; });
    column.isFigure = isFigure;
    return column
        .withValue([number](const FigureRow& row) {
            const std::optional<double>& value = row.cells[number].value;
            return value ? QVariant(*value) : QVariant();
        })
        .withHelp([number](const FigureRow& row) {
            const FigureCell& cell = row.cells[number];
            return cell.help.isEmpty() ? cell.text : cell.help;
        })
        .withTitleHelp(heading.help.isEmpty() ? whole : heading.help)
        .withWholeTitle(whole);
}

} // namespace

FigureModel::FigureModel(FigureContent content, QObject* parent) : RecordModel(parent)
{
    setContent(std::move(content));
}

void FigureModel::setContent(FigureContent content)
{
    reset([&] {
        m_records = std::move(content.rows);
        m_spare.clear();
        std::vector<ColumnType> columns;
        for (std::size_t i = 0; i < content.columns.size(); ++i) {
            const bool isFigure = std::any_of(m_records.begin(), m_records.end(), [i](const FigureRow& row) {
                return row.cells[i].value.has_value();
            });
            columns.push_back(columnOf(content.columns[i], i, isFigure));
            m_spare.push_back(content.columns[i].spare);
        }
        setColumns(std::move(columns));
    });
}

QVariant FigureModel::data(const QModelIndex& index, int role) const
{
    const QVariant value = RecordModel::data(index, role);
    // One type a column: figures and texts have no order among each other.
    if (role != kSortRole || value.isValid())
        return value;
    return isFigure(index.column()) ? QVariant(std::numeric_limits<double>::infinity())
                                    : RecordModel::data(index, Qt::DisplayRole);
}

} // namespace bubblescope::ui
