// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_accessible.h"

#include "ui/panels/figures.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/spoken_text.h"
#include "ui/timeline/timeline_accessible_p.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

QAccessibleInterface* timelineInterface(const QString& className, QObject* object)
{
    auto* view = className == QLatin1String("bubblescope::ui::TimelineView")
                     ? qobject_cast<TimelineView*>(object)
                     : nullptr;
    return view != nullptr ? new TimelineAccessible(view) : nullptr;
}

TimelineAccessible* interfaceOf(TimelineView& view)
{
    return dynamic_cast<TimelineAccessible*>(QAccessible::queryAccessibleInterface(&view));
}

AccessibleListener& listener()
{
    static AccessibleListener listening;
    return listening;
}

void tell(QAccessible::Event what, QAccessibleInterface* about)
{
    if (listener())
        listener()(what, *about);
    QAccessibleEvent event(about, what);
    QAccessible::updateAccessibility(&event);
}

/// Tells what has the focus now, as views of items do.
class Announcer : public QObject
{
public:
    explicit Announcer(TimelineView& view) : QObject(&view), m_view(view) { view.installEventFilter(this); }

    void announce()
    {
        if (!QAccessible::isActive() && !listener())
            return;
        TimelineAccessible* timeline = interfaceOf(m_view);
        QAccessibleInterface* chosen = timeline != nullptr ? timeline->chosen() : nullptr;
        if (chosen == nullptr)
            return;
        tell(QAccessible::Selection, chosen);
        if (m_view.hasFocus())
            tell(QAccessible::Focus, chosen);
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        // Qt tells the widget's own focus after the event; the item's has to come last.
        if (event->type() == QEvent::FocusIn)
            QMetaObject::invokeMethod(
                this, [this] { announce(); }, Qt::QueuedConnection);
        return QObject::eventFilter(watched, event);
    }

private:
    TimelineView& m_view;
};

} // namespace

TimelineAccessible::TimelineAccessible(TimelineView* view)
    : QAccessibleWidget(view, QAccessible::Tree)
    , m_lanes(kKeptLanes)
    , m_actions(kKeptActions)
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
    if (index() == nullptr || !view().gap())
        return nullptr;
    if (m_gap == 0)
        m_gap = QAccessible::registerAccessibleInterface(new GapItem(*this));
    return QAccessible::accessibleInterface(m_gap);
}

QAccessibleInterface* TimelineAccessible::chosen()
{
    const std::optional<ActionPosition> selected = view().selection();
    return selected ? actionAt(*selected) : gap();
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
    if (const QAccessible::Id gap = std::exchange(m_gap, 0))
        QAccessible::deleteAccessibleInterface(gap);
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

int TimelineAccessible::childCount() const
{
    self().renew();
    return static_cast<int>((index() != nullptr ? view().geometry().lanes.size() : 0) + widgets().size());
}

QAccessibleInterface* TimelineAccessible::child(int number) const
{
    if (number < 0)
        return nullptr;
    self().renew();
    auto i = static_cast<std::size_t>(number);
    if (index() != nullptr) {
        const std::vector<RankId>& lanes = view().geometry().lanes;
        if (i < lanes.size())
            return self().laneOf(lanes[i]);
        i -= lanes.size();
    }
    const std::vector<QWidget*> parts = widgets();
    return i < parts.size() ? QAccessible::queryAccessibleInterface(parts[i]) : nullptr;
}

int TimelineAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    if (const auto* lane = dynamic_cast<const LaneItem*>(child)) {
        const auto row = view().geometry().rowOf(lane->rank());
        return row ? static_cast<int>(*row) : -1;
    }
    const std::vector<QWidget*> parts = widgets();
    const auto found = std::find(parts.begin(), parts.end(), child != nullptr ? child->object() : nullptr);
    if (found == parts.end())
        return -1;
    return static_cast<int>((index() != nullptr ? view().geometry().lanes.size() : 0) +
                            static_cast<std::size_t>(found - parts.begin()));
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
    const TimeRange range = view().range();
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

void makeAccessible(TimelineView& view)
{
    QAccessible::installFactory(timelineInterface);
    auto* announcer = new Announcer(view);
    QObject::connect(&view, &TimelineView::selectionChanged, announcer, &Announcer::announce);
    QObject::connect(&view, &TimelineView::gapChanged, announcer, &Announcer::announce);
    QObject::connect(&view, &TimelineView::evaluationChanged, announcer, [&view] {
        TimelineAccessible* timeline = interfaceOf(view);
        if (timeline == nullptr)
            return;
        timeline->renew();
        tell(QAccessible::ObjectReorder, timeline);
    });
}

void endAccessible(TimelineView& view)
{
    if (TimelineAccessible* timeline = interfaceOf(view))
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(timeline));
}

void setAccessibleListener(AccessibleListener listening)
{
    listener() = std::move(listening);
}

std::size_t keptAccessibleChildren(TimelineView& view)
{
    const TimelineAccessible* timeline = interfaceOf(view);
    return timeline != nullptr ? timeline->kept() : 0;
}

} // namespace bubblescope::ui
