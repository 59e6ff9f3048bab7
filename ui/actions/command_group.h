// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/command_registry.h"

namespace bubblescope::ui {

/// Adds commands that have their group, their menu and the words to find them by in common.
class CommandGroup
{
public:
    /// `menu` as in Command; empty = in none.
    CommandGroup(CommandRegistry& registry, const QString& group, const char* menu,
                 const QString& searchWords = {}, CommandScope scope = CommandScope::Window)
        : m_registry(registry)
    {
        like.group = group;
        like.menu = QLatin1String(menu);
        like.searchWords = searchWords;
        like.scope = scope;
    }

    QAction* add(const char* id, const QString& text, std::function<void()> run,
                 const QList<QKeySequence>& keys = {})
    {
        Command command = like;
        command.id = QLatin1String(id);
        command.text = text;
        command.run = std::move(run);
        command.shortcuts = keys;
        return m_registry.add(command);
    }
    /// One that is on or off.
    QAction* addChoice(const char* id, const QString& text, bool checked, std::function<void()> run = {},
                       const QList<QKeySequence>& keys = {})
    {
        const Command before = like;
        like.checkable = true;
        like.checked = checked;
        QAction* action = add(id, text, std::move(run), keys);
        like = before;
        return action;
    }
    void addGesture(const QString& text, const QString& how)
    {
        m_registry.addGesture({like.group, text, how});
    }

    /// What those that are added from now on have in common, their section first of all.
    Command like;

private:
    CommandRegistry& m_registry;
};

} // namespace bubblescope::ui
