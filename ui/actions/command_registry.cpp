// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_registry.h"

#include <QHash>
#include <QRegularExpression>
#include <QWidget>

namespace bubblescope::ui {

CommandRegistry::CommandRegistry(QWidget* window, QWidget* timeline)
    : QObject(window)
    , m_window(window)
    , m_timeline(timeline)
{}

QAction* CommandRegistry::add(const Command& command)
{
    Q_ASSERT(!find(command.id));
    auto* action = new QAction(command.text, this);
    action->setObjectName(command.id);
    action->setShortcuts(command.shortcuts);
    action->setCheckable(command.checkable);
    action->setChecked(command.checked);
    if (!command.shortText.isEmpty())
        action->setIconText(command.shortText);
    else if (command.text.contains(QStringLiteral("(&")))
        action->setIconText(plainText(command.text));
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

void CommandRegistry::addGesture(Gesture gesture)
{
    // The lists are of one style, however the words were written.
    if (!gesture.how.isEmpty())
        gesture.how[0] = gesture.how[0].toUpper();
    m_gestures.push_back(std::move(gesture));
}

QAction* CommandRegistry::action(const QString& id) const
{
    QAction* found = find(id);
    Q_ASSERT(found);
    return found;
}

QAction* CommandRegistry::find(const QString& id) const
{
    return findChild<QAction*>(id);
}

QString plainText(const QString& menuText)
{
    // Chinese has the letter behind the text: "保存(&S)".
    static const QRegularExpression behind(QStringLiteral("\\s*\\(&\\w\\)"));
    QString text = menuText;
    text.remove(behind);
    text.remove(QLatin1Char('&'));
    if (text.endsWith(QStringLiteral("…")))
        text.chop(1);
    return text;
}

QStringList groupsOf(const CommandRegistry& registry)
{
    QStringList groups;
    const auto note = [&groups](const QString& group) {
        if (!groups.contains(group))
            groups << group;
    };
    for (const Command& command : registry.commands())
        note(command.group);
    for (const Gesture& gesture : registry.gestures())
        note(gesture.group);
    return groups;
}

QStringList keyClashes(const std::vector<Command>& commands)
{
    QStringList clashes;
    QHash<QKeySequence, QString> owners;
    for (const Command& command : commands)
        for (const QKeySequence& key : command.shortcuts) {
            if (const auto owner = owners.constFind(key); owner != owners.constEnd())
                clashes << QStringLiteral("%1: %2, %3")
                               .arg(key.toString(QKeySequence::PortableText), *owner, command.id);
            else
                owners.insert(key, command.id);
        }
    return clashes;
}

} // namespace bubblescope::ui
