// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"
#include "core/scene/strip_writer.h"

#include <vector>

namespace bubblescope {

/// Where a lane is drawn; heights on the device grid.
struct LanePlace
{
    LaneId lane{RankId{0}, Track::Compute};
    double top = 0;
    double bottom = 0;
    double gapUnder = 0; ///< to what is drawn below it
};

/// What is too narrow for a rect of its own: blocks that share pixel columns, idle time between blocks with
/// its hatch, and ticks of what takes no time.
class NarrowBlocks
{
public:
    NarrowBlocks(const LaneIndex& index, const SceneOptions& options, Scene& scene);

    /// Another lane, whose columns are in strip().
    void begin(const LanePlace& place);
    [[nodiscard]] StripWriter& strip() { return m_strip; }
    /// What lies between two wide blocks, or the borders of the plot: blocks [first, last) and idle time.
    void add(std::size_t first, std::size_t last, const TimeSpan& span);

private:
    [[nodiscard]] bool isCompute() const { return m_place.lane.track == Track::Compute; }
    void addCoverage(const TimeSpan& span);
    void addFew(std::size_t first, std::size_t last, const TimeSpan& span);
    void addEmptyColumns(const TimeSpan& span, std::int64_t firstColumn, std::size_t count);
    void addGap(const TimeSpan& span);
    void addTick(std::size_t block);

    const LaneIndex& m_index;
    const SceneOptions& m_options;
    const TimelineGeometry& m_geometry;
    Scene& m_scene;
    double m_ratio;
    double m_pixelsPerUnit;
    TimeRange m_whole; ///< outside it nothing is idle: there is no run

    // Of the lane at work.
    LanePlace m_place;
    StripWriter m_strip;
    std::vector<float> m_shares; ///< of columns on their way to the strip
    double m_lastTick = 0;
};

} // namespace bubblescope
