// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

struct RectF
{
    double x = 0, y = 0, width = 0, height = 0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] bool contains(double px, double py) const
    {
        return px >= x && px < right() && py >= y && py < bottom();
    }
    bool operator==(const RectF&) const = default;
};

/// Pure functions between time, lanes and pixels. All pixels are device-independent.
/// The plot is where lanes are drawn; [from, to) is mapped onto its width. from < to.
struct TimelineGeometry
{
    RectF plot;
    Time from = 0;
    Time to = 1;
    double laneHeight = 36;
    double laneGap = 12;
    double scrollY = 0;        ///< pixels by which the lanes are scrolled up
    std::vector<RankId> lanes; ///< shown ranks, top to bottom

    [[nodiscard]] double pixelsPerUnit() const { return plot.width / (to - from); }
    /// Subtracts the origin before scaling, so that late times do not jitter.
    [[nodiscard]] double xOf(Time t) const { return plot.x + (t - from) * pixelsPerUnit(); }
    [[nodiscard]] Time timeAt(double x) const { return from + (x - plot.x) / pixelsPerUnit(); }
    [[nodiscard]] double laneTop(std::size_t row) const
    {
        return plot.y - scrollY + static_cast<double>(row) * (laneHeight + laneGap);
    }
    [[nodiscard]] std::optional<std::size_t>
    rowAt(double y) const; ///< nothing in the gaps and outside the plot
    [[nodiscard]] double contentHeight() const
    {
        return static_cast<double>(lanes.size()) * (laneHeight + laneGap);
    }
};

/// [from, to) after zooming by `factor` (> 1 = closer) with `anchor` staying where it is, kept inside
/// [-margin, makespan + margin] and not narrower than what doubles can tell apart.
struct TimeRange
{
    Time from = 0;
    Time to = 1;
    bool operator==(const TimeRange&) const = default;
};
[[nodiscard]] TimeRange zoomedAt(const TimeRange& range, Time anchor, double factor, Time makespan);
[[nodiscard]] TimeRange panned(const TimeRange& range, Time delta, Time makespan);
/// The whole timeline: [0, makespan), [0, 1) for an empty one.
[[nodiscard]] TimeRange fitted(Time makespan);

/// Ruler marks at 1, 2 or 5 times a power of ten, at least `minSpacingPx` apart; labels as people write them.
struct RulerMark
{
    Time time = 0;
    bool major = true;
    std::string label; ///< empty for minor marks
};
[[nodiscard]] std::vector<RulerMark> rulerMarks(const TimelineGeometry& geometry, double minSpacingPx = 64);

} // namespace bubblescope
