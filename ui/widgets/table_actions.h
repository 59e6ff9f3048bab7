// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QObject>

class QTreeView;

namespace bubblescope::ui {

/// What the rows of a dock's table can do, besides what every list can: Ctrl+Enter, the context menu of
/// mouse and Menu key, and telling which row the pointer is on. Enter and clicks stay with the list.
class TableActions : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the list. `goText` and `fitText` are what its menu calls them.
    TableActions(QTreeView* list, const QString& goText, const QString& fitText);

signals:
    void goAsked(const QModelIndex& row);
    void fitAsked(const QModelIndex& row);
    void copyAsked(bool onlySelected);
    /// Invalid when it has left.
    void pointed(const QModelIndex& row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void openMenu(const QPoint& position);
    void point(const QModelIndex& row);

    QTreeView* m_list;
    QString m_goText;
    QString m_fitText;
    QPersistentModelIndex m_pointed;
};

} // namespace bubblescope::ui
