// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/sort_header.h"
#include "ui/widgets/table_delegate.h"
#include "ui/widgets/table_model.h"

#include <QTreeView>
#include <map>
#include <vector>

namespace bubblescope::ui {

/// A table as docks and dialogs have it. Of rows that lead somewhere: Ctrl+Enter, the context menu of mouse
/// and Menu key, and which row the pointer is on.
class TableView : public QTreeView
{
    Q_OBJECT

public:
    /// `name` is the object name, `title` what a screen reader calls it.
    TableView(const QString& name, const QString& title, QAbstractItemModel* model, QWidget* parent);

    /// Headings with an arrow; a click sorts. -1 = as the model has them until then.
    SortHeader* makeSortable(int column, Qt::SortOrder order);
    [[nodiscard]] SortHeader* sortHeader() const { return m_header; }
    /// Rows lead to something. Both texts are what the context menu calls it.
    void offerRows(const QString& goText, const QString& fitText);
    /// Copying by Ctrl+C and a context menu of that alone.
    void offerCopy(const QString& text);
    /// The selected rows, or where none is or only those are not wanted, all; at most so many, from top to
    /// bottom, without headings of groups.
    [[nodiscard]] std::vector<QModelIndex> rowsToCopy(bool onlySelected,
                                                      std::size_t most = kMostCopiedRows) const;
    /// Puts them on the clipboard as CSV. Returns how many; 0, with the clipboard as it was, where there are
    /// none.
    std::size_t copyRows(bool onlySelected) const;
    /// Gives every column the width that its title and its widest text need, at least its own; or only
    /// those that know their widest text, and leaves the others as the user made them.
    template <typename Record, typename Base>
    void fitColumns(const ColumnModel<Record, Base>& model, bool onlyMeasured = false)
    {
        for (int section = 0; section < model.columnCount(); ++section) {
            const TableColumn<Record>& column = model.columns()[static_cast<std::size_t>(section)];
            if (onlyMeasured && !column.widest)
                continue;
            fitColumn(section, column.width, column.widest ? column.widest() : QString(), bool(column.bar));
            if (column.stretches)
                header()->setSectionResizeMode(section, QHeaderView::Stretch);
        }
    }

    /// These columns, the first of them first, are hidden where the stretched one would have less room than
    /// that.
    void giveWay(std::vector<int> sections, int leastStretched);
    /// Texts of this column are never cut: rows become as high as they need.
    void wrapColumn(int section);

signals:
    void goAsked(const QModelIndex& row);
    void fitAsked(const QModelIndex& row);
    void copyAsked(bool onlySelected);
    /// Invalid when it has left.
    void pointed(const QModelIndex& row);

protected:
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void fitColumn(int section, int least, const QString& widest, bool hasBar);
    void fitHidden();
    void offerScrolling();
    void openMenu(const QPoint& position);
    void point(const QModelIndex& row);

    SortHeader* m_header = nullptr;
    TableDelegate* m_delegate;
    bool m_hasRowActions = false;
    QString m_goText;
    QString m_fitText;
    QPersistentModelIndex m_pointed;
    std::vector<int> m_givesWay; ///< columns, the first to go first
    int m_leastStretched = 0;
    std::map<int, int> m_widths; ///< of columns, shown or not
};

} // namespace bubblescope::ui
