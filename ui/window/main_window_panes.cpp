// SPDX-License-Identifier: GPL-3.0-or-later
// F6: from pane to pane.
#include "ui/charts/charts_panel.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_view.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/schedule_panel.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/trace/trace_panel.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <algorithm>

namespace bubblescope::ui {

namespace {

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

void MainWindow::focusNextPane(bool forward)
{
    const std::vector<TimelineView*> references = m_compareView->referenceViews();
    std::vector<QWidget*> panes{m_schedulePanel, m_pane,         m_inspector, m_bubbles,
                                m_problems,      m_comparePanel, m_charts};
    if (m_traces->hasPanel())
        panes.push_back(&m_traces->panel());
    panes.insert(panes.begin() + 2, references.begin(), references.end());
    std::erase_if(panes, [](const QWidget* pane) { return !pane->isVisible(); });
    if (panes.empty())
        return; // the start page has the window
    const auto holdsFocus = [](const QWidget* pane) {
        return pane->hasFocus() || pane->isAncestorOf(QApplication::focusWidget());
    };
    // From the back: references are inside of the pane before them.
    const auto current = std::find_if(panes.rbegin(), panes.rend(), holdsFocus);
    const std::size_t count = panes.size();
    std::size_t next =
        current == panes.rend() ? 0 : count - 1 - static_cast<std::size_t>(current - panes.rbegin());
    next = (next + (forward ? 1 : count - 1)) % count;
    QWidget* target = panes[next];
    const std::pair<QWidget*, QDockWidget*> tabs[] = {{m_bubbles, m_bubblesDock},
                                                      {m_problems, m_problemsDock},
                                                      {m_comparePanel, m_compareDock},
                                                      {m_charts, m_chartsDock},
                                                      {m_traceDock->widget(), m_traceDock}};
    QDockWidget* before =
        takeRaisedOver({m_bubblesDock, m_problemsDock, m_compareDock, m_chartsDock, m_traceDock});
    const auto* const tab = std::find_if(std::begin(tabs), std::end(tabs),
                                         [&](const auto& pair) { return pair.first == target; });
    if (tab != std::end(tabs)) {
        QDockWidget* dock = tab->second;
        const QList<QDockWidget*> others = tabifiedDockWidgets(dock);
        // It may be behind another's tab, which comes back when the walk goes on.
        if (!before)
            before = inFrontOf(dock, others);
        if (before && before != dock && others.contains(before))
            dock->setProperty(kRaisedOver, QVariant::fromValue<QObject*>(before));
        dock->raise();
    } else if (before) {
        before->raise();
    }
    if (target == m_pane)
        target = m_pane->view();
    else if (tab == std::end(tabs) &&
             std::find(references.begin(), references.end(), target) == references.end())
        target = firstFieldOf(target);
    target->setFocus(Qt::TabFocusReason);
}

} // namespace bubblescope::ui
