// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kCellMargin = 8;

} // namespace

TableView::TableView(const QString& name, const QString& title, QAbstractItemModel* model, QWidget* parent)
    : QTreeView(parent)
    , m_delegate(new TableDelegate(this))
{
    setObjectName(name);
    setAccessibleName(title);
    setModel(model);
    setItemDelegate(m_delegate);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, changed, this, &TableView::offerScrolling);
    connect(model, &QAbstractItemModel::modelReset, this, &TableView::offerScrolling);
    offerScrolling();
}

SortHeader* TableView::makeSortable(int column, Qt::SortOrder order)
{
    m_header = new SortHeader(this);
    setHeader(m_header);
    m_header->setSortIndicator(column, order);
    setSortingEnabled(true);
    return m_header;
}

void TableView::offerRows(const QString& goText, const QString& fitText)
{
    m_hasRowActions = true;
    m_goText = goText;
    m_fitText = fitText;
    viewport()->setMouseTracking(true);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, &TableView::openMenu);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (hasFocus())
            point(current);
    });
    // A row that is arranged anew is no longer under the pointer.
    connect(model(), &QAbstractItemModel::modelAboutToBeReset, this, [this] { point({}); });
}

void TableView::offerCopy(const QString& text)
{
    auto* copy = new QAction(text, this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, [this] { copyRows(selectionModel()->hasSelection()); });
}

std::vector<QModelIndex> TableView::rowsToCopy(bool onlySelected, std::size_t most) const
{
    std::vector<QModelIndex> rows;
    if (onlySelected)
        for (const QModelIndex& row : selectionModel()->selectedRows())
            if (!model()->hasChildren(row))
                rows.push_back(row);
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return std::pair(a.parent().row(), a.row()) < std::pair(b.parent().row(), b.row());
    });
    if (rows.empty())
        for (int row = 0; row < model()->rowCount() && rows.size() < most; ++row) {
            const QModelIndex first = model()->index(row, 0);
            const int children = model()->rowCount(first);
            if (children == 0)
                rows.push_back(first);
            for (int child = 0; child < children && rows.size() < most; ++child)
                rows.push_back(model()->index(child, 0, first));
        }
    rows.resize(std::min(rows.size(), most));
    return rows;
}

std::size_t TableView::copyRows(bool onlySelected) const
{
    const std::vector<QModelIndex> rows = rowsToCopy(onlySelected);
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(tableCsv(*model(), rows));
    return rows.size();
}

void TableView::fitColumn(int section, int least, const QString& widest, bool hasBar)
{
    const int title = m_header ? m_header->titleWidth(section) : 0;
    const int text = fontMetrics().horizontalAdvance(widest);
    const int needed = widest.isEmpty() ? 0
                       : hasBar         ? least + m_delegate->setFigureWidth(text)
                                        : text + 2 * kCellMargin + 2;
    m_widths[section] = std::max({least, title, needed});
    header()->resizeSection(section, m_widths[section]);
    fitHidden();
}

void TableView::giveWay(std::vector<int> sections, int leastStretched)
{
    m_givesWay = std::move(sections);
    m_leastStretched = leastStretched;
    fitHidden();
}

void TableView::wrapColumn(int section)
{
    m_delegate->setWrapped(section);
    setUniformRowHeights(false);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    connect(header(), &QHeaderView::sectionResized, this, [this, section](int resized) {
        if (resized == section)
            scheduleDelayedItemsLayout();
    });
}

/// What has no rows has nothing to scroll to.
void TableView::offerScrolling()
{
    setHorizontalScrollBarPolicy(model()->rowCount() > 0 ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

void TableView::fitHidden()
{
    int room = viewport()->width() - m_leastStretched;
    for (const auto& [section, width] : m_widths)
        if (header()->sectionResizeMode(section) != QHeaderView::Stretch &&
            std::find(m_givesWay.begin(), m_givesWay.end(), section) == m_givesWay.end())
            room -= width;
    // From the last to go: what fits beside the others stays.
    for (auto section = m_givesWay.rbegin(); section != m_givesWay.rend(); ++section) {
        const auto width = m_widths.find(*section);
        room -= width == m_widths.end() ? 0 : width->second;
        setColumnHidden(*section, room < 0);
    }
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    if (!m_givesWay.empty())
        fitHidden();
}

bool TableView::viewportEvent(QEvent* event)
{
    if (m_hasRowActions && event->type() == QEvent::MouseMove)
        point(indexAt(static_cast<QMouseEvent*>(event)->pos()));
    else if (event->type() == QEvent::Leave || event->type() == QEvent::Wheel)
        point({});
    return QTreeView::viewportEvent(event);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_hasRowActions && isEnter && event->modifiers() & Qt::ControlModifier && currentIndex().isValid())
        emit fitAsked(currentIndex());
    else
        QTreeView::keyPressEvent(event);
}

void TableView::focusOutEvent(QFocusEvent* event)
{
    point({});
    QTreeView::focusOutEvent(event);
}

void TableView::point(const QModelIndex& row)
{
    const QModelIndex first = row.siblingAtColumn(0);
    if (first == m_pointed)
        return;
    m_pointed = first;
    emit pointed(first);
}

void TableView::openMenu(const QPoint& position)
{
    const QPersistentModelIndex row = currentIndex();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("table-menu"));
    if (row.isValid()) {
        menu->addAction(m_goText, this, [this, row] { emit goAsked(row); });
        menu->addAction(m_fitText, this, [this, row] { emit fitAsked(row); });
        menu->addSeparator();
    }
    const int chosen = static_cast<int>(selectionModel()->selectedRows().size());
    if (chosen > 0)
        menu->addAction(chosen == 1 ? tr("Copy row as CSV") : tr("Copy %1 rows as CSV").arg(chosen), this,
                        [this] { emit copyAsked(true); });
    menu->addAction(tr("Copy all as CSV"), this, [this] { emit copyAsked(false); });
    menu->addActions(actions());
    // The Menu key asks at the current row, which may be scrolled away.
    const QRect room = viewport()->rect();
    const QPoint at(std::clamp(position.x(), room.left(), room.right()),
                    std::clamp(position.y(), room.top(), room.bottom()));
    menu->popup(viewport()->mapToGlobal(at));
}

} // namespace bubblescope::ui
