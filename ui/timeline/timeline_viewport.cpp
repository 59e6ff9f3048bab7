// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_viewport.h"

#include "ui/timeline/lane_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope::ui {

namespace {

double floorToDevice(double pixels, double devicePixelRatio)
{
    return std::floor(pixels * devicePixelRatio + 1e-6) / devicePixelRatio;
}

} // namespace

LaneSizes laneSizes(std::size_t lanes, double available, double devicePixelRatio, std::size_t subLanes,
                    bool memory, double least, double memoryShare)
{
    using Metrics = TimelineMetrics;
    if (lanes == 0)
        return {};
    const double row = available / static_cast<double>(lanes);
    const double highest = std::clamp(Metrics::kMaxLaneBase + available * Metrics::kMaxLaneShare,
                                      Metrics::kMaxLane, Metrics::kMaxLaneOnTallScreens);
    const double widest = highest / 4;
    LaneSizes sizes;
    if (memory) {
        sizes.memoryGap = floorToDevice(row >= 56 ? 5 : row >= 40 ? 3 : 2, devicePixelRatio);
        const double most = highest * (memoryShare > Metrics::kMemoryShare ? 1 : 0.5);
        sizes.memoryHeight =
            floorToDevice(std::clamp(row * memoryShare, Metrics::kMinMemory, most), devicePixelRatio);
    }
    // A strip is not higher than what it belongs to.
    least = memory ? std::max(least, Metrics::kMinMemory) : least;
    const double pitch = row - sizes.memoryHeight - sizes.memoryGap;
    sizes.gap = std::max(Metrics::kMinGap,
                         floorToDevice(std::clamp(pitch * 0.2, Metrics::kMinGap, widest), devicePixelRatio));
    // Lanes that are as low as may be come closer before they have to be scrolled.
    if (pitch - sizes.gap < least)
        sizes.gap = std::max(Metrics::kMinGap, floorToDevice(pitch - least, devicePixelRatio));
    if (subLanes == 0) {
        sizes.height = floorToDevice(std::clamp(pitch - sizes.gap, least, highest), devicePixelRatio);
        return sizes;
    }
    const auto subs = static_cast<double>(subLanes);
    const double all = std::clamp(pitch - sizes.gap, least, highest + subs * Metrics::kMaxSubLane);
    sizes.subGap = floorToDevice(all >= 40 ? 2 : 1, devicePixelRatio);
    sizes.subHeight =
        floorToDevice(std::clamp(all * Metrics::kSubLaneShare, Metrics::kMinSubLane, Metrics::kMaxSubLane),
                      devicePixelRatio);
    sizes.height = floorToDevice(std::clamp(all - subs * (sizes.subHeight + sizes.subGap), least, highest),
                                 devicePixelRatio);
    return sizes;
}

/// Lanes alone, as many as there are.
LaneSizes lowLaneSizes(std::size_t lanes, double available, double devicePixelRatio)
{
    const double pitch =
        std::max(1.0, floorToDevice(available / static_cast<double>(std::max<std::size_t>(1, lanes)),
                                    devicePixelRatio));
    LaneSizes sizes;
    sizes.gap = pitch >= 8 ? 2 : pitch >= 3 ? 1 : 0;
    sizes.height = pitch - sizes.gap;
    return sizes;
}

void TimelineViewport::setContent(std::uint32_t ranks, Time makespan, const std::string& unitOfTime)
{
    m_geometry.unitOfTime = unitOfTime;
    m_makespan = makespan;
    m_ranksFitted = m_ranksFitted && ranks == m_ranks;
    if (ranks != m_ranks)
        m_wantedPitch.reset();
    m_ranks = ranks;
    arrange();
    update();
    setRange(range());
}

void TimelineViewport::setArrangement(const LaneArrangement& arrangement)
{
    m_arrangement = arrangement;
    arrange();
    update();
}

void TimelineViewport::arrange()
{
    ShownLanes shown = shownLanes(m_arrangement, m_ranks);
    m_geometry.lanes = std::move(shown.lanes);
    m_geometry.folded = std::move(shown.folded);
    m_geometry.arrange();
    m_pinned = shown.pinned;
    m_hidden = shown.hidden;
}

