// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/docks/docks.h"

#include "ui/document/settings.h"
#include "ui/widgets/dock_title.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>
#include <QScrollArea>
#include <QTabBar>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kLeftWidth = 312;
constexpr int kRightWidth = 264;

/// Of a dock that F6 has brought in front of others: the one that was in front before.
constexpr const char* kRaisedOver = "raisedOver";

/// What was in front of the dock that F6 goes on from; null if that one was there by itself.
QDockWidget* takeRaisedOver(const std::vector<QDockWidget*>& docks)
{
    QDockWidget* before = nullptr;
    for (QDockWidget* dock : docks) {
        auto* over = qobject_cast<QDockWidget*>(dock->property(kRaisedOver).value<QObject*>());
        dock->setProperty(kRaisedOver, QVariant());
        if (over && dock->isAncestorOf(QApplication::focusWidget()))
            before = over;
    }
    return before;
}

/// The tab that hides this dock; null if it is to be seen.
QDockWidget* inFrontOf(const QDockWidget* dock, const QList<QDockWidget*>& tabs)
{
    if (!dock->visibleRegion().isEmpty())
        return nullptr;
    const auto front = std::find_if(tabs.begin(), tabs.end(), [](const QDockWidget* other) {
        return other->isVisible() && !other->visibleRegion().isEmpty();
    });
    return front == tabs.end() ? nullptr : *front;
}

QWidget* firstFieldOf(QWidget* pane)
{
    for (QWidget* child = pane->nextInFocusChain(); child != pane; child = child->nextInFocusChain())
        if (pane->isAncestorOf(child) && child->isVisible() && (child->focusPolicy() & Qt::TabFocus))
            return child;
    return pane;
}

} // namespace

Docks::Docks(QMainWindow& window) : m_window(window)
{
    // Without animation: Qt ends the program if a layout is restored while a dock is still on its way.
    window.setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
}

QDockWidget* Docks::add(const QString& title, const char* name, const MakePanel& makePanel,
                        Qt::DockWidgetArea area, bool scrolls)
{
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(QLatin1String(name));
    dock->setTitleBarWidget(new DockTitle(dock));
    // A title counts what the dock lists; a menu does not.
    connect(dock, &QDockWidget::windowTitleChanged, dock->toggleViewAction(),
            [dock, title] { dock->toggleViewAction()->setText(title); });
    if (scrolls) {
        auto* scroll = new QScrollArea(dock);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scroll->setFocusPolicy(Qt::NoFocus);
        scroll->setMinimumWidth(kRightWidth - 24);
        dock->setWidget(scroll);
        scroll->setWidget(makePanel(scroll->viewport()));
    } else {
        dock->setWidget(makePanel(dock));
    }
    m_window.addDockWidget(area, dock);
    m_docks.push_back(dock);
    return dock;
}

QDockWidget* Docks::addTab(const QString& title, const char* name, const MakePanel& makePanel, bool isShown)
{
    QDockWidget* dock = add(title, name, makePanel, Qt::BottomDockWidgetArea);
    if (!m_tabs.empty())
        m_window.tabifyDockWidget(m_tabs.back(), dock);
    m_tabs.push_back(dock);
    if (!isShown)
        dock->hide();
    m_tabs.front()->raise();
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
        if (visible)
            m_front = dock;
        showTitles();
    });
    connect(dock, &QDockWidget::topLevelChanged, this, &Docks::showTitles);
    connect(dock, &QDockWidget::dockLocationChanged, this, &Docks::showTitles);
    return dock;
}

DockChoice Docks::choice() const
{
    DockChoice choice;
    for (const QDockWidget* dock : m_docks)
        if (!dock->isHidden())
            choice.shown << dock->objectName();
    if (m_front && !m_front->isHidden())
        choice.front = m_front->objectName();
    return choice;
}

