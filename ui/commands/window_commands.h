// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the window that belong to none of its parts.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

class QWidget;

namespace bubblescope::ui {

class QuickList;
class WindowServices;

/// Undo and redo.
class EditCommands : public QObject
{
    Q_OBJECT

public:
    explicit EditCommands(WindowServices& window);
};

/// Copies as CSV what has the focus: rows of a table, else what is selected in the timeline.
class CopyCommand : public QObject
{
    Q_OBJECT

public:
    explicit CopyCommand(WindowServices& window);
    /// While the focus is in the panel, `copy` is run.
    void addPanel(const QWidget* panel, std::function<void()> copy);

private:
    void copy();
    void copySelection();

    WindowServices& m_window;
    std::vector<std::pair<const QWidget*, std::function<void()>>> m_panels;
};

/// The command palette and the lane finder.
class PaletteCommands : public QObject
{
    Q_OBJECT

public:
    explicit PaletteCommands(WindowServices& window);

private:
    QuickList* m_palette;
    QuickList* m_laneFinder;
};

/// The language of the window's texts, from the next start on.
class LanguageCommands : public QObject
{
    Q_OBJECT

public:
    explicit LanguageCommands(WindowServices& window);

private:
    void choose(const QString& language);

    WindowServices& m_window;
};

/// The shortcut sheet, and what this program is.
class HelpCommands : public QObject
{
    Q_OBJECT

public:
    explicit HelpCommands(WindowServices& window);

private:
    void showAbout();

    WindowServices& m_window;
};

/// What is done on the overview, the legend and the lists, by mouse or, with the focus there, by their own
/// keys.
class ListGestures : public QObject
{
    Q_OBJECT

public:
    explicit ListGestures(WindowServices& window);
};

} // namespace bubblescope::ui
