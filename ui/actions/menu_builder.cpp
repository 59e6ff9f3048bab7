// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/menu_builder.h"

#include "ui/actions/command_registry.h"

#include <QMenu>
#include <QMenuBar>
#include <algorithm>

namespace bubblescope::ui {

MenuBuilder::MenuBuilder(const CommandRegistry& registry)
{
    for (const Command& command : registry.commands())
        if (!command.menu.isEmpty())
            m_entries[command.menu].push_back({command.section, registry.action(command.id)});
}

void MenuBuilder::place(const QString& menu, int section, QAction* action)
{
    m_entries[menu].push_back({section, action});
}

QMenu* MenuBuilder::addSubmenu(const QString& menu, const QString& title, int section, QWidget* parent)
{
    auto* submenu = new QMenu(title, parent);
    submenu->setObjectName(menu);
    submenu->setAccessibleName(plainText(title));
    m_made[menu] = submenu;
    fill(*submenu, menu);
    if (!submenu->isEmpty())
        place(menu.section(QLatin1Char('.'), 0, -2), section, submenu->menuAction());
    return submenu;
}

QMenu* MenuBuilder::addMenu(QMenuBar& bar, const QString& menu, const QString& title)
{
    m_made[menu] = nullptr;
    if (m_entries[menu].empty())
        return nullptr;
    QMenu* made = m_made[menu] = bar.addMenu(title);
    made->setObjectName(menu);
    made->setAccessibleName(plainText(title));
    fill(*made, menu);
    return made;
}

std::vector<QString> MenuBuilder::missingMenus() const
{
    std::vector<QString> missing;
    for (const auto& [menu, entries] : m_entries)
        if (!entries.empty() && !m_made.contains(menu))
            missing.push_back(menu);
    return missing;
}

void MenuBuilder::fill(QMenu& menu, const QString& id)
{
    std::vector<Entry>& entries = m_entries[id];
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.section < b.section; });
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i > 0 && entries[i].section != entries[i - 1].section)
            menu.addSeparator();
        menu.addAction(entries[i].action);
    }
}

} // namespace bubblescope::ui
