// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/metrics.h"
#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"
#include "core/scene/theme.h"

#include <QRectF>
#include <array>
#include <memory>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// A critical path by lanes, so that what is in view is found without looking at the rest. Actions of a path
/// follow each other in time, so each lane's are sorted and apart. Immutable; 40 bytes an action of the path.
class CriticalPathMarks
{
public:
    /// O(actions of the path).
    [[nodiscard]] static std::shared_ptr<const CriticalPathMarks> build(const LaneIndex& index,
                                                                        const CriticalPath& path);

    /// Stretches of a lane in which the path runs there, or leaves less than `least` free: those that touch
    /// [from, to). At most (to - from) / least of them, O(log n) each.
    [[nodiscard]] std::vector<TimeSpan> stretches(LaneId lane, Time from, Time to, Time least) const;

    /// Where the path goes on: in time, all lanes.
    struct Step
    {
        LaneId lane;
        Time start = 0;
        Time end = 0;
    };
    [[nodiscard]] const std::vector<Step>& steps() const { return m_steps; }

private:
    struct Lane
    {
        std::vector<Time> start;
        std::vector<Time> end;
    };
    [[nodiscard]] const Lane* laneOf(LaneId lane) const;

    std::vector<Step> m_steps;
    std::array<std::vector<Lane>, kTrackCount> m_lanes; ///< by track, by rank
};
using CriticalPathMarksPtr = std::shared_ptr<const CriticalPathMarks>;

/// What of a critical path is to be seen in a geometry: found once for it, then painted with every move of
/// the pointer.
class CriticalPathPicture
{
public:
    /// Does nothing if it was made of the same already.
    void update(const CriticalPathMarksPtr& marks, const TimelineGeometry& geometry, double devicePixelRatio);
    /// What touches `clip`.
    void paint(QPainter& painter, const QRectF& clip, const Theme& theme) const;
    /// Under the blocks, in device-independent pixels.
    [[nodiscard]] const std::vector<RectF>& underlines() const { return m_underlines; }
    /// Lines from a block to the next of the path on another rank.
    [[nodiscard]] std::size_t connectorCount() const { return m_connectors.size(); }
    /// Among thin lanes: where the path goes between blocks too narrow for lines, pixel columns of it.
    [[nodiscard]] const std::vector<RectF>& trail() const { return m_trail; }

private:
    struct Connector
    {
        double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    };
    void addUnderlines(double devicePixelRatio);
    void addConnectors();
    void addToTrail(Time from, double fromY, Time to, double toY);
    void addToTrail(const RectF& part);

    CriticalPathMarksPtr m_marks;
    TimelineGeometry m_geometry;
    double m_devicePixelRatio = 0;
    std::vector<RectF> m_underlines;
    std::vector<Connector> m_connectors;
    std::vector<RectF> m_trail;
};

/// Whether a path goes through the action. O(log n). Requires that both belong to the timeline.
[[nodiscard]] bool isOnPath(const Timeline& timeline, const CriticalPath& path, const ActionPosition& action);

} // namespace bubblescope::ui
