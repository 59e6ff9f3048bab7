// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_actions.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QTreeView>

namespace bubblescope::ui {

TableActions::TableActions(QTreeView* list, const QString& goText, const QString& fitText)
    : QObject(list)
    , m_list(list)
    , m_goText(goText)
    , m_fitText(fitText)
{
    list->installEventFilter(this);
    list->viewport()->installEventFilter(this);
    list->viewport()->setMouseTracking(true);
    list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list, &QWidget::customContextMenuRequested, this, &TableActions::openMenu);
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                if (m_list->hasFocus())
                    point(current);
            });
    // A row that is arranged anew is no longer under the pointer.
    connect(list->model(), &QAbstractItemModel::modelAboutToBeReset, this, [this] { point({}); });
}

bool TableActions::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        const bool isEnter = press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter;
        if (isEnter && press->modifiers() & Qt::ControlModifier && m_list->currentIndex().isValid()) {
            emit fitAsked(m_list->currentIndex());
            return true;
        }
    }
    if (watched == m_list && event->type() == QEvent::FocusOut)
        point({});
    if (watched == m_list->viewport()) {
        if (event->type() == QEvent::MouseMove)
            point(m_list->indexAt(static_cast<QMouseEvent*>(event)->pos()));
        else if (event->type() == QEvent::Leave || event->type() == QEvent::Wheel)
            point({});
    }
    return QObject::eventFilter(watched, event);
}

void TableActions::point(const QModelIndex& row)
{
    const QModelIndex first = row.siblingAtColumn(0);
    if (first == m_pointed)
        return;
    m_pointed = first;
    emit pointed(first);
}

void TableActions::openMenu(const QPoint& position)
{
    const QPersistentModelIndex row = m_list->currentIndex();
    auto* menu = new QMenu(m_list);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("table-menu"));
    if (row.isValid()) {
        menu->addAction(m_goText, this, [this, row] { emit goAsked(row); });
        menu->addAction(m_fitText, this, [this, row] { emit fitAsked(row); });
        menu->addSeparator();
    }
    const int chosen = static_cast<int>(m_list->selectionModel()->selectedRows().size());
    if (chosen > 0)
        menu->addAction(chosen == 1 ? tr("Copy row as CSV") : tr("Copy %1 rows as CSV").arg(chosen), this,
                        [this] { emit copyAsked(true); });
    menu->addAction(tr("Copy all as CSV"), this, [this] { emit copyAsked(false); });
    // The Menu key asks at the current row, which may be scrolled away.
    const QRect room = m_list->viewport()->rect();
    const QPoint at(std::clamp(position.x(), room.left(), room.right()),
                    std::clamp(position.y(), room.top(), room.bottom()));
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

} // namespace bubblescope::ui
