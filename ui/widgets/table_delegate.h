// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace bubblescope::ui {

/// What stands behind a cell's number in quiet text: "+3 (+5.6 %)"; the whole, and where there is less room.
/// Numbers of a column then stand under each other.
inline constexpr int kBesideRole = Qt::UserRole + 32;
inline constexpr int kShortBesideRole = Qt::UserRole + 33;
/// Whether the number is marked as the best of its row.
inline constexpr int kBestRole = Qt::UserRole + 34;

/// Cells that show more than a text: a bar beside the number, or what the number differs in. Everything is
/// told by roles of the model; cells without them are painted as ever.
class TableDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// Room for a number before its bar, in pixels. Returns how much that is beyond the room for short ones.
    int setFigureWidth(int width);
    /// Texts of this column are shown whole, in as many lines as they need.
    void setWrapped(int column) { m_wrapped = column; }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    static constexpr int kShortFigure = 52;
    void paintBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                  const QString& text) const;

    int m_figureWidth = kShortFigure;
    int m_wrapped = -1;
};

} // namespace bubblescope::ui
