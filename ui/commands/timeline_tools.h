// SPDX-License-Identifier: GPL-3.0-or-later
// What a window does with the tools of its timeline: lanes, measuring, notes, searching. Each adds its
// commands, and shows in the window what the tool tells.
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <functional>
#include <vector>

class QPoint;

namespace bubblescope::ui {

class InspectorPanel;
class SearchBar;
class WindowServices;

/// Pinning, hiding, folding and moving lanes.
class LaneCommands : public QObject
{
    Q_OBJECT

public:
    explicit LaneCommands(WindowServices& window);

private:
    void follow();
    void showMenu(const QPoint& position);
    [[nodiscard]] std::function<void()> onTarget(std::function<void(RankId)> run);

    WindowServices& m_window;
};

/// Select and measure mode, the measured area and its totals.
class MeasureCommands : public QObject
{
    Q_OBJECT

public:
    MeasureCommands(WindowServices& window, InspectorPanel& inspector);
};

/// Notes on moments and stretches, kept by the document.
class NoteCommands : public QObject
{
    Q_OBJECT

public:
    explicit NoteCommands(WindowServices& window);

private:
    void follow();
    void showMenu(const QPoint& position);
    void showList(const std::vector<std::size_t>& close, const QPoint& position);

    WindowServices& m_window;
};

/// Searching actions.
class SearchCommands : public QObject
{
    Q_OBJECT

public:
    explicit SearchCommands(WindowServices& window);
    [[nodiscard]] SearchBar* bar() const { return m_bar; }

private:
    void step(bool forward);

    WindowServices& m_window;
    SearchBar* m_bar;
};

} // namespace bubblescope::ui
