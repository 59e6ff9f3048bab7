// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes, actions, gaps, notes and the measured area as screen readers get them.
#include "ui/document/core_text.h"
#include "ui/timeline/area_geometry.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/note_text.h"
#include "ui/timeline/spoken_text.h"
#include "ui/timeline/timeline_accessible_p.h"
#include "ui/widgets/figures.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kGroup = 256;

/// Between the parts of a place or a read-out.
QString separator()
{
    return QStringLiteral(" · ");
}

QString spokenParts(QString text)
{
    return text.replace(separator(), QStringLiteral(", "));
}

/// The actions of a row in their order, bubbles left out: which cell is the n-th, and the other way round.
/// Empty where the row has no bubbles, else 4 bytes for 256 cells. Built in O(cells).
class RowActions
{
public:
    explicit RowActions(const Row& row);
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::size_t cellOf(std::size_t action) const; ///< requires action < count()
    [[nodiscard]] std::size_t actionAt(std::size_t cell) const; ///< how many stand before the cell

private:
    const Row& m_row;
    std::vector<std::uint32_t> m_before; ///< actions before each group of cells
    std::size_t m_count = 0;
};

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

class LaneItem final : public TimelineItem
{
public:
    LaneItem(TimelineAccessible& timeline, const ItemKey& key)
        : TimelineItem(timeline, key)
        , m_actions(timeline.index()->timeline().schedule->rows[key.rank.value])
    {}
    [[nodiscard]] int childCount() const override
    {
        return static_cast<int>(m_actions.count()) + (hasGap() ? 1 : 0);
    }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        const auto number = static_cast<std::size_t>(index);
        return m_timeline.item(number < m_actions.count()
                                   ? ItemKey::action({m_key.rank, m_actions.cellOf(number)})
                                   : ItemKey::gap());
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* item = dynamic_cast<const TimelineItem*>(child);
        if (item != nullptr && item->key().sort == ItemKey::Sort::Action && item->key().rank == m_key.rank)
            return static_cast<int>(m_actions.actionAt(item->key().number));
        return item != nullptr && item->key().sort == ItemKey::Sort::Gap && hasGap() ? childCount() - 1 : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const Hit hit = view().hitAt(view().viewport()->mapFromGlobal(QPointF(x, y)));
        if (hit.action)
            return hit.action->rank == m_key.rank ? m_timeline.item(ItemKey::action(*hit.action)) : nullptr;
        return hit.gap && hit.gap == view().chosen().gap() && hasGap() ? m_timeline.item(ItemKey::gap())
                                                                       : nullptr;
    }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        if (which == QAccessible::Name)
            return SpokenText::lane(index(), m_key.rank);
        if (which != QAccessible::Description)
            return {};
        const TimelineGeometry& geometry = view().geometry();
        const auto row = geometry.rowOf(m_key.rank);
        if (!row)
            return SpokenText::tr("Hidden");
        QStringList states;
        if (*row < geometry.pinnedRows)
            states << SpokenText::tr("Pinned");
        if (geometry.isFolded(*row))
            states << SpokenText::tr("Folded");
        return states.join(QStringLiteral(", "));
    }
    [[nodiscard]] QRect rect() const override
    {
        const TimelineGeometry& geometry = view().geometry();
        const auto row = geometry.rowOf(m_key.rank);
        if (!row)
            return {};
        const RectF band = geometry.bandOf(*row);
        const double top = std::max(band.y, geometry.laneTop(*row));
        const double bottom = std::min(band.bottom(), geometry.laneTop(*row) + geometry.laneHeightOf(*row));
        return m_timeline.onScreen({0, top, geometry.plot.right(), bottom - top});
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        const auto row = view().geometry().rowOf(m_key.rank);
        QAccessible::State state = selectableState(view().laneHeaders().selected() == m_key.rank);
        state.expandable = true;
        state.expanded = row && !view().geometry().isFolded(*row);
        state.collapsed = !state.expanded;
        state.invisible = !row;
        return state;
    }

private:
    [[nodiscard]] bool hasGap() const
    {
        const std::optional<Gap> gap = view().chosen().gap();
        return gap && gap->rank == m_key.rank;
    }
    void choose() override
    {
        const std::size_t count = index().blockCount(m_key.rank);
        if (count == 0)
            return;
        const std::size_t block =
            std::min(index().firstBlockEndingAfter(m_key.rank, view().navigation().range().from), count - 1);
        const ActionPosition first{m_key.rank, index().block(m_key.rank, block).firstAction};
        view().chosen().select(first);
        view().navigation().reveal(first);
    }

    RowActions m_actions;
};

