// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_delegate.h"

#include <QLineEdit>

namespace bubblescope::ui {

QWidget* StageDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                     const QModelIndex& index) const
{
    auto* editor = new QLineEdit(parent);
    editor->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    editor->setAccessibleName(index.data(Qt::ToolTipRole).toString());
    return editor;
}

void StageDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                         const QModelIndex& /*index*/) const
{
    editor->setGeometry(option.rect);
}

} // namespace bubblescope::ui
