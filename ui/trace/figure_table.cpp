// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/figure_table.h"

#include "ui/widgets/clear_button.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/figures.h"

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kFigureTableCellPadding = 28; ///< both sides of a cell's text
constexpr int kFigureTableMostText = 240;
constexpr int kFigureTableLeastText = 96; ///< of a text at the end
constexpr std::size_t kFigureTableMostMeasured = 200;

} // namespace

FigureTable::FigureTable(const QString& name, const QString& title, FigureContent content, QWidget* parent)
    : QWidget(parent)
    , m_model(new FigureModel(std::move(content), this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_list(new TableView(name, title, m_sorted, this))
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(FigureModel::kSortRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter of: %1", "list").arg(title));
    addClearButton(*m_filter);
    m_filter->setMaximumWidth(240);
    m_list->makeSortable(-1, Qt::AscendingOrder)->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_list, 1);
    m_list->offerRows(tr("Go there"), tr("Go there"));
    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list, &QTreeView::activated, this, &FigureTable::go);
    connect(m_list, &QTreeView::clicked, this, &FigureTable::go);
    connect(m_list, &TableView::goAsked, this, &FigureTable::go);
    connect(m_list, &TableView::fitAsked, this, &FigureTable::go);
    connect(m_list, &TableView::copyAsked, this, &FigureTable::copy);
    offerFiles(*m_list,
               {m_list->objectName(), [this] { return tableCsv(*m_sorted, m_list->rowsToCopy(false)); },
                [this](const QString& said) { emit copied(said); }});
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &FigureTable::currentChanged);
    setFocusProxy(m_list);
    fitColumns();
}

void FigureTable::setContent(FigureContent content)
{
    m_model->setContent(std::move(content));
    fitColumns();
    emit currentChanged();
}

void FigureTable::fitColumns()
{
    SortHeader* header = m_list->sortHeader();
    const QFontMetrics metrics = m_list->fontMetrics();
    const std::size_t rows = std::min(m_model->records().size(), kFigureTableMostMeasured);
    // Figures stay beside the others; a text at the end takes what is left.
    const int last = m_model->columnCount() - 1;
    header->setStretchLastSection(!m_model->isFigure(last));
    m_widths.clear();
    for (int column = 0; column <= last; ++column) {
        int width = header->titleWidth(column);
        for (std::size_t row = 0; row < rows; ++row) {
            const QString& text = m_model->records()[row].cells[static_cast<std::size_t>(column)].text;
            width = std::max(width, std::min(kFigureTableMostText, metrics.horizontalAdvance(text)) +
                                        kFigureTableCellPadding);
        }
        m_widths.push_back(width);
        // Other contents may have other columns there.
        m_list->setColumnHidden(column, false);
        header->resizeSection(column, width);
    }
    hideSpare();
}

void FigureTable::hideSpare()
{
    const int last = m_model->columnCount() - 1;
    // A text at the end may be cut: its tool tip has all of it.
    int needed = m_model->isFigure(last) ? m_widths.back() : std::min(m_widths.back(), kFigureTableLeastText);
    for (int column = 0; column < last; ++column)
        needed += m_widths[static_cast<std::size_t>(column)];
    std::vector<int> spare;
    for (int column = 0; column <= last; ++column)
        if (m_model->spare(column) > 0)
            spare.push_back(column);
    std::stable_sort(spare.begin(), spare.end(),
                     [&](int a, int b) { return m_model->spare(a) > m_model->spare(b); });
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
    if (source.isValid() && m_model->records()[static_cast<std::size_t>(source.row())].target)
        emit targetAsked(*m_model->records()[static_cast<std::size_t>(source.row())].target);
}

void FigureTable::copy(bool onlySelected)
{
    const std::size_t rows = m_list->copyRows(onlySelected);
    emit copied(rows == 0   ? tr("There is nothing to copy.")
                : rows == 1 ? tr("1 row copied as CSV.")
                            : tr("%1 rows copied as CSV.").arg(countText(rows)));
}

} // namespace bubblescope::ui
