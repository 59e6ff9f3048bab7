// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "core/scene/geometry.h"

#include <utility>

namespace bubblescope::ui {

/// Where the parts of the timeline stand, in device-independent pixels.
struct TimelineMetrics
{
    static constexpr double kHeaderX = 12;
    static constexpr double kHeaderWidth = 88; ///< from the left edge to the plot
    static constexpr double kRightMargin = 16;
    static constexpr double kRulerHeight = 24;
    static constexpr double kPlotTop = 28;
    static constexpr double kPlotTopBare = 4; ///< without a ruler
    static constexpr double kNoteBand = 20;   ///< between ruler and plot, while there are notes
    static constexpr double kBottomMargin = 8, kCompactMargin = 4;
    static constexpr double kMinLane = 14;
    static constexpr double kMinCompactLane = 11; ///< labels are small there
    /// Few lanes grow with the room that they do not fill, but slower than it.
    static constexpr double kMaxLane = 44, kMaxLaneOnTallScreens = 120;
    static constexpr double kMaxLaneBase = 28, kMaxLaneShare = 1.0 / 10;
    static constexpr double kMinGap = 2, kMaxGap = 11;
    static constexpr double kHighestPitch = 160; ///< that can be asked for
    static constexpr double kMinSubLane = 4, kMaxSubLane = 14, kSubLaneShare = 0.15;
    static constexpr double kMinMemory = 16, kMemoryShare = 0.28;
    static constexpr double kMemoryPartsShare = 0.45; ///< where parts are to be told apart
    /// What another schedule's lane takes of a compute lane's height; together they are not lower than
    /// kLeastBoth.
    static constexpr double kEchoShare = 0.34, kMinEcho = 4, kLeastBoth = 20;
    static constexpr double kResidualShare = 0.25, kMostResidual = 24;
    static constexpr double kFoldedLane = 10, kFoldedThinLane = 8, kThinLane = 20;
    /// Pinned lanes leave the others at least the rest of the plot; those beyond it scroll with them.
    static constexpr double kMostPinned = 0.6;
    static constexpr double kHiddenLine = 20; ///< what says that lanes are hidden, under the plot
    /// How much of the plot is before 0, or after the end, where the view is brought there.
    static constexpr double kEndMargin = 0.02;
};

/// How high the ruler over that plot is; 0 for a timeline without one.
[[nodiscard]] inline double rulerHeightOf(const TimelineGeometry& geometry)
{
    return geometry.plot.y >= TimelineMetrics::kRulerHeight + TimelineMetrics::kPlotTopBare
               ? TimelineMetrics::kRulerHeight
               : 0;
}

/// Lane height and gap for so many lanes in so many pixels: as high as fits between the limits, in whole
/// device pixels, so that every lane is equally sharp. Sub-lanes take a thin part of each lane's height,
/// memory strips some of the row's.
struct LaneSizes
{
    double height = TimelineMetrics::kMaxLane;
    double gap = TimelineMetrics::kMaxGap;
    double subHeight = 0; ///< of a sub-lane
    double subGap = 0;    ///< above it
    double memoryHeight = 0;
    double memoryGap = 0; ///< above the memory strip
    bool operator==(const LaneSizes&) const = default;
};
[[nodiscard]] LaneSizes laneSizes(std::size_t lanes, double available, double devicePixelRatio,
                                  std::size_t subLanes = 0, bool memory = false,
                                  double least = TimelineMetrics::kMinLane,
                                  double memoryShare = TimelineMetrics::kMemoryShare);

/// What part of a timeline is shown in what rectangle: plain state, no widget. Every setter keeps the range
/// inside the timeline and the scroll position inside the lanes.
class TimelineViewport
{
public:
    TimelineViewport() { update(); }

