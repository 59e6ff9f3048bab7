// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <functional>
#include <vector>

namespace bubblescope::ui {

/// Where a command's keys act.
enum class CommandScope : std::uint8_t {
    Window,   ///< wherever the focus is; keys have Ctrl or Alt, or are function keys
    Timeline, ///< while the timeline has the focus: a field keeps its own keys
};

/// A command as everything is made from: menus, toolbar, context menu, shortcut sheet, tests.
struct Command
{
    QString id;    ///< "file.open": stable, never shown
    QString group; ///< heading in the shortcut sheet: "File"
    QString text;  ///< as the menu shows it, with its mnemonic
    QList<QKeySequence> shortcuts = {};
    CommandScope scope = CommandScope::Window;
    std::function<void()> run = {}; ///< may be empty for a checkable one that is connected elsewhere
    bool checkable = false;
    bool checked = false;
    QString shortText = {}; ///< as the toolbar shows it; empty = text
    /// Where it stands in the menus: "file", "view", "view.theme", "lanes"…; empty = in none. Within a menu
    /// sections stand in the order of their numbers, within a section commands in that of their registration.
    QString menu = {};
    int section = 0;            ///< a separator stands where it changes within a menu
    bool inContextMenu = false; ///< of the timeline, as long as it is enabled
    QString searchWords = {};   ///< what the palette finds it by besides its text
    /// In the context menu only where an action or a gap is chosen.
    bool wantsSelection = false;
};

/// What is done with the mouse and so is no command; listed beside them.
struct Gesture
{
    QString group; ///< as a command's
    QString text;  ///< what it does: "Zoom at the pointer"
    QString how;   ///< "Ctrl+wheel, pinch"
};

/// Every command of the window, each as one QAction.
class CommandRegistry : public QObject
{
    Q_OBJECT

public:
    /// `timeline` gets the keys of Timeline commands, `window` all others.
    CommandRegistry(QWidget* window, QWidget* timeline);

    QAction* add(const Command& command);
    /// By id. Requires that it was added.
    [[nodiscard]] QAction* action(const QString& id) const;
    /// By id; null if there is none.
    [[nodiscard]] QAction* find(const QString& id) const;
    [[nodiscard]] const std::vector<Command>& commands() const { return m_commands; }
    void addGesture(Gesture gesture);
    [[nodiscard]] const std::vector<Gesture>& gestures() const { return m_gestures; }
    void setEnabled(const QString& id, bool enabled) { action(id)->setEnabled(enabled); }

private:
    QWidget* m_window;
    QWidget* m_timeline;
    std::vector<Command> m_commands;
    std::vector<Gesture> m_gestures;
};

/// A menu text without its mnemonic and dots: "Open".
[[nodiscard]] QString plainText(const QString& menuText);
/// The groups of commands and gestures, in the order in which they came.
[[nodiscard]] QStringList groupsOf(const CommandRegistry& registry);
/// Two commands that the same key would trigger, as "Ctrl+Z: edit.undo, edit.other"; empty if there are none.
/// A key of the window clashes with the timeline's, since it acts there too.
[[nodiscard]] QStringList keyClashes(const std::vector<Command>& commands);

} // namespace bubblescope::ui
