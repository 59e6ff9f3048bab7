// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"
#include "ui/timeline/residual_lane.h"
#include "ui/timeline/timeline_viewport.h"

#include <QObject>
#include <optional>

namespace bubblescope::ui {

/// What a timeline is compared with: another beside it on a common axis, under its lanes, or as their colors;
/// and how long its actions took against that, under their lanes.
class TimelineComparison : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// What is shown; null = nothing.
    void setIndex(const LaneIndexPtr& index) { m_index = index; }
    /// The time axis reaches at least so far, so that timelines beside each other can share it; 0 for as far
    /// as the timeline itself.
    void setSharedEnd(Time end) { change(m_sharedEnd, end, &TimelineComparison::sharedEndChanged); }
    [[nodiscard]] Time sharedEnd() const { return m_sharedEnd; }
    /// Draws another schedule's lanes, thin, under those of the same ranks; null = none.
    void setEcho(const LaneIndexPtr& echo) { change(m_echo, echo, &TimelineComparison::layoutAsked); }
    [[nodiscard]] const LaneIndexPtr& echo() const { return m_echo; }
    /// Draws the lanes in the colors of this index, which stand for differences, as long as it is of the
    /// shown timeline; null = by kinds.
    void setRecolored(const LaneIndexPtr& index)
    {
        change(m_recolored, index, &TimelineComparison::colorsChanged);
    }
    /// In the colors of differences; null while they are drawn by kinds.
    [[nodiscard]] const LaneIndexPtr& recolored() const;
    [[nodiscard]] bool showsDifference() const { return recolored() != nullptr; }
    /// Shows under each lane how long its actions took against another time, as long as that is of the shown
    /// timeline; its room stays until it is taken away. Null = none. Not together with an echo.
    void setResiduals(const ResidualLanePtr& residuals)
    {
        change(m_residuals, residuals, &TimelineComparison::layoutAsked);
    }
    /// What is drawn of them now; null for nothing.
    [[nodiscard]] const ResidualLanePtr& residuals() const;
    /// What room is kept under the lanes.
    [[nodiscard]] TimelineViewport::Echo echoRoom() const;
    /// Without a choice of the user's nothing but lanes is drawn: the room is shared.
    void setCompact(bool compact) { change(m_isCompact, compact, &TimelineComparison::layoutAsked); }
    [[nodiscard]] bool isCompact() const { return m_isCompact; }
    /// Lanes are as high as they were in a view with at most that height under its ruler, so that two views
    /// that differ in it have equal ones; nothing for as high as fits.
    void setLaneRoom(std::optional<double> height)
    {
        change(m_laneRoom, height, &TimelineComparison::layoutAsked);
    }
    [[nodiscard]] std::optional<double> laneRoom() const { return m_laneRoom; }
    /// The axis above the lanes: of timelines under each other that share it one is enough.
    void setRulerShown(bool shown) { change(m_hasRuler, shown, &TimelineComparison::layoutAsked); }
    [[nodiscard]] bool hasRuler() const { return m_hasRuler; }

signals:
    /// The lanes' room has to be worked out anew.
    void layoutAsked();
    void colorsChanged();
    void sharedEndChanged();

private:
    [[nodiscard]] bool isOfShown(const LaneIndexPtr& index) const;
    template <typename Value>
    void change(Value& member, const Value& value, void (TimelineComparison::*changed)())
    {
        if (value == member)
            return;
        member = value;
        emit(this->*changed)();
    }
    LaneIndexPtr m_index;
    LaneIndexPtr m_echo;
    LaneIndexPtr m_recolored;
    ResidualLanePtr m_residuals;
    Time m_sharedEnd = 0;
    std::optional<double> m_laneRoom;
    bool m_isCompact = false;
    bool m_hasRuler = true;
};

} // namespace bubblescope::ui
