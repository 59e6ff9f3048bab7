// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_room.h"

#include "ui/compare/compare_view.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

/// Its heading and two rows; the others are scrolled.
constexpr int kLeastTable = 112;
/// Until docks have the heights that they were asked to have.
constexpr int kCompareRoomRestMs = 50;

} // namespace

CompareRoom::CompareRoom(QMainWindow& window, QDockWidget& dock, const Comparison& comparison,
                         const CompareView& view)
    : QObject(&window)
    , m_window(window)
    , m_dock(dock)
    , m_comparison(comparison)
    , m_view(view)
{
    // As soon as the timelines have their places.
    connect(&comparison, &Comparison::modeChanged, this, &CompareRoom::follow, Qt::QueuedConnection);
    connect(&comparison, &Comparison::sidesChanged, this, [this, before = std::size_t{0}]() mutable {
        if (std::exchange(before, m_comparison.references().size()) != m_comparison.references().size())
            QMetaObject::invokeMethod(this, &CompareRoom::follow, Qt::QueuedConnection);
    });
}

QDockWidget* CompareRoom::raisedDock() const
{
    // Qt tells of no tabs beside a dock that is hidden.
    for (auto* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (m_window.dockWidgetArea(dock) == m_window.dockWidgetArea(&m_dock) && dock->isVisible() &&
            !dock->isFloating() && !dock->visibleRegion().isEmpty())
            return dock;
    return nullptr;
}

/// With the bar of tabs above it, which the window's layout counts as part of it: a dock that is alone has
/// none.
int CompareRoom::heightOf(const QDockWidget& dock) const
{
    for (const auto* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        if (tabs->isVisible() && tabs->geometry().bottom() < dock.y() &&
            tabs->geometry().bottom() > dock.y() - tabs->height() && tabs->x() >= dock.x())
            return dock.height() + tabs->height();
    return dock.height();
}

void CompareRoom::follow()
{
    if (m_comparison.mode() == CompareMode::Split && m_comparison.isReady())
        give();
    else
        giveBack();
}

void CompareRoom::give()
{
    QDockWidget* dock = raisedDock();
    if (!dock)
        return;
    const int height = heightOf(*dock);
    const int most = std::max(height, m_heightBefore.value_or(height));
    const int wanted = std::clamp(height - m_view.lackingHeight(), std::min(kLeastTable, most), most);
    if (wanted == height)
        return;
    if (!m_heightBefore)
        m_heightBefore = height;
    m_window.resizeDocks({dock}, {wanted}, Qt::Vertical);
    // It is not as low as was asked for where one of the tabs needs more.
    m_heightLeft = 0;
    QTimer::singleShot(kCompareRoomRestMs, this, [this] {
        if (const QDockWidget* now = m_heightBefore ? raisedDock() : nullptr)
            m_heightLeft = heightOf(*now);
    });
}

/// Unless the user has chosen another height meanwhile.
void CompareRoom::giveBack()
{
    const std::optional<int> height = std::exchange(m_heightBefore, std::nullopt);
    QDockWidget* dock = raisedDock();
    if (height && dock && (m_heightLeft == 0 || heightOf(*dock) == m_heightLeft))
        m_window.resizeDocks({dock}, {*height}, Qt::Vertical);
}

} // namespace bubblescope::ui