/// Out of the compute lane's own height.
void TimelineViewport::makeRoomForEcho()
{
    using Metrics = TimelineMetrics;
    m_geometry.echoHeight = 0;
    m_geometry.echoGap = 0;
    if (m_echo == Echo::None)
        return;
    const double both = std::max(m_geometry.laneHeight, Metrics::kLeastBoth);
    m_geometry.echoGap = floorToDevice(both >= 30 ? 2 : 1, m_devicePixelRatio);
    const double room = both - m_geometry.echoGap;
    const double echo = m_echo == Echo::Residuals
                            ? std::min(room * Metrics::kResidualShare, Metrics::kMostResidual)
                            : room * Metrics::kEchoShare;
    m_geometry.echoHeight = floorToDevice(std::max(Metrics::kMinEcho, echo), m_devicePixelRatio);
    m_geometry.laneHeight =
        floorToDevice(both - m_geometry.echoGap - m_geometry.echoHeight, m_devicePixelRatio);
}

void TimelineViewport::setSize(double width, double height, double devicePixelRatio)
{
    m_width = width;
    m_height = height;
    m_devicePixelRatio = devicePixelRatio;
    update();
}

void TimelineViewport::setRange(const TimeRange& range)
{
    const TimeRange shown = admissible(range);
    m_geometry.from = shown.from;
    m_geometry.to = shown.to;
}

void TimelineViewport::setScrollY(double pixels)
{
    m_geometry.scrollY = std::clamp(floorToDevice(pixels, m_devicePixelRatio), 0.0, maxScrollY());
}

double TimelineViewport::maxScrollY() const
{
    if (m_geometry.lanes.empty())
        return 0;
    const double lanes = m_geometry.contentHeight() - m_geometry.gapBelow(m_geometry.lanes.size() - 1);
    return std::max(0.0, lanes - m_geometry.plot.height);
}

bool TimelineViewport::isRuler(double x, double y) const
{
    return m_ruler && !m_geometry.lanes.empty() && y >= 0 && y < m_geometry.plot.y && isPlotColumn(x);
}

bool TimelineViewport::isPlotColumn(double x) const
{
    return x >= m_geometry.plot.x && x < m_geometry.plot.right();
}

TimeRange TimelineViewport::admissible(const TimeRange& range) const
{
    if (!std::isfinite(range.from) || !std::isfinite(range.to) || !(range.from < range.to))
        return fitted(m_makespan);
    return zoomedAt(range, range.from, 1.0, m_makespan);
}

TimeRange TimelineViewport::around(Time from, Time to, double share) const
{
    const Time length = to > from ? (to - from) / share : range().to - range().from;
    return centered(from + (to - from) / 2, length);
}

TimeRange TimelineViewport::centered(Time middle, Time length) const
{
    return brought(middle - length / 2, length);
}

TimeRange TimelineViewport::brought(Time from, Time length) const
{
    const Time margin = length * TimelineMetrics::kEndMargin;
    const Time last = std::max(-margin, m_makespan + margin - length);
    const Time begin = std::clamp(from, -margin, last);
    return admissible({begin, begin + length});
}

TimeRange TimelineViewport::revealing(const TimeRange& range, Time from, Time to) const
{
    const Time width = range.to - range.from;
    if (to - from >= width) // too long for the view: its begin, unless the view is inside it
        return from < range.to && to > range.from ? range : brought(from, width);
    const Time room = std::min(width * 0.1, (width - (to - from)) / 2);
    if (from < range.from)
        return brought(from - room, width);
    if (to > range.to)
        return brought(to + room - width, width);
    return range;
}

double TimelineViewport::scrollRevealing(std::size_t row) const
{
    if (row < m_geometry.pinnedRows)
        return m_geometry.scrollY;
    const double top = m_geometry.rowOffset(row);
    const double bottom = top + m_geometry.rowHeight(row);
    if (top - m_geometry.pinnedHeight() < m_geometry.scrollY)
        return top - m_geometry.pinnedHeight();
    if (bottom > m_geometry.scrollY + m_geometry.plot.height)
        return bottom - m_geometry.plot.height;
    return m_geometry.scrollY;
}

void TimelineViewport::setWantedPitch(std::optional<double> pixels)
{
    m_ranksFitted = m_ranksFitted && !pixels;
    change(m_wantedPitch, pixels);
}

