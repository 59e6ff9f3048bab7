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

TimelineAccessible::TimelineAccessible(TimelineView* view)
    : QAccessibleWidget(view, QAccessible::Tree)
    , m_lanes(kKeptLanes)
    , m_actions(kKeptActions)
    , m_notes(kKeptLanes)
{}

TimelineAccessible::~TimelineAccessible()
{
    forget();
}

TimelineView& TimelineAccessible::view() const
{
    return *static_cast<TimelineView*>(widget());
}

const LaneIndex* TimelineAccessible::index() const
{
    return m_evaluation && m_evaluation->index->laneCount() > 0 ? m_evaluation->index.get() : nullptr;
}

QAccessibleInterface* TimelineAccessible::laneOf(RankId rank)
{
    renew();
    const LaneIndex* shown = index();
    if (shown == nullptr || rank.value >= shown->laneCount())
        return nullptr;
    return m_lanes.get(rank.value, [&] { return new LaneItem(*this, rank); });
}

QAccessibleInterface* TimelineAccessible::actionAt(const ActionPosition& action)
{
    renew();
    return index() == nullptr ? nullptr : m_actions.get({action.rank.value, action.index}, [&] {
        return new ActionItem(*this, action);
    });
}

QAccessibleInterface* TimelineAccessible::gap()
{
    renew();
    if (index() == nullptr || !view().chosen().gap())
        return nullptr;
    if (m_gap == 0)
        m_gap = QAccessible::registerAccessibleInterface(new GapItem(*this));
    return QAccessible::accessibleInterface(m_gap);
}

QAccessibleInterface* TimelineAccessible::note(std::size_t number)
{
    renew();
    if (index() == nullptr || number >= view().notes().notes().size())
        return nullptr;
    return m_notes.get(number, [&] { return new NoteItem(*this, number); });
}

QAccessibleInterface* TimelineAccessible::area()
{
    renew();
    if (index() == nullptr || !view().measure().area())
        return nullptr;
    if (m_area == 0)
        m_area = QAccessible::registerAccessibleInterface(new AreaItem(*this));
    return QAccessible::accessibleInterface(m_area);
}

QAccessibleInterface* TimelineAccessible::chosen()
{
    if (const auto focused = view().notes().focused(); focused && m_latest == Sort::Note)
        return note(*focused);
    if (QAccessibleInterface* measured = m_latest == Sort::Area ? area() : nullptr)
        return measured;
    if (const auto selected = view().chosen().action())
        return actionAt(*selected);
    if (view().chosen().gap())
        return gap();
    const auto lane = view().laneHeaders().selected();
    return lane ? laneOf(*lane) : nullptr;
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
    m_notes.clear();
    for (QAccessible::Id* only : {&m_gap, &m_area})
        if (const QAccessible::Id id = std::exchange(*only, 0))
            QAccessible::deleteAccessibleInterface(id);
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
        return self().laneOf(view().geometry().lanes[i]);
    if (i < items) {
        QAccessibleInterface* found = self().note(i - lanes);
        return found != nullptr ? found : self().area();
    }
    const std::vector<QWidget*> parts = widgets();
    return i - items < parts.size() ? QAccessible::queryAccessibleInterface(parts[i - items]) : nullptr;
}

int TimelineAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    if (const auto* lane = dynamic_cast<const LaneItem*>(child)) {
        const auto row = view().geometry().rowOf(lane->rank());
        return row ? static_cast<int>(*row) : -1;
    }
    if (const auto* item = dynamic_cast<const NoteItem*>(child))
        return item->isValid() ? static_cast<int>(laneCount() + item->number()) : -1;
    if (const auto* item = dynamic_cast<const AreaItem*>(child))
        return item->isValid() ? static_cast<int>(itemCount()) - 1 : -1;
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
    return found ? self().laneOf(geometry.lanes[found->row]) : nullptr;
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
