// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_room.h"

#include "ui/compare/compare_view.h"
#include "ui/docks/docks.h"

#include <QDockWidget>
#include <QMainWindow>
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
    // As soon as the timelines have their places, whose least heights take some of it already; but given back
    // before other docks take this one's.
    connect(&comparison, &Comparison::modeChanged, this, &CompareRoom::follow, Qt::QueuedConnection);
    connect(&comparison, &Comparison::modeChanged, this, [this] {
        const QDockWidget* raised = raisedDock();
        if (!wantsRoom())
            giveBack();
        else if (raised && !m_heightBefore)
            m_heightBefore = Docks::heightWithTabs(m_window, *raised);
    });
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

bool CompareRoom::wantsRoom() const
{
    return m_comparison.mode() == CompareMode::Split && m_comparison.isReady();
}

void CompareRoom::follow()
{
    if (wantsRoom())
        give();
    else
        giveBack();
}

void CompareRoom::give()
{
    QDockWidget* dock = raisedDock();
    if (!dock || !m_heightBefore)
        return;
    const int height = Docks::heightWithTabs(m_window, *dock);
    const int most = std::max(height, *m_heightBefore);
    const int wanted = std::clamp(height - m_view.lackingHeight(), std::min(kLeastTable, most), most);
    if (wanted != height)
        m_window.resizeDocks({dock}, {wanted}, Qt::Vertical);
    // It is not as low as was asked for where one of the tabs needs more.
    m_heightLeft = 0;
    QTimer::singleShot(kCompareRoomRestMs, this, [this] {
        if (const QDockWidget* now = m_heightBefore ? raisedDock() : nullptr)
            m_heightLeft = Docks::heightWithTabs(m_window, *now);
    });
}

/// Unless the user has chosen another height meanwhile.
void CompareRoom::giveBack()
{
    const std::optional<int> height = std::exchange(m_heightBefore, std::nullopt);
    QDockWidget* dock = raisedDock();
    if (height && dock && (m_heightLeft == 0 || Docks::heightWithTabs(m_window, *dock) == m_heightLeft))
        m_window.resizeDocks({dock}, {*height}, Qt::Vertical);
}

} // namespace bubblescope::ui