LaneSizes TimelineViewport::sizesFor(std::size_t lanes, double room)
{
    if (m_ranksFitted)
        return lowLaneSizes(lanes, room, m_devicePixelRatio);
    const double least = m_compact ? TimelineMetrics::kMinCompactLane : TimelineMetrics::kMinLane;
    if (m_wantedPitch && lanes > 0) {
        const auto count = static_cast<double>(lanes);
        const double lowest = std::max(1.0, room / count);
        m_wantedPitch = std::clamp(*m_wantedPitch, lowest, std::max(lowest, TimelineMetrics::kHighestPitch));
        room = *m_wantedPitch * count;
    }
    const LaneSizes sizes = laneSizes(lanes, room, m_devicePixelRatio, m_geometry.subLanes.size(), m_memory,
                                      least, m_memoryShare);
    const double pitch = sizes.height + sizes.gap + sizes.memoryHeight + sizes.memoryGap +
                         static_cast<double>(m_geometry.subLanes.size()) * (sizes.subHeight + sizes.subGap);
    // Asked to be lower than what can be read, there is no room for what is beside lanes.
    return m_wantedPitch && pitch > *m_wantedPitch + 0.5 ? lowLaneSizes(lanes, room, m_devicePixelRatio)
                                                         : sizes;
}

void TimelineViewport::update()
{
    using Metrics = TimelineMetrics;
    const double below = (m_compact ? Metrics::kCompactMargin : Metrics::kBottomMargin) +
                         (m_hidden > 0 ? Metrics::kHiddenLine : 0);
    // Notes stand on an axis; lanes alone have none.
    const double top =
        m_ruler ? Metrics::kPlotTop + (m_noteBand ? Metrics::kNoteBand : 0) : Metrics::kPlotTopBare;
    const double available = std::max(1.0, m_height - top - below);
    const double roomForLanes =
        std::max(1.0, std::min(m_height - top, m_laneRoom.value_or(m_height)) - below);
    const auto folded = static_cast<std::size_t>(
        std::count(m_geometry.folded.begin(), m_geometry.folded.end(), std::uint8_t{1}));
    // With every lane folded the unfolded one that there is not yet gives its gap.
    const std::size_t unfolded =
        m_geometry.lanes.empty() ? 0 : std::max<std::size_t>(1, m_geometry.lanes.size() - folded);
    const double foldedPitch = Metrics::kFoldedLane + 4;
    const double room = std::max(1.0, roomForLanes - static_cast<double>(folded) * foldedPitch);
    const LaneSizes sizes = sizesFor(unfolded, room);
    m_geometry.laneHeight = sizes.height;
    makeRoomForEcho();
    m_geometry.laneGap = sizes.gap;
    m_geometry.subLaneHeight = sizes.subHeight;
    m_geometry.subLaneGap = sizes.subGap;
    m_geometry.memoryHeight = sizes.memoryHeight;
    m_geometry.memoryGap = sizes.memoryGap;
    m_geometry.foldedHeight =
        floorToDevice(sizes.height >= Metrics::kThinLane ? Metrics::kFoldedLane : Metrics::kFoldedThinLane,
                      m_devicePixelRatio);
    const double lastGap =
        m_geometry.lanes.empty() ? sizes.gap : m_geometry.gapBelow(m_geometry.lanes.size() - 1);
    const double lanes = std::max(0.0, m_geometry.contentHeight() - lastGap);
    m_geometry.plot = {floorToDevice(Metrics::kHeaderWidth, m_devicePixelRatio),
                       floorToDevice(top, m_devicePixelRatio),
                       std::max(1.0, floorToDevice(m_width - Metrics::kHeaderWidth - Metrics::kRightMargin,
                                                   m_devicePixelRatio)),
                       std::min(lanes > 0 ? lanes : available, floorToDevice(available, m_devicePixelRatio))};
    pin();
    setScrollY(m_geometry.scrollY);
}

/// Where all lanes fit, nothing scrolls and every pinned lane stays.
void TimelineViewport::pin()
{
    m_geometry.pinnedRows = 0;
    const double most = maxScrollY() > 0 ? m_geometry.plot.height * TimelineMetrics::kMostPinned
                                         : std::numeric_limits<double>::infinity();
    std::size_t rows = m_pinned;
    while (rows > 0 && m_geometry.rowOffset(rows) > most)
        --rows;
    m_geometry.pinnedRows = rows;
}

} // namespace bubblescope::ui
