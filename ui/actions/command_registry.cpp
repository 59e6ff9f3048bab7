// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_registry.h"

#include <QWidget>

namespace bubblescope::ui {

CommandRegistry::CommandRegistry(QWidget* window, QWidget* timeline)
    : QObject(window)
    , m_window(window)
    , m_timeline(timeline)
{}

QAction* CommandRegistry::add(const Command& command)
{
    Q_ASSERT(!findChild<QAction*>(command.id));
    auto* action = new QAction(command.text, this);
    action->setObjectName(command.id);
    action->setShortcuts(command.shortcuts);
    action->setCheckable(command.checkable);
    action->setChecked(command.checked);
    if (!command.shortText.isEmpty())
        action->setIconText(command.shortText);
    QString tip = plainText(command.text);
    if (!command.shortcuts.isEmpty())
        tip += QStringLiteral(" (%1)").arg(command.shortcuts.first().toString(QKeySequence::NativeText));
    action->setToolTip(tip);
    const bool timeline = command.scope == CommandScope::Timeline;
    action->setShortcutContext(timeline ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
    (timeline ? m_timeline : m_window)->addAction(action);
    if (command.run)
        connect(action, &QAction::triggered, this, [run = command.run] { run(); });
    m_commands.push_back(command);
    return action;
}

QAction* CommandRegistry::action(const QString& id) const
{
    auto* action = findChild<QAction*>(id);
    Q_ASSERT(action);
    return action;
}

QString plainText(const QString& menuText)
{
    QString text = menuText;
    text.remove(QLatin1Char('&'));
    if (text.endsWith(QStringLiteral("…")))
        text.chop(1);
    return text;
}

} // namespace bubblescope::ui
