// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/clear_button.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QToolButton>

namespace bubblescope::ui {

void addClearButton(QLineEdit& field)
{
    field.setClearButtonEnabled(true);
    for (auto* button : field.findChildren<QToolButton*>())
        button->setAccessibleName(QCoreApplication::translate("bubblescope::ui::ClearButton", "Clear"));
}

} // namespace bubblescope::ui
