// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"
#include "ui/timeline/residual_lane.h"

#include <QObject>
#include <optional>

namespace bubblescope::ui {

class TimelineViewport;

/// What a timeline is compared with: another beside it on a common axis, under its lanes, or as their colors;
/// and how long its actions took against that, under their lanes.
class TimelineComparison : public QObject
{
    Q_OBJECT

public:
    explicit TimelineComparison(TimelineViewport& viewport, QObject* parent = nullptr);

    /// What is shown; null = nothing.
    void setIndex(const LaneIndexPtr& index) { m_index = index; }
    /// The time axis reaches at least so far, so that timelines beside each other can share it; 0 for as far
    /// as the timeline itself.
    void setSharedEnd(Time end);
    [[nodiscard]] Time sharedEnd() const { return m_sharedEnd; }
    /// Draws another schedule's lanes, thin, under those of the same ranks; null = none.
    void setEcho(LaneIndexPtr echo);
    [[nodiscard]] const LaneIndexPtr& echo() const { return m_echo; }
    /// Draws the lanes in the colors of this index, which stand for differences, as long as it is of the
    /// shown timeline; null = by kinds.
    void setRecolored(LaneIndexPtr index);
    /// In the colors of differences; null while they are drawn by kinds.
    [[nodiscard]] const LaneIndexPtr& recolored() const;
    [[nodiscard]] bool showsDifference() const { return recolored() != nullptr; }
    /// Shows under each lane how long its actions took against another time, as long as that is of the shown
    /// timeline; its room stays until it is taken away. Null = none. Not together with an echo.
    void setResiduals(ResidualLanePtr residuals);
    /// What is drawn of them now; null for nothing.
    [[nodiscard]] const ResidualLanePtr& residuals() const;
    /// Without a choice of the user's nothing but lanes is drawn: the room is shared.
    void setCompact(bool compact);
    [[nodiscard]] bool isCompact() const { return m_isCompact; }
    /// Lanes are as high as they were in a view with at most that height under its ruler, so that two views
    /// that differ in it have equal ones; nothing for as high as fits.
    void setLaneRoom(std::optional<double> height);
    /// The axis above the lanes: of timelines under each other that share it one is enough.
    void setRulerShown(bool shown);
    [[nodiscard]] bool hasRuler() const;

signals:
    /// The lanes' room has to be worked out anew.
    void layoutAsked();
    void colorsChanged();
    void sharedEndChanged();

private:
    [[nodiscard]] bool isOfShown(const LaneIndexPtr& index) const;
    void makeRoomForEcho();

    TimelineViewport& m_viewport;
    LaneIndexPtr m_index;
    LaneIndexPtr m_echo;
    LaneIndexPtr m_recolored;
    ResidualLanePtr m_residuals;
    Time m_sharedEnd = 0;
    bool m_isCompact = false;
};

} // namespace bubblescope::ui
