// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace bubblescope::ui {

/// A figure of a comparison: the value, bold with a mark where it is the best of its row, and behind it in
/// quiet text what it differs in from the first side. Values of a column stand under each other.
class CompareDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace bubblescope::ui
