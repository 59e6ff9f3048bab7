// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_accessible.h"

#include "ui/timeline/lane_headers.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/spoken_text.h"
#include "ui/timeline/timeline_accessible_p.h"
#include "ui/widgets/figures.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

TimelineView& TimelineItem::view() const
{
    return m_timeline.view();
}

const LaneIndex& TimelineItem::index() const
{
    return *m_timeline.index();
}

bool TimelineItem::isValid() const
{
    return m_timeline.isValid() && m_timeline.isCurrent() && m_timeline.isThere(m_key);
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

QAccessibleInterface* KeptItems::get(TimelineAccessible& timeline, const ItemKey& key)
{
    if (const auto found = m_items.find(key); found != m_items.end()) {
        m_order.splice(m_order.begin(), m_order, found->second.second);
        return QAccessible::accessibleInterface(found->second.first);
    }
    if (m_items.size() >= m_most) {
        QAccessible::deleteAccessibleInterface(m_items.at(m_order.back()).first);
        m_items.erase(m_order.back());
        m_order.pop_back();
    }
    QAccessibleInterface* made = makeItem(timeline, key);
    m_order.push_front(key);
    m_items.emplace(key, std::pair(QAccessible::registerAccessibleInterface(made), m_order.begin()));
    return made;
}

void KeptItems::clear()
{
    const auto items = std::exchange(m_items, {});
    m_order.clear();
    for (const auto& [key, item] : items)
        QAccessible::deleteAccessibleInterface(item.first);
}

const LaneIndex* TimelineAccessible::index() const
{
    return m_evaluation && m_evaluation->index->laneCount() > 0 ? m_evaluation->index.get() : nullptr;
}

bool TimelineAccessible::isThere(const ItemKey& key) const
{
    if (index() == nullptr)
        return false;
    switch (key.sort) {
    case ItemKey::Sort::Gap:
        return view().chosen().gap().has_value();
    case ItemKey::Sort::Note:
        return key.number < view().notes().notes().size();
    case ItemKey::Sort::Area:
        return view().measure().area().has_value();
    default:
        return key.rank.value < index()->laneCount();
    }
}

QAccessibleInterface* TimelineAccessible::item(const ItemKey& key)
{
    renew();
    if (!isThere(key))
        return nullptr;
    KeptItems& kept = key.sort == ItemKey::Sort::Lane     ? m_lanes
                      : key.sort == ItemKey::Sort::Action ? m_actions
                                                          : m_others;
    return kept.get(*this, key);
}

QAccessibleInterface* TimelineAccessible::chosen()
{
    if (const auto focused = view().notes().focused(); focused && m_latest == Sort::Note)
        return item(ItemKey::note(*focused));
    if (QAccessibleInterface* measured = m_latest == Sort::Area ? item(ItemKey::area()) : nullptr)
        return measured;
    if (const auto selected = view().chosen().action())
        return item(ItemKey::action(*selected));
    if (view().chosen().gap())
        return item(ItemKey::gap());
    const auto lane = view().laneHeaders().selected();
    return lane ? item(ItemKey::lane(*lane)) : nullptr;
}

QRect TimelineAccessible::onScreen(const RectF& rect) const
{
    if (!(rect.width >= 0 && rect.height > 0))
        return {};
    const QPoint left(static_cast<int>(std::floor(rect.x)), static_cast<int>(std::floor(rect.y)));
    const QSize size(std::max(1, static_cast<int>(std::ceil(rect.width))),
                     std::max(1, static_cast<int>(std::ceil(rect.height))));
    return {view().viewport()->mapToGlobal(left), size};
}

void TimelineAccessible::renew()
{
    if (isCurrent())
        return;
    forget();
    m_evaluation = view().evaluation();
}

void TimelineAccessible::forget()
{
    m_actions.clear();
    m_lanes.clear();
    m_others.clear();
}

std::vector<QWidget*> TimelineAccessible::widgets() const
{
    std::vector<QWidget*> found;
    QWidget* own = view().viewport();
    const auto hasVisible = [](const QWidget* widget) {
        const QObjectList& children = widget->children();
        return std::any_of(children.begin(), children.end(), [](const QObject* child) {
            return child->isWidgetType() && !static_cast<const QWidget*>(child)->isHidden();
        });
    };
    for (QObject* child : view().children()) {
        auto* part = qobject_cast<QWidget*>(child);
        if (part != nullptr && !part->isHidden() && !part->isWindow() && (part != own || hasVisible(own)))
            found.push_back(part);
    }
    return found;
}

std::size_t TimelineAccessible::laneCount() const
{
    return index() != nullptr ? view().geometry().lanes.size() : 0;
}

std::size_t TimelineAccessible::itemCount() const
{
    if (index() == nullptr)
        return 0;
    return laneCount() + view().notes().notes().size() + (view().measure().area() ? 1 : 0);
}

int TimelineAccessible::childCount() const
{
    self().renew();
    return static_cast<int>(itemCount() + widgets().size());
}

QAccessibleInterface* TimelineAccessible::child(int number) const
{
    if (number < 0)
        return nullptr;
    self().renew();
    const auto i = static_cast<std::size_t>(number);
    const std::size_t lanes = laneCount();
    const std::size_t items = itemCount();
    if (i < lanes)
        return self().item(ItemKey::lane(view().geometry().lanes[i]));
    if (i < items) {
        const ItemKey note = ItemKey::note(i - lanes);
        return self().item(isThere(note) ? note : ItemKey::area());
    }
    const std::vector<QWidget*> parts = widgets();
    return i - items < parts.size() ? QAccessible::queryAccessibleInterface(parts[i - items]) : nullptr;
}

int TimelineAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    if (const auto* item = dynamic_cast<const TimelineItem*>(child)) {
        const auto row = view().geometry().rowOf(item->key().rank);
        switch (item->key().sort) {
        case ItemKey::Sort::Lane:
            return row ? static_cast<int>(*row) : -1;
        case ItemKey::Sort::Note:
            return item->isValid() ? static_cast<int>(laneCount() + item->key().number) : -1;
        case ItemKey::Sort::Area:
            return item->isValid() ? static_cast<int>(itemCount()) - 1 : -1;
        default:
            return -1;
        }
    }
    const std::vector<QWidget*> parts = widgets();
    const auto found = std::find(parts.begin(), parts.end(), child != nullptr ? child->object() : nullptr);
    return found == parts.end() ? -1
                                : static_cast<int>(itemCount()) + static_cast<int>(found - parts.begin());
}

