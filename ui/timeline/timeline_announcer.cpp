// SPDX-License-Identifier: GPL-3.0-or-later
// Who has the focus, and what has become of lanes, notes and the area, told to screen readers.
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

void tellExpanded(QAccessibleInterface* lane)
{
    if (listener())
        listener()(QAccessible::StateChanged, *lane);
    QAccessible::State changed;
    changed.expanded = true;
    QAccessibleStateChangeEvent event(lane, changed);
    QAccessible::updateAccessibility(&event);
}

/// The one rank that is in one of the lists and not in the other; nothing if there are more, or none.
std::optional<RankId> onlyChange(const std::vector<RankId>& before, const std::vector<RankId>& after)
{
    const bool grew = after.size() > before.size();
    const std::vector<RankId>& more = grew ? after : before;
    const std::vector<RankId>& less = grew ? before : after;
    if (more.size() != less.size() + 1)
        return std::nullopt;
    // One is put in or taken out, the others stay in their order.
    const auto other = std::mismatch(less.begin(), less.end(), more.begin()).second;
    return *other;
}

/// Tells what has the focus now, as views of items do, and what has become of the lanes.
class Announcer : public QObject
{
public:
    explicit Announcer(TimelineView& view) : QObject(&view), m_view(view) { view.installEventFilter(this); }

    /// Something of that sort was chosen, or is no longer.
    void announceAs(TimelineAccessible::Sort sort)
    {
        TimelineAccessible* timeline = heard();
        if (timeline == nullptr)
            return;
        timeline->setLatest(sort);
        announce();
    }
    void announce()
    {
        TimelineAccessible* timeline = heard();
        QAccessibleInterface* chosen = timeline != nullptr ? timeline->chosen() : nullptr;
        if (chosen == nullptr)
            return;
        tell(QAccessible::Selection, chosen);
        if (m_view.hasFocus())
            tell(QAccessible::Focus, chosen);
    }
    void announceArea()
    {
        const auto& area = m_view.measure().area();
        const bool hadArea = std::exchange(m_hasArea, area.has_value());
        TimelineAccessible* timeline = heard();
        if (timeline == nullptr)
            return;
        if (m_hasArea != hadArea) {
            tell(QAccessible::ObjectReorder, timeline);
            announceAs(m_hasArea ? TimelineAccessible::Sort::Area : TimelineAccessible::Sort::Selection);
        } else if (QAccessibleInterface* item = timeline->item(ItemKey::area())) {
            tell(QAccessible::NameChanged, item);
        }
    }
    void announceLanes()
    {
        const LaneArrangement before = std::exchange(m_arrangement, m_view.laneHeaders().arrangement());
        std::vector<RankId> lanes = m_view.geometry().lanes;
        const bool hasMoved = std::exchange(m_lanes, std::move(lanes)) != m_view.geometry().lanes;
        TimelineAccessible* timeline = heard();
        if (timeline == nullptr)
            return;
        if (hasMoved)
            tell(QAccessible::ObjectReorder, timeline);
        if (const auto rank = onlyChange(before.folded, m_arrangement.folded))
            if (QAccessibleInterface* lane = timeline->item(ItemKey::lane(*rank)))
                tellExpanded(lane);
        if (const auto rank = onlyChange(before.pinned, m_arrangement.pinned))
            if (QAccessibleInterface* lane = timeline->item(ItemKey::lane(*rank)))
                tell(QAccessible::DescriptionChanged, lane);
    }
    /// Others, of another evaluation: nothing has become of those.
    void takeLanes()
    {
        m_arrangement = m_view.laneHeaders().arrangement();
        m_lanes = m_view.geometry().lanes;
    }
    void announceNotes()
    {
        TimelineAccessible* timeline = heard();
        if (timeline == nullptr)
            return;
        tell(QAccessible::ObjectReorder, timeline);
        const auto focused = m_view.notes().focused();
        if (QAccessibleInterface* note = focused ? timeline->item(ItemKey::note(*focused)) : nullptr)
            tell(QAccessible::NameChanged, note);
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
    /// Null while nobody listens.
    [[nodiscard]] TimelineAccessible* heard() const
    {
        return QAccessible::isActive() || listener() ? interfaceOf(m_view) : nullptr;
    }

    TimelineView& m_view;
    LaneArrangement m_arrangement;
    std::vector<RankId> m_lanes;
    bool m_hasArea = false;
};

} // namespace

void makeAccessible(TimelineView& view)
{
    QAccessible::installFactory(timelineInterface);
    auto* announcer = new Announcer(view);
    using Sort = TimelineAccessible::Sort;
    const auto choose = [announcer] { announcer->announceAs(Sort::Selection); };
    QObject::connect(&view.chosen(), &TimelineSelection::actionChanged, announcer, choose);
    QObject::connect(&view.chosen(), &TimelineSelection::gapChanged, announcer, choose);
    const LaneHeaders* headers = &view.laneHeaders();
    QObject::connect(headers, &LaneHeaders::selectedChanged, announcer, choose);
    QObject::connect(headers, &LaneHeaders::arrangementChanged, announcer, &Announcer::announceLanes);
    const NoteMarks* notes = &view.notes();
    QObject::connect(notes, &NoteMarks::focusedChanged, announcer, [announcer](const auto& focused) {
        announcer->announceAs(focused ? Sort::Note : Sort::Selection);
    });
    QObject::connect(notes, &NoteMarks::notesChanged, announcer, &Announcer::announceNotes);
    QObject::connect(&view.measure(), &MeasureTool::areaChanged, announcer, &Announcer::announceArea);
    QObject::connect(&view, &TimelineView::evaluationChanged, announcer, [&view, announcer] {
        announcer->takeLanes();
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
