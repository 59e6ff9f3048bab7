// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_csv.h"

#include <QAbstractTableModel>
#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace bubblescope::ui {

/// A cell's value to sort by: a number or a text; invalid = none.
inline constexpr int kSortRole = kRawRole + 1;
/// The length of a bar beside the cell's number, 0 to 1; see TableDelegate.
inline constexpr int kBarRole = kRawRole + 2;

/// A column of a table: all that the table knows of it, in one row. Title and text are all that it needs:
///     TableColumn<Bubble>(tr("Length"),
///     lengthText).sortedBy(rising(&Bubble::length)).atLeast(124).asFigure()
template <typename Record>
struct TableColumn
{
    template <typename Value>
    using Of = std::function<Value(const Record&)>;
    using Compare = std::function<int(const Record&, const Record&)>;

    TableColumn(QString columnTitle, Of<QString> cellText)
        : title(std::move(columnTitle))
        , text(std::move(cellText))
    {}
    /// What a cell holds for copies, and to be sorted by: a number in full precision, or another text;
    /// invalid = the text.
    TableColumn& withValue(Of<QVariant> of) { return value = std::move(of), *this; }
    /// Negative if the first one comes before the second; without it texts are compared. Runs on a worker
    /// where the table is long: it must capture nothing of the window.
    TableColumn& sortedBy(Compare by) { return compare = std::move(by), *this; }
    /// At least so many pixels wide.
    TableColumn& atLeast(int pixels) { return width = pixels, *this; }
    /// Takes the width that the others leave.
    TableColumn& stretched() { return stretches = true, *this; }
    /// A text as wide as any of the column: none is cut.
    TableColumn& fitting(std::function<QString()> of) { return widest = std::move(of), *this; }
    /// Aligned to the right.
    TableColumn& asFigure() { return isFigure = true, *this; }
    /// A bar beside the number, 0 to 1.
    TableColumn& withBar(Of<double> of) { return bar = std::move(of), *this; }
    /// The tool tip of a cell.
    TableColumn& withHelp(Of<QString> of) { return help = std::move(of), *this; }
    /// The tool tip of the title.
    TableColumn& withTitleHelp(const QString& of) { return titleHelp = of, *this; }
    /// The title of a copy, where it says more.
    TableColumn& withWholeTitle(const QString& of) { return wholeTitle = of, *this; }

    QString title, titleHelp, wholeTitle;
    Of<QString> text, help;
    Of<QVariant> value;
    Of<double> bar;
    Compare compare;
    std::function<QString()> widest;
    int width = 0;
    bool stretches = false;
    bool isFigure = false;
};

/// Orders records by what a member or function tells of them.
template <typename Key>
[[nodiscard]] auto rising(Key key)
{
    return [key](const auto& first, const auto& second) {
        const auto& a = std::invoke(key, first);
        const auto& b = std::invoke(key, second);
        return a < b ? -1 : b < a ? 1 : 0;
    };
}

/// A model of columns. Where its records are, and how they are arranged, is told by the class that is made
/// of it.
template <typename Record, typename Base = QAbstractTableModel>
class ColumnModel : public Base
{
public:
    using ColumnType = TableColumn<Record>;
    using Base::Base;

    [[nodiscard]] const std::vector<ColumnType>& columns() const { return m_columns; }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        const bool isFlat = std::is_same_v<Base, QAbstractTableModel>;
        return isFlat && parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        const Record* record = recordAt(index);
        if (!record)
            return {};
        const ColumnType& column = m_columns[static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole:
            return column.text(*record);
        case Qt::ToolTipRole:
            return column.help ? QVariant(column.help(*record)) : QVariant();
        case Qt::TextAlignmentRole:
            return alignment(column.isFigure);
        case kRawRole:
            return column.value ? column.value(*record) : QVariant();
        case kSortRole:
            return column.value ? column.value(*record) : sortText(column.text(*record));
        case kBarRole:
            return column.bar ? QVariant(column.bar(*record)) : QVariant();
        default:
            return look(*record, index.column(), role);
        }
    }

    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= static_cast<int>(m_columns.size()))
            return {};
        const ColumnType& column = m_columns[static_cast<std::size_t>(section)];
        switch (role) {
        case Qt::DisplayRole:
            return column.title;
        case Qt::ToolTipRole:
            return column.titleHelp.isEmpty() ? QVariant() : QVariant(column.titleHelp);
        case Qt::TextAlignmentRole: // a bar begins behind its number
            return alignment(column.isFigure && !column.bar);
        case kRawRole:
            return column.wholeTitle.isEmpty() ? QVariant() : QVariant(column.wholeTitle);
        default:
            return {};
        }
    }

protected:
    /// Null where the index is of none, a heading say.
    [[nodiscard]] virtual const Record* recordAt(const QModelIndex& index) const = 0;
    /// What the columns do not tell: colors, fonts, roles of its own.
    [[nodiscard]] virtual QVariant look(const Record& /*record*/, int /*column*/, int /*role*/) const
    {
        return {};
    }
    void setColumns(std::vector<ColumnType> columns) { m_columns = std::move(columns); }

    [[nodiscard]] static int compared(const ColumnType& column, const Record& a, const Record& b)
    {
        return column.compare ? column.compare(a, b) : column.text(a).compare(column.text(b));
    }

    template <typename Change>
    void reset(const Change& change)
    {
        this->beginResetModel();
        change();
        this->endResetModel();
    }

private:
    [[nodiscard]] static QVariant alignment(bool isRight)
    {
        return int((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    [[nodiscard]] static QVariant sortText(const QString& text)
    {
        return text.isEmpty() ? QVariant() : QVariant(text);
    }

    std::vector<ColumnType> m_columns;
};

/// The same over records that it holds, a row each.
template <typename Record>
class RecordModel : public ColumnModel<Record>
{
public:
    using ColumnModel<Record>::ColumnModel;

    [[nodiscard]] const std::vector<Record>& records() const { return m_records; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_records.size());
    }

    /// Equal ones stay as they are.
    void sort(int column, Qt::SortOrder order) override
    {
        if (column < 0 || column >= this->columnCount())
            return;
        emit this->layoutAboutToBeChanged();
        const auto& by = this->columns()[static_cast<std::size_t>(column)];
        std::stable_sort(m_records.begin(), m_records.end(), [&](const Record& a, const Record& b) {
            const int sign = this->compared(by, a, b);
            return order == Qt::AscendingOrder ? sign < 0 : sign > 0;
        });
        emit this->layoutChanged();
    }

protected:
    [[nodiscard]] const Record* recordAt(const QModelIndex& index) const override
    {
        return index.isValid() && static_cast<std::size_t>(index.row()) < m_records.size()
                   ? &m_records[static_cast<std::size_t>(index.row())]
                   : nullptr;
    }
    void changed()
    {
        if (!m_records.empty())
            emit this->dataChanged(this->index(0, 0),
                                   this->index(this->rowCount() - 1, this->columnCount() - 1));
    }

    std::vector<Record> m_records;
};

} // namespace bubblescope::ui
