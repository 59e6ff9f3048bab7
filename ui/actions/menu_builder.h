// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace bubblescope::ui {

class CommandRegistry;

/// Makes menus from the registry: each command stands in the menu that it names, sections by their numbers
/// with separators between, within a section as they were registered. "view.theme" is a menu in "view".
class MenuBuilder
{
public:
    explicit MenuBuilder(const CommandRegistry& registry);

    /// What is no command of the registry and stands in a menu all the same: a dock's switch, a list of
    /// files. Within its section it comes after the commands.
    void place(const QString& menu, int section, QAction* action);
    /// A menu within one. Owned by `parent`; left out as long as nothing stands in it.
    QMenu* addSubmenu(const QString& menu, const QString& title, int section, QWidget* parent);
    /// A menu of the bar, after those before. Left out if nothing stands in it; null then.
    QMenu* addMenu(QMenuBar& bar, const QString& menu, const QString& title);
    /// Menus that commands name and nobody added: none in a finished window.
    [[nodiscard]] std::vector<QString> missingMenus() const;

private:
    struct Entry
    {
        int section = 0;
        QAction* action = nullptr;
    };
    void fill(QMenu& menu, const QString& id);

    std::map<QString, std::vector<Entry>> m_entries;
    std::map<QString, QMenu*> m_made;
};

} // namespace bubblescope::ui
