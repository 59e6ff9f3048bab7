// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace bubblescope::ui {

/// Cells of the bubble table that have a bar beside their number: lengths in grey, shares in the accent.
class BubblesDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kShortLength = 52;

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// Room for a length before its bar, in pixels. Returns how much that is beyond the room for short ones.
    int setLengthWidth(int width);

private:
    int m_lengthWidth = kShortLength;
};

} // namespace bubblescope::ui
