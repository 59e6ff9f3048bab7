// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace bubblescope::ui {

/// Which docks are to be seen, by name, and which of the tabs is in front.
struct DockChoice
{
    QStringList shown;
    QString front;

    bool operator==(const DockChoice&) const = default;
};

/// The docks of a main window: panels at its sides, and a row of tabs at its bottom of which the first is in
/// front.
class Docks : public QObject
{
    Q_OBJECT

public:
    /// What F6 goes to, and what gets the focus there; null = its first field.
    using Stop = std::pair<QWidget*, QWidget*>;

    /// Makes a panel in the widget that will hold it. Qt styles every part of a panel again when it moves,
    /// which took two fifths of the time in which a window is built.
    using MakePanel = std::function<QWidget*(QWidget* parent)>;

    explicit Docks(QMainWindow& window);

    /// `name` is what layouts know it by. One that scrolls has its panel in a scroll area.
    QDockWidget* add(const QString& title, const char* name, const MakePanel& makePanel,
                     Qt::DockWidgetArea area, bool scrolls = false);
    /// As the last tab at the bottom.
    QDockWidget* addTab(const QString& title, const char* name, const MakePanel& makePanel,
                        bool isShown = false);
    /// All, in the order in which they were added.
    [[nodiscard]] const std::vector<QDockWidget*>& all() const { return m_docks; }
    [[nodiscard]] DockChoice choice() const;
    /// These are to be seen and no others; their heights and widths stay.
    void show(const DockChoice& choice);
    /// By name; null for none.
    [[nodiscard]] QDockWidget* named(const QString& name) const;
    /// In which a panel is.
    [[nodiscard]] QDockWidget* dockOf(const QWidget* panel) const;
    /// Shows a panel in front of others.
    static void raise(QDockWidget* dock);
    void raise(const QWidget* panel) { raise(dockOf(panel)); }
    /// Of a dock and the bar of tabs above it, which the window's layout counts as part of it; a dock that is
    /// alone has none.
    [[nodiscard]] static int heightWithTabs(const QMainWindow& window, const QDockWidget& dock);
    /// As the windows before were left; the first one takes what the screen has room for.
    void restoreLayout();
    /// F6: to the next of these that is to be seen, then to the tabs.
    void focusNext(std::vector<Stop> stops, bool forward);

private:
    void showTitles();
    /// Of the tabs, that is to be seen; null for none.
    [[nodiscard]] QDockWidget* shownTab() const;

    QMainWindow& m_window;
    std::vector<QDockWidget*> m_docks;
    std::vector<QDockWidget*> m_tabs;
    QDockWidget* m_front = nullptr; ///< of the tabs, the last that came to the front
};

} // namespace bubblescope::ui