int Docks::heightWithTabs(const QMainWindow& window, const QDockWidget& dock)
{
    for (const auto* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        if (tabs->isVisible() && tabs->geometry().bottom() < dock.y() &&
            tabs->geometry().bottom() > dock.y() - tabs->height() && tabs->x() >= dock.x())
            return dock.height() + tabs->height();
    return dock.height();
}

QDockWidget* Docks::shownTab() const
{
    const auto shown = std::find_if(m_tabs.begin(), m_tabs.end(), [](const QDockWidget* dock) {
        return !dock->isHidden() && !dock->isFloating();
    });
    return shown == m_tabs.end() ? nullptr : *shown;
}

void Docks::show(const DockChoice& choice)
{
    m_window.setUpdatesEnabled(false);
    // Those that come first: a place that was empty in between would forget its size.
    for (const bool shown : {true, false})
        for (QDockWidget* dock : m_docks)
            if (choice.shown.contains(dock->objectName()) == shown)
                dock->setVisible(shown);
    if (QDockWidget* front = named(choice.front); front && !front->isHidden()) {
        front->raise();
        m_front = front;
    }
    showTitles();
    m_window.setUpdatesEnabled(true);
}

QDockWidget* Docks::named(const QString& name) const
{
    const auto dock = std::find_if(m_docks.begin(), m_docks.end(),
                                   [&name](const QDockWidget* each) { return each->objectName() == name; });
    return dock == m_docks.end() ? nullptr : *dock;
}

QDockWidget* Docks::dockOf(const QWidget* panel) const
{
    const auto dock = std::find_if(m_docks.begin(), m_docks.end(),
                                   [panel](const QDockWidget* each) { return each->isAncestorOf(panel); });
    return dock == m_docks.end() ? nullptr : *dock;
}

void Docks::raise(QDockWidget* dock)
{
    dock->show();
    dock->raise();
}

void Docks::restoreLayout()
{
    const QSize room = m_window.screen() ? m_window.screen()->availableSize() : QSize(1280, 800);
    // A small screen is needed whole; a large one keeps an edge for other windows.
    m_window.resize(room.width() <= 1440 ? room : QSize(room.width() * 9 / 10, room.height() * 9 / 10));
    QList<QDockWidget*> sides;
    QList<int> widths;
    for (QDockWidget* dock : m_docks)
        if (const Qt::DockWidgetArea area = m_window.dockWidgetArea(dock); area != Qt::BottomDockWidgetArea) {
            sides << dock;
            widths << (area == Qt::LeftDockWidgetArea ? kLeftWidth : kRightWidth);
        }
    m_window.resizeDocks(sides, widths, Qt::Horizontal);
    if (QDockWidget* shown = shownTab())
        m_window.resizeDocks({shown}, {m_window.height() > 900 ? 300 : 240}, Qt::Vertical);
    m_window.restoreGeometry(Settings::windowGeometry());
    m_window.restoreState(Settings::windowState(), kWindowStateVersion);
}

void Docks::showTitles()
{
    for (QDockWidget* dock : m_tabs) {
        bool isTab = false;
        for (const QDockWidget* other : m_window.tabifiedDockWidgets(dock))
            isTab = isTab || !other->isHidden();
        isTab = isTab && !dock->isFloating();
        // A tab has the title already.
        if (auto* title = dynamic_cast<DockTitle*>(dock->titleBarWidget()))
            title->setFolded(isTab);
    }
}

void Docks::focusNext(std::vector<Stop> stops, bool forward)
{
    for (const QDockWidget* dock : m_tabs)
        stops.emplace_back(dock->widget(), dock->widget());
    std::erase_if(stops, [](const Stop& stop) { return !stop.first->isVisible(); });
    if (stops.empty())
        return; // the start page has the window
    const auto holdsFocus = [](const Stop& stop) {
        return stop.first->hasFocus() || stop.first->isAncestorOf(QApplication::focusWidget());
    };
    // From the back: some are inside of those before them.
    const auto current = std::find_if(stops.rbegin(), stops.rend(), holdsFocus);
    const std::size_t count = stops.size();
    std::size_t next =
        current == stops.rend() ? 0 : count - 1 - static_cast<std::size_t>(current - stops.rbegin());
    next = (next + (forward ? 1 : count - 1)) % count;
    const auto [target, focused] = stops[next];
    QDockWidget* before = takeRaisedOver(m_tabs);
    const auto tab = std::find_if(m_tabs.begin(), m_tabs.end(), [&, panel = target](const QDockWidget* dock) {
        return dock->widget() == panel;
    });
    if (tab != m_tabs.end()) {
        const QList<QDockWidget*> others = m_window.tabifiedDockWidgets(*tab);
        // It may be behind another's tab, which comes back when the walk goes on.
        if (!before)
            before = inFrontOf(*tab, others);
        if (before && before != *tab && others.contains(before))
            (*tab)->setProperty(kRaisedOver, QVariant::fromValue<QObject*>(before));
        (*tab)->raise();
        // Its panel may have been made only now that it is to be seen.
        (*tab)->widget()->setFocus(Qt::TabFocusReason);
        return;
    }
    if (before)
        before->raise();
    (focused ? focused : firstFieldOf(target))->setFocus(Qt::TabFocusReason);
}

} // namespace bubblescope::ui
