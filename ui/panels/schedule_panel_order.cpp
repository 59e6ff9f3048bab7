// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel says of an order that no form has made.
#include "ui/document/document.h"
#include "ui/panels/schedule_panel.h"

#include <QLabel>
#include <QPushButton>

namespace bubblescope::ui {

void SchedulePanel::setEdited(bool edited)
{
    m_isEdited = edited;
    showOrder();
}

/// What stands in place of the parameters.
void SchedulePanel::showOrder()
{
    const auto* order = std::get_if<SchedulePtr>(&m_document.state().source);
    m_origin->setVisible(order != nullptr && m_isEdited);
    if (order == nullptr)
        return;
    const QString text = m_isEdited ? tr("An order edited by hand: %1 ranks, %2 stages, %3 microbatches. "
                                         "Choose a schedule above to make a new one.")
                                    : tr("An order from a file: %1 ranks, %2 stages, %3 microbatches. Choose "
                                         "a schedule above to make a new one.");
    m_order->setText(
        text.arg((*order)->rankCount()).arg((*order)->stageCount).arg((*order)->microbatchCount));
}

} // namespace bubblescope::ui
