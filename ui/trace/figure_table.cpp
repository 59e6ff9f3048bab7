// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/figure_table.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/sort_header.h"
#include "ui/widgets/table_actions.h"
#include "ui/widgets/table_csv.h"

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kCellPadding = 28; ///< both sides of a cell's text
constexpr int kMostText = 240;
constexpr int kLeastText = 96; ///< of a text at the end
constexpr std::size_t kMostMeasured = 200;

} // namespace

FigureTable::FigureTable(const QString& name, const QString& title, std::vector<FigureColumn> columns,
                         QWidget* parent)
    : QWidget(parent)
    , m_model(new FigureModel(std::move(columns), this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_list(new QTreeView(this))
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(FigureModel::kSortRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter of: %1", "list").arg(title));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    m_list->setObjectName(name);
    m_list->setAccessibleName(title);
    auto* header = new SortHeader(m_list);
    m_list->setHeader(header);
    m_list->setModel(m_sorted);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setSortingEnabled(true);
    header->setSectionsClickable(true);
    header->setSectionsMovable(false);
    header->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_list, 1);
    auto* actions = new TableActions(m_list, tr("Go there"), tr("Go there"));
    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list, &QTreeView::activated, this, &FigureTable::go);
    connect(m_list, &QTreeView::clicked, this, &FigureTable::go);
    connect(actions, &TableActions::goAsked, this, &FigureTable::go);
    connect(actions, &TableActions::fitAsked, this, &FigureTable::go);
    connect(actions, &TableActions::copyAsked, this, &FigureTable::copy);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &FigureTable::currentChanged);
    setFocusProxy(m_list);
    fitColumns();
}

void FigureTable::sortBy(int column, Qt::SortOrder order)
{
    m_list->sortByColumn(column, order);
}

void FigureTable::setRows(std::vector<FigureRow> rows)
{
    m_model->setRows(std::move(rows));
    fitColumns();
    emit currentChanged();
}

void FigureTable::setColumns(std::vector<FigureColumn> columns)
{
    m_model->setColumns(std::move(columns));
}

void FigureTable::fitColumns()
{
    auto* header = static_cast<SortHeader*>(m_list->header());
    const QFontMetrics metrics = m_list->fontMetrics();
    const std::size_t rows = std::min(m_model->rows().size(), kMostMeasured);
    // Figures stay beside the others; a text at the end takes what is left.
    const int last = m_model->columnCount() - 1;
    header->setStretchLastSection(!m_model->isFigure(last));
    m_widths.clear();
    for (int column = 0; column <= last; ++column) {
        int width = header->titleWidth(column);
        for (std::size_t row = 0; row < rows; ++row) {
            const QString& text = m_model->rows()[row].cells[static_cast<std::size_t>(column)].text;
            width = std::max(width, std::min(kMostText, metrics.horizontalAdvance(text)) + kCellPadding);
        }
        m_widths.push_back(width);
        header->resizeSection(column, width);
    }
    hideSpare();
}

void FigureTable::hideSpare()
{
    const std::vector<FigureColumn>& columns = m_model->columns();
    const int last = static_cast<int>(columns.size()) - 1;
    // A text at the end may be cut: its tool tip has all of it.
    int needed = m_model->isFigure(last) ? m_widths.back() : std::min(m_widths.back(), kLeastText);
    for (int column = 0; column < last; ++column)
        needed += m_widths[static_cast<std::size_t>(column)];
    std::vector<int> spare;
    for (int column = 0; column <= last; ++column)
        if (columns[static_cast<std::size_t>(column)].spare > 0)
            spare.push_back(column);
    std::stable_sort(spare.begin(), spare.end(), [&](int a, int b) {
        return columns[static_cast<std::size_t>(a)].spare > columns[static_cast<std::size_t>(b)].spare;
    });
    const int bar = m_list->style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    for (const int column : spare) {
        const bool hides = needed > width() - bar;
        m_list->setColumnHidden(column, hides);
        if (hides)
            needed -= m_widths[static_cast<std::size_t>(column)];
    }
}

void FigureTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    hideSpare();
}

std::optional<std::size_t> FigureTable::currentRow() const
{
    const QModelIndex row = m_sorted->mapToSource(m_list->currentIndex());
    return row.isValid() ? std::optional(static_cast<std::size_t>(row.row())) : std::nullopt;
}

void FigureTable::setCurrentRow(std::size_t row)
{
    m_list->setCurrentIndex(m_sorted->mapFromSource(m_model->index(static_cast<int>(row), 0)));
}

void FigureTable::go(const QModelIndex& row)
{
    const QModelIndex source = m_sorted->mapToSource(row);
    if (source.isValid() && m_model->rows()[static_cast<std::size_t>(source.row())].target)
        emit targetAsked(*m_model->rows()[static_cast<std::size_t>(source.row())].target);
}

void FigureTable::copy(bool onlySelected)
{
    const std::size_t rows = copyTableRows(*m_list, onlySelected);
    emit copied(rows == 0   ? tr("There is nothing to copy.")
                : rows == 1 ? tr("1 row copied as CSV.")
                            : tr("%1 rows copied as CSV.").arg(countText(rows)));
}

} // namespace bubblescope::ui
