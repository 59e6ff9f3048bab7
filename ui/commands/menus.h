// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

class QAction;
class QPoint;
class QToolBar;
class QWidget;

namespace bubblescope::ui {

class FileController;
class WindowServices;

/// The menus and the toolbar, made from the command registry.
class Menus : public QObject
{
    Q_OBJECT

public:
    /// All commands and docks have to be there. The toolbar begins with `modes` and ends with `search`.
    Menus(WindowServices& window, FileController& files, QWidget* modes, QWidget* search);

    /// What the timeline's context menu would offer now, null = a separator: commands that are enabled, those
    /// that want a selection first.
    [[nodiscard]] std::vector<QAction*> contextActions() const;

private:
    void makeMenus(FileController& files);
    void makeToolBar(QWidget* modes, QWidget* search);
    void endMeasuringAgain(const QToolBar& bar);
    void showContextMenu(const QPoint& position);

    WindowServices& m_window;
    bool m_wasMeasuring = false; ///< when its button was pressed
};

} // namespace bubblescope::ui
