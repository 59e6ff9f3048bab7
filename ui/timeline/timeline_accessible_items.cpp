// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_accessible_items.h"

#include "ui/document/core_text.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/spoken_text.h"
#include "ui/timeline/timeline_accessible_p.h"
#include "ui/widgets/figures.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kGroup = 256;

} // namespace

RowActions::RowActions(const Row& row) : m_row(row)
{
    m_before.reserve(row.size() / kGroup + 1);
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i % kGroup == 0)
            m_before.push_back(static_cast<std::uint32_t>(m_count));
        m_count += row[i].isBubble() ? 0 : 1;
    }
    if (m_count == row.size())
        m_before = {};
}

std::size_t RowActions::cellOf(std::size_t action) const
{
    if (m_before.empty())
        return action;
    const auto after = std::upper_bound(m_before.begin(), m_before.end(), action);
    const auto group = static_cast<std::size_t>(after - m_before.begin()) - 1;
    std::size_t left = action - m_before[group];
    std::size_t cell = group * kGroup;
    for (;; ++cell)
        if (!m_row[cell].isBubble() && left-- == 0)
            return cell;
}

std::size_t RowActions::actionAt(std::size_t cell) const
{
    if (m_before.empty())
        return cell;
    std::size_t before = m_before[cell / kGroup];
    for (std::size_t i = cell / kGroup * kGroup; i < cell; ++i)
        before += m_row[i].isBubble() ? 0 : 1;
    return before;
}

TimelineView& TimelineItem::view() const
{
    return m_timeline.view();
}

bool TimelineItem::isValid() const
{
    return m_timeline.isValid() && m_timeline.isCurrent() && m_timeline.index() != nullptr;
}

QWindow* TimelineItem::window() const
{
    return m_timeline.window();
}

QAccessibleInterface* TimelineItem::parent() const
{
    return &m_timeline;
}

QAccessible::State TimelineItem::selectableState(bool selected) const
{
    QAccessible::State state;
    state.focusable = true;
    state.selectable = true;
    state.selected = selected;
    state.focused = state.active = selected && view().hasFocus();
    state.offscreen = rect().isEmpty();
    return state;
}

QRect TimelineItem::rectInBand(RankId rank, const std::optional<RectF>& drawn) const
{
    const auto row = view().geometry().rowOf(rank);
    if (!row || !drawn)
        return {};
    const RectF band = view().geometry().bandOf(*row);
    const double left = std::max(band.x, drawn->x);
    const double top = std::max(band.y, drawn->y);
    return m_timeline.onScreen({left, top, std::min(band.right(), drawn->right()) - left,
                                std::min(band.bottom(), drawn->bottom()) - top});
}

void TimelineItem::doAction(const QString& name)
{
    if (!isValid() || (name != pressAction() && name != setFocusAction()))
        return;
    view().setFocus(Qt::OtherFocusReason);
    choose();
}

LaneItem::LaneItem(TimelineAccessible& timeline, RankId rank)
    : TimelineItem(timeline)
    , m_rank(rank)
    , m_actions(timeline.index()->timeline().schedule->rows[rank.value])
{}

int LaneItem::childCount() const
{
    const std::optional<Gap> gap = view().chosen().gap();
    return static_cast<int>(m_actions.count()) + (gap && gap->rank == m_rank ? 1 : 0);
}

QAccessibleInterface* LaneItem::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nullptr;
    const auto number = static_cast<std::size_t>(index);
    return number < m_actions.count() ? m_timeline.actionAt({m_rank, m_actions.cellOf(number)})
                                      : m_timeline.gap();
}

int LaneItem::indexOfChild(const QAccessibleInterface* child) const
{
    if (const auto* item = dynamic_cast<const ActionItem*>(child))
        return item->action().rank == m_rank ? static_cast<int>(m_actions.actionAt(item->action().index))
                                             : -1;
    const std::optional<Gap> gap = view().chosen().gap();
    return dynamic_cast<const GapItem*>(child) != nullptr && gap && gap->rank == m_rank ? childCount() - 1
                                                                                        : -1;
}

QAccessibleInterface* LaneItem::childAt(int x, int y) const
{
    const Hit hit = view().hitAt(view().viewport()->mapFromGlobal(QPointF(x, y)));
    if (hit.action)
        return hit.action->rank == m_rank ? m_timeline.actionAt(*hit.action) : nullptr;
    return hit.gap && hit.gap == view().chosen().gap() && hit.gap->rank == m_rank ? m_timeline.gap()
                                                                                  : nullptr;
}

