// SPDX-License-Identifier: Apache-2.0
#include "core/scene/geometry.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bubblescope {

namespace {

/// Empty space that may be shown before 0 and after the makespan.
constexpr double kMarginShare = 0.02;

Time usable(Time makespan)
{
    return makespan > 0 && std::isfinite(makespan) ? makespan : 1;
}

/// 64 steps that a double can take at the end of the timeline: at a day in nanoseconds that is 1 ns.
Time narrowest(Time makespan)
{
    return 64 * (std::nextafter(makespan, std::numeric_limits<Time>::infinity()) - makespan);
}

TimeRange keptInside(Time from, Time width, Time makespan)
{
    const Time margin = makespan * kMarginShare;
    const Time last = makespan + margin - width;
    const Time kept = last <= -margin ? -margin : std::clamp(from, -margin, last);
    return {kept, kept + width};
}

/// 1, 2 or 5 times a power of ten, as its two whole parts.
struct Step
{
    int digit = 1;
    int exponent = 0;
    [[nodiscard]] double value() const { return digit * std::pow(10.0, exponent); }
};

Step stepAtLeast(double least)
{
    Step step{1, static_cast<int>(std::floor(std::log10(least)))};
    constexpr double kSlack = 1 - 1e-9; // a step that is short by rounding alone is long enough
    for (const int digit : {1, 2, 5}) {
        step.digit = digit;
        if (step.value() >= least * kSlack)
            return step;
    }
    return {1, step.exponent + 1};
}

std::string markLabel(double multiple, const Step& step)
{
    const double time = multiple * step.value();
    if (std::abs(time) >= 1e15)
        return fmt::format("{:.6g}", time);
    return fmt::format("{:.{}f}", time + 0.0, std::max(0, -step.exponent));
}

} // namespace

std::optional<std::size_t> TimelineGeometry::rowOf(RankId rank) const
{
    if (rank.value < lanes.size() && lanes[rank.value] == rank)
        return rank.value;
    const auto found = std::find(lanes.begin(), lanes.end(), rank);
    return found == lanes.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - lanes.begin()));
}

RectF TimelineGeometry::bandOf(std::size_t /*row*/) const
{
    return plot;
}

TimelineGeometry TimelineGeometry::pinnedBand() const
{
    TimelineGeometry band = *this;
    band.lanes.clear();
    band.pinnedRows = 0;
    return band;
}

TimelineGeometry TimelineGeometry::scrolledBand() const
{
    return *this;
}

std::optional<double> TimelineGeometry::trackTop(std::size_t row, Track track) const
{
    if (track == Track::Compute)
        return laneTop(row);
    const auto shown = std::find(subLanes.begin(), subLanes.end(), track);
    if (shown == subLanes.end())
        return std::nullopt;
    return laneTop(row) + laneHeight + subLaneGap +
           static_cast<double>(shown - subLanes.begin()) * (subLaneHeight + subLaneGap);
}

std::optional<TimelineGeometry::Place> TimelineGeometry::placeAt(double y) const
{
    if (y < plot.y || y >= plot.bottom() || !(laneHeight > 0))
        return std::nullopt;
    const double offset = y - laneTop(0);
    const auto row = static_cast<std::size_t>(std::max(0.0, std::floor(offset / pitch())));
    if (offset < 0 || row >= lanes.size())
        return std::nullopt;
    const double inRow = offset - static_cast<double>(row) * pitch();
    if (inRow < laneHeight)
        return Place{row, Track::Compute};
    const double below = inRow - laneHeight;
    const double subPitch = subLaneGap + subLaneHeight;
    if (!(subPitch > 0))
        return std::nullopt;
    const auto sub = static_cast<std::size_t>(below / subPitch);
    if (sub >= subLanes.size() || below - static_cast<double>(sub) * subPitch < subLaneGap)
        return std::nullopt;
    return Place{row, subLanes[sub]};
}

std::optional<std::size_t> TimelineGeometry::rowAt(double y) const
{
    const auto place = placeAt(y);
    return place && place->track == Track::Compute ? std::optional(place->row) : std::nullopt;
}

std::optional<std::size_t> TimelineGeometry::memoryRowAt(double y) const
{
    if (!(memoryHeight > 0) || y < plot.y || y >= plot.bottom())
        return std::nullopt;
    const double offset = y - memoryTop(0);
    const double row = std::floor(offset / pitch());
    if (offset < 0 || row >= static_cast<double>(lanes.size()) || offset - row * pitch() >= memoryHeight)
        return std::nullopt;
    return static_cast<std::size_t>(row);
}

TimeRange fitted(Time makespan)
{
    return {0, usable(makespan)};
}

TimeRange zoomedAt(const TimeRange& range, Time anchor, double factor, Time makespan)
{
    const Time end = usable(makespan);
    const Time width = range.to - range.from;
    if (!(factor > 0) || !std::isfinite(factor) || !(width > 0))
        return range;
    const Time widest = end * (1 + 2 * kMarginShare);
    const Time zoomed = std::clamp(width / factor, std::min(narrowest(end), widest), widest);
    const Time fixed = std::clamp(anchor, range.from, range.to);
    return keptInside(fixed - (fixed - range.from) / width * zoomed, zoomed, end);
}

TimeRange panned(const TimeRange& range, Time delta, Time makespan)
{
    return keptInside(range.from + delta, range.to - range.from, usable(makespan));
}

std::vector<RulerMark> rulerMarks(const TimelineGeometry& geometry, double minSpacingPx)
{
    std::vector<RulerMark> marks;
    const Time span = geometry.to - geometry.from;
    if (!(span > 0) || !std::isfinite(span) || !(geometry.plot.width > 0) || !(minSpacingPx > 0))
        return marks;
    const Step step = stepAtLeast(span * minSpacingPx / geometry.plot.width);
    // Two halves of a step of 2, five fifths of 1 and 5: minor marks stay round numbers.
    const int parts = step.digit == 2 ? 2 : 5;
    const double first = std::ceil(geometry.from / step.value() * parts - 1e-9);
    const double last = std::floor(geometry.to / step.value() * parts + 1e-9);
    if (!(last - first < 1e5))
        return marks;
    const auto count = static_cast<int>(last - first) + 1;
    for (int i = 0; i < count; ++i) {
        const double part = first + i;
        const bool major = std::fmod(part, parts) == 0;
        const double multiple = part / parts;
        const Time time = multiple * step.value();
        marks.push_back({time, major, major ? markLabel(multiple, step) : std::string()});
    }
    return marks;
}

} // namespace bubblescope
