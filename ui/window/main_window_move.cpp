// SPDX-License-Identifier: GPL-3.0-or-later
// Moving actions in the order, by mouse and by keys, and the way back to the order that was generated.
#include "ui/panels/schedule_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/order_mover.h"

namespace bubblescope::ui {

void MainWindow::addMoveCommands()
{
    m_mover = new OrderMover(*this);
    const auto add = [this](const char* id, const QString& text, const QList<QKeySequence>& keys,
                            std::function<void()> run) {
        Command command{QLatin1String(id), tr("Edit"), text, keys, CommandScope::Timeline, std::move(run)};
        command.menu = QStringLiteral("edit");
        command.section = 10;
        command.searchWords = tr("move order action reorder schedule");
        return command;
    };
    const Command back = add("edit.moveBack", tr("Move one place &earlier"),
                             {QKeySequence(Qt::ALT | Qt::Key_Comma)}, [this] { m_mover->step(-1); });
    const Command on = add("edit.moveOn", tr("Move one place &later"),
                           {QKeySequence(Qt::ALT | Qt::Key_Period)}, [this] { m_mover->step(1); });
    m_commands->add(back);
    m_commands->add(on);
    m_commands->add(add("edit.backToGenerated", tr("Back to the &generated order"), {},
                        [this] { m_mover->backToOrigin(); }));
    m_commands->addGesture({tr("Edit"), tr("Move the selected action to another place of the order"),
                            tr("drag it; Esc or the right button leaves it where it was")});
    const auto follow = [this] {
        const bool has = m_mover->hasOrigin();
        m_commands->setEnabled(QStringLiteral("edit.backToGenerated"), has);
        m_schedulePanel->setEdited(has);
    };
    connect(m_mover, &OrderMover::originChanged, this, follow);
    connect(m_mover, &OrderMover::explained, this, &MainWindow::showExplanation);
    connect(m_schedulePanel, &SchedulePanel::originAsked, m_mover, &OrderMover::backToOrigin);
    follow();
}

} // namespace bubblescope::ui