QString LaneItem::text(QAccessible::Text which) const
{
    if (which == QAccessible::Name)
        return SpokenText::lane(*m_timeline.index(), m_rank);
    if (which != QAccessible::Description)
        return {};
    const TimelineGeometry& geometry = view().geometry();
    const auto row = geometry.rowOf(m_rank);
    if (!row)
        return SpokenText::tr("Hidden");
    QStringList states;
    if (*row < geometry.pinnedRows)
        states << SpokenText::tr("Pinned");
    if (geometry.isFolded(*row))
        states << SpokenText::tr("Folded");
    return states.join(QStringLiteral(", "));
}

QRect LaneItem::rect() const
{
    const TimelineGeometry& geometry = view().geometry();
    const auto row = geometry.rowOf(m_rank);
    if (!row)
        return {};
    const RectF band = geometry.bandOf(*row);
    const double top = std::max(band.y, geometry.laneTop(*row));
    const double bottom = std::min(band.bottom(), geometry.laneTop(*row) + geometry.laneHeightOf(*row));
    return m_timeline.onScreen({0, top, geometry.plot.right(), bottom - top});
}

QAccessible::State LaneItem::state() const
{
    const auto row = view().geometry().rowOf(m_rank);
    QAccessible::State state = selectableState(view().laneHeaders().selected() == m_rank);
    state.expandable = true;
    state.expanded = row && !view().geometry().isFolded(*row);
    state.collapsed = !state.expanded;
    state.invisible = !row;
    return state;
}

void LaneItem::choose()
{
    const LaneIndex& index = *m_timeline.index();
    const std::size_t count = index.blockCount(m_rank);
    if (count == 0)
        return;
    const std::size_t block =
        std::min(index.firstBlockEndingAfter(m_rank, view().navigation().range().from), count - 1);
    const ActionPosition first{m_rank, index.block(m_rank, block).firstAction};
    view().chosen().select(first);
    view().navigation().reveal(first);
}

ActionItem::ActionItem(TimelineAccessible& timeline, const ActionPosition& action)
    : TimelineItem(timeline)
    , m_action(action)
{}

QAccessibleInterface* ActionItem::parent() const
{
    return m_timeline.laneOf(m_action.rank);
}

QString ActionItem::text(QAccessible::Text which) const
{
    return which == QAccessible::Name
               ? SpokenText::action(*m_timeline.index(), m_action, view().explanation().get())
               : QString();
}

QRect ActionItem::rect() const
{
    return rectInBand(m_action.rank, actionRect(*m_timeline.index(), view().geometry(), m_action));
}

QAccessible::State ActionItem::state() const
{
    return selectableState(view().chosen().action() == m_action);
}

void ActionItem::choose()
{
    view().chosen().select(m_action);
    view().navigation().reveal(m_action);
}

bool GapItem::isValid() const
{
    return TimelineItem::isValid() && view().chosen().gap().has_value();
}

QAccessibleInterface* GapItem::parent() const
{
    return isValid() ? m_timeline.laneOf(view().chosen().gap()->rank) : nullptr;
}

QString GapItem::text(QAccessible::Text which) const
{
    if (!isValid())
        return {};
    const Timeline& timeline = m_timeline.index()->timeline();
    const Gap gap = *view().chosen().gap();
    if (which == QAccessible::Name)
        return SpokenText::gap(*m_timeline.index(), gap);
    if (which == QAccessible::Value)
        return timeText(gap.to - gap.from, timeline.unit);
    if (which == QAccessible::Description && view().explanation() && view().chosen().bubble())
        return coreSentence(
            bubbleReason(timeline, view().explanation()->ledger.bubbles[*view().chosen().bubble()]));
    return {};
}

QRect GapItem::rect() const
{
    if (!isValid())
        return {};
    const Gap gap = *view().chosen().gap();
    return rectInBand(gap.rank, stretchRect(view().geometry(), gap));
}

QAccessible::State GapItem::state() const
{
    QAccessible::State state = selectableState(true);
    state.invalid = !isValid();
    return state;
}

void GapItem::choose()
{
    if (const auto bubble = view().chosen().bubble())
        view().chosen().showBubble(*bubble);
}

} // namespace bubblescope::ui
