// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

class QAction;
class QPoint;
class QWidget;

namespace bubblescope::ui {

class FileController;
class WindowServices;

/// The menus and the toolbar, made from the command registry.
class Menus : public QObject
{
    Q_OBJECT

public:
    /// All commands and docks have to be there. `search` stands at the end of the toolbar.
    Menus(WindowServices& window, FileController& files, QWidget* search);

    /// What the timeline's context menu would offer now, null = a separator: commands that are enabled, those
    /// that want a selection first.
    [[nodiscard]] std::vector<QAction*> contextActions() const;

private:
    void makeMenus(FileController& files);
    void makeToolBar(QWidget* search);
    void showContextMenu(const QPoint& position);

    WindowServices& m_window;
};

} // namespace bubblescope::ui
