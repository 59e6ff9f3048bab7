// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_model.h"
#include "ui/widgets/table_view.h"

#include <QWidget>

class QLineEdit;
class QSortFilterProxyModel;

namespace bubblescope::ui {

/// A list of figures as the docks have them: sorted by its headings, filtered by words, copied as CSV; a row
/// that has a place leads there.
class FigureTable : public QWidget
{
    Q_OBJECT

public:
    /// `name` is the list's object name, `title` what a screen reader calls it.
    FigureTable(const QString& name, const QString& title, FigureContent content, QWidget* parent = nullptr);

    /// Columns get the width that their texts need, long ones up to a bound; the last has the rest. Spare
    /// ones are hidden while that is more than there is; a copy has them nevertheless.
    void setContent(FigureContent content);
    [[nodiscard]] TableView* list() const { return m_list; }
    /// Stands wherever the owner puts it.
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// The current row among those of setContent(); nothing without one.
    [[nodiscard]] std::optional<std::size_t> currentRow() const;
    void setCurrentRow(std::size_t row);
    /// The selected rows, else all.
    void copy(bool onlySelected);

signals:
    void targetAsked(const bubblescope::ui::TraceTarget& target);
    void currentChanged();
    void copied(const QString& said);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void go(const QModelIndex& row);
    void fitColumns();
    void hideSpare();

    FigureModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QLineEdit* m_filter;
    TableView* m_list;
    std::vector<int> m_widths; ///< that the columns need
};

} // namespace bubblescope::ui
