// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_accessible_tools.h"

#include "ui/timeline/area_geometry.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/note_text.h"
#include "ui/timeline/spoken_text.h"
#include "ui/timeline/timeline_accessible_p.h"

namespace bubblescope::ui {

namespace {

/// Between the parts of a place or a read-out.
QString separator()
{
    return QStringLiteral(" · ");
}

QString spokenParts(QString text)
{
    return text.replace(separator(), QStringLiteral(", "));
}

} // namespace

bool NoteItem::isValid() const
{
    return TimelineItem::isValid() && m_number < view().notes().notes().size();
}

QString NoteItem::text(QAccessible::Text which) const
{
    if (which != QAccessible::Name || !isValid())
        return {};
    const DocumentNote& note = view().notes().notes()[m_number];
    const Timeline& timeline = m_timeline.index()->timeline();
    return SpokenText::tr("Note: %1, %2", "text, times")
        .arg(QString::fromStdString(note.text),
             spokenParts(NoteText::place(note, timeline.makespan, timeline.unit)));
}

QRect NoteItem::rect() const
{
    const NoteChip* chip = isValid() ? view().notes().layout().chipOf(m_number) : nullptr;
    if (chip == nullptr)
        return {};
    return m_timeline.onScreen({chip->rect.x(), chip->rect.y(), chip->rect.width(), chip->rect.height()});
}

QAccessible::State NoteItem::state() const
{
    QAccessible::State state = selectableState(view().notes().focused() == m_number);
    state.invalid = !isValid();
    return state;
}

void NoteItem::choose()
{
    view().notes().setFocused(m_number);
}

bool AreaItem::isValid() const
{
    return TimelineItem::isValid() && view().measure().area().has_value();
}

QString AreaItem::text(QAccessible::Text which) const
{
    if (which != QAccessible::Name || !isValid())
        return {};
    const TimeRange& range = view().measure().area()->range;
    // Its length stands first there; from when to when says more.
    const QString sums = view().measure().readOut().section(separator(), 1);
    return SpokenText::tr("Measured area, %1, %2", "times, totals")
        .arg(SpokenText::stretch(m_timeline.index()->timeline(), range.from, range.to), spokenParts(sums));
}

QRect AreaItem::rect() const
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

QAccessible::State AreaItem::state() const
{
    QAccessible::State state;
    state.invalid = !isValid();
    state.focusable = true;
    state.focused = state.active = view().hasFocus() && m_timeline.chosen() == this;
    state.offscreen = rect().isEmpty();
    return state;
}

void AreaItem::choose()
{
    view().measure().fit();
}

} // namespace bubblescope::ui