class ActionItem final : public TimelineItem
{
public:
    using TimelineItem::TimelineItem;
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return m_timeline.item(ItemKey::lane(m_key.rank));
    }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        return which == QAccessible::Name
                   ? SpokenText::action(index(), m_key.position(), view().explanation().get())
                   : QString();
    }
    [[nodiscard]] QRect rect() const override
    {
        return rectInBand(m_key.rank, actionRect(index(), view().geometry(), m_key.position()));
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        return selectableState(view().chosen().action() == m_key.position());
    }

private:
    void choose() override
    {
        view().chosen().select(m_key.position());
        view().navigation().reveal(m_key.position());
    }
};

/// The gap that is marked now.
class GapItem final : public TimelineItem
{
public:
    using TimelineItem::TimelineItem;
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return isValid() ? m_timeline.item(ItemKey::lane(view().chosen().gap()->rank)) : nullptr;
    }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        const Timeline& timeline = index().timeline();
        const Gap gap = *view().chosen().gap();
        if (which == QAccessible::Name)
            return SpokenText::gap(index(), gap);
        if (which == QAccessible::Value)
            return timeText(gap.to - gap.from, timeline.unit);
        if (which == QAccessible::Description && view().explanation() && view().chosen().bubble())
            return SpokenText::chain(timeline, view().explanation()->ledger, *view().chosen().bubble());
        return {};
    }
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const Gap gap = *view().chosen().gap();
        return rectInBand(gap.rank, stretchRect(view().geometry(), gap));
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = selectableState(true);
        state.invalid = !isValid();
        return state;
    }

private:
    void choose() override
    {
        if (const auto bubble = view().chosen().bubble())
            view().chosen().showBubble(*bubble);
    }
};

class NoteItem final : public TimelineItem
{
public:
    using TimelineItem::TimelineItem;
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Note; }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        if (which != QAccessible::Name || !isValid())
            return {};
        const DocumentNote& note = view().notes().notes()[m_key.number];
        const Timeline& timeline = index().timeline();
        return SpokenText::tr("Note: %1, %2", "text, times")
            .arg(QString::fromStdString(note.text),
                 spokenParts(NoteText::place(note, timeline.makespan, timeline.unit)));
    }
    [[nodiscard]] QRect rect() const override
    {
        const NoteChip* chip = isValid() ? view().notes().layout().chipOf(m_key.number) : nullptr;
        if (chip == nullptr)
            return {};
        return m_timeline.onScreen({chip->rect.x(), chip->rect.y(), chip->rect.width(), chip->rect.height()});
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = selectableState(view().notes().focused() == m_key.number);
        state.invalid = !isValid();
        return state;
    }

private:
    void choose() override { view().notes().setFocused(m_key.number); }
};

class AreaItem final : public TimelineItem
{
public:
    using TimelineItem::TimelineItem;
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        if (which != QAccessible::Name || !isValid())
            return {};
        const TimeRange& range = view().measure().area()->range;
        // Its length stands first there; from when to when says more.
        const QString sums = view().measure().readOut().section(separator(), 1);
        return SpokenText::tr("Measured area, %1, %2", "times, totals")
            .arg(SpokenText::stretch(index().timeline(), range.from, range.to), spokenParts(sums));
    }
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const TimelineGeometry& geometry = view().geometry();
        const MeasuredArea& area = *view().measure().area();
        QRectF all;
        for (const QRectF& part : areaRects(geometry, area.range, area.ranks))
            all |= part;
        const RectF& plot = geometry.plot;
        all &= QRectF(plot.x, plot.y, plot.width, plot.height);
        return all.isEmpty() ? QRect() : m_timeline.onScreen({all.x(), all.y(), all.width(), all.height()});
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.focusable = true;
        state.focused = state.active = view().hasFocus() && m_timeline.chosen() == this;
        state.offscreen = rect().isEmpty();
        return state;
    }

private:
    void choose() override { view().measure().fit(); }
};

} // namespace

TimelineItem* makeItem(TimelineAccessible& timeline, const ItemKey& key)
{
    switch (key.sort) {
    case ItemKey::Sort::Lane:
        return new LaneItem(timeline, key);
    case ItemKey::Sort::Action:
        return new ActionItem(timeline, key);
    case ItemKey::Sort::Gap:
        return new GapItem(timeline, key);
    case ItemKey::Sort::Note:
        return new NoteItem(timeline, key);
    case ItemKey::Sort::Area:
        break;
    }
    return new AreaItem(timeline, key);
}

} // namespace bubblescope::ui
