// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace bubblescope::ui {

/// What a quick list's model says of a row besides its text.
enum QuickRole { kDetailRole = Qt::UserRole, kKeysRole, kNoteRole, kCheckableRole, kCheckedRole };

/// Paints a row of a quick list: a check mark, the text, its group, and at the right its keys or a note.
class QuickRowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 32;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace bubblescope::ui