    void setContent(std::uint32_t ranks, Time makespan, const std::string& unitOfTime = "step");
    /// Which ranks have lanes, in what order. Kept while the content changes.
    void setArrangement(const LaneArrangement& arrangement);
    void setSubLanes(std::vector<Track> subLanes) { change(m_geometry.subLanes, std::move(subLanes)); }
    void setMemoryStrips(bool shown, double share = TimelineMetrics::kMemoryShare)
    {
        change(m_memoryShare, share);
        change(m_memory, shown);
    }
    void setNoteBand(bool shown) { change(m_noteBand, shown); }
    /// Lanes are as low as it takes to show all of them, until there are others; without room for memory.
    void setRanksFitted(bool fitted) { change(m_ranksFitted, fitted); }
    [[nodiscard]] bool areRanksFitted() const { return m_ranksFitted; }
    /// So much from one lane to the next, within what shows all of them and what is of use; nothing = what
    /// the room gives. Until there are others.
    void setWantedPitch(std::optional<double> pixels);
    [[nodiscard]] std::optional<double> wantedPitch() const { return m_wantedPitch; }
    /// Lanes may be lower than in a timeline that is alone.
    void setCompact(bool compact) { change(m_compact, compact); }
    /// A thin lane under each compute lane: another schedule's, or one that says how long actions took.
    enum class Echo : std::uint8_t { None, Schedule, Residuals };
    void setEcho(Echo echo) { change(m_echo, echo); }
    /// The axis above the lanes; on by default.
    void setRulerShown(bool shown) { change(m_ruler, shown); }

    /// Lanes are no higher than they would be in a view with that height under its ruler; nothing = its own.
    void setLaneRoom(std::optional<double> height) { change(m_laneRoom, height); }

    void setSize(double width, double height, double devicePixelRatio);
    void setRange(const TimeRange& range);
    void setScrollY(double pixels);

    [[nodiscard]] const TimelineGeometry& geometry() const { return m_geometry; }
    [[nodiscard]] TimeRange range() const { return {m_geometry.from, m_geometry.to}; }
    [[nodiscard]] Time makespan() const { return m_makespan; }
    [[nodiscard]] double devicePixelRatio() const { return m_devicePixelRatio; }
    [[nodiscard]] double maxScrollY() const;
    /// From one unfolded lane to the next.
    [[nodiscard]] double lanePitch() const { return m_geometry.pitch(); }

    [[nodiscard]] bool isRuler(double x, double y) const;
    [[nodiscard]] bool isPlotColumn(double x) const;

    /// The range as it may be shown: ordered, inside the timeline, not too narrow.
    [[nodiscard]] TimeRange admissible(const TimeRange& range) const;
    /// The range that has [from, to) in its middle with `share` of the plot's width.
    [[nodiscard]] TimeRange around(Time from, Time to, double share) const;
    /// So much time with `middle` in its middle, or as near to it as the timeline's ends allow.
    [[nodiscard]] TimeRange centered(Time middle, Time length) const;
    /// `range` moved by as little as needed to show [from, to) with some room beside it.
    [[nodiscard]] TimeRange revealing(const TimeRange& range, Time from, Time to) const;
    /// The scroll position nearest to the present one that shows the whole lane.
    [[nodiscard]] double scrollRevealing(std::size_t row) const;

private:
    /// [from, from + length), moved so that hardly any time before 0 or after the end is shown.
    [[nodiscard]] TimeRange brought(Time from, Time length) const;
    template <typename Value>
    void change(Value& member, Value value)
    {
        if (value == member)
            return;
        member = std::move(value);
        update();
    }
    void arrange();
    [[nodiscard]] LaneSizes sizesFor(std::size_t lanes, double room);
    void update();
    void makeRoomForEcho();
    void pin();

    TimelineGeometry m_geometry;
    LaneArrangement m_arrangement;
    std::uint32_t m_ranks = 0;
    std::size_t m_pinned = 0;
    std::size_t m_hidden = 0;
    Time m_makespan = 0;
    double m_width = 0, m_height = 0;
    bool m_memory = false;
    double m_memoryShare = TimelineMetrics::kMemoryShare;
    bool m_noteBand = false;
    bool m_ruler = true;
    bool m_compact = false;
    bool m_ranksFitted = false;
    Echo m_echo = Echo::None;
    std::optional<double> m_laneRoom;
    std::optional<double> m_wantedPitch;
    double m_devicePixelRatio = 1;
};

} // namespace bubblescope::ui