QAccessibleInterface* TimelineAccessible::childAt(int x, int y) const
{
    if (!rect().contains(x, y))
        return nullptr;
    for (QWidget* part : widgets())
        if (part != view().viewport() && part->rect().contains(part->mapFromGlobal(QPoint(x, y))))
            return QAccessible::queryAccessibleInterface(part);
    self().renew();
    if (index() == nullptr)
        return nullptr;
    const QPointF place = view().viewport()->mapFromGlobal(QPointF(x, y));
    const TimelineGeometry& geometry = view().geometry();
    const auto found = geometry.placeAt(place.y());
    return found ? self().item(ItemKey::lane(geometry.lanes[found->row])) : nullptr;
}

QAccessibleInterface* TimelineAccessible::focusChild() const
{
    if (!view().hasFocus())
        return QAccessibleWidget::focusChild();
    if (QAccessibleInterface* chosen = self().chosen())
        return chosen;
    return &self();
}

QString TimelineAccessible::text(QAccessible::Text which) const
{
    return which == QAccessible::Description ? description() : QAccessibleWidget::text(which);
}

QString TimelineAccessible::description() const
{
    self().renew();
    QStringList sentences{QAccessibleWidget::text(QAccessible::Description)};
    if (index() == nullptr)
        return sentences.front();
    const Timeline& timeline = index()->timeline();
    const TimeRange range = view().navigation().range();
    const auto spoken = [&](const TimeRange& stretch) {
        return SpokenText::stretch(timeline, std::max(0.0, stretch.from),
                                   std::min(timeline.makespan, stretch.to));
    };
    sentences << SpokenText::tr("Shown: %1.").arg(spoken(range));
    if (const std::size_t hidden = index()->laneCount() - view().geometry().lanes.size(); hidden > 0)
        sentences << SpokenText::tr("Hidden lanes: %1.").arg(hidden);
    if (const auto& area = view().measure().area())
        sentences
            << SpokenText::tr("Measured: %1, ranks: %2.").arg(spoken(area->range)).arg(area->ranks.size());
    if (const std::size_t notes = view().notes().notes().size(); notes > 0)
        sentences << SpokenText::tr("Notes: %1.").arg(notes);
    return sentences.join(QLatin1Char(' '));
}

} // namespace bubblescope::ui
