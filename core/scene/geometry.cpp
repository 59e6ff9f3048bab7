// SPDX-License-Identifier: Apache-2.0
#include "core/scene/geometry.h"

#include "core/base/thousands.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

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

/// The unit is a power of ten of the kept one.
std::string markLabel(double multiple, const Step& step, const QuantityUnit& unit)
{
    const double time = multiple * step.value() / unit.size;
    if (std::abs(time) >= 1e15)
        return fmt::format("{:.6g}", time);
    const int exponent = step.exponent - static_cast<int>(std::lround(std::log10(unit.size)));
    return fmt::format("{:.{}f}", time + 0.0, std::max(0, -exponent));
}

constexpr double kLeastMarkPx = 64;

} // namespace

void TimelineGeometry::arrange()
{
    tables = {};
    if (std::all_of(folded.begin(), folded.end(), [](std::uint8_t flag) { return flag == 0; })) {
        folded.clear();
    } else {
        folded.resize(lanes.size());
        tables.foldedAbove.reserve(folded.size() + 1);
        tables.foldedAbove.push_back(0);
        for (const std::uint8_t flag : folded)
            tables.foldedAbove.push_back(tables.foldedAbove.back() + (flag != 0 ? 1 : 0));
    }
    bool inOrder = true;
    std::uint32_t highest = 0;
    for (std::size_t row = 0; row < lanes.size(); ++row) {
        inOrder = inOrder && lanes[row].value == row;
        highest = std::max(highest, lanes[row].value);
    }
    // A rank far beyond all others would make a table of nothing but holes.
    if (inOrder || highest / 64 > lanes.size() + 1024)
        return;
    tables.rowOfRank.assign(std::size_t{highest} + 1, kNoRow);
    for (std::size_t row = lanes.size(); row-- > 0;)
        tables.rowOfRank[lanes[row].value] = static_cast<std::uint32_t>(row);
}

std::optional<std::size_t> TimelineGeometry::rowOf(RankId rank) const
{
    if (rank.value < lanes.size() && lanes[rank.value] == rank)
        return rank.value;
    if (!tables.rowOfRank.empty()) {
        const std::uint32_t row =
            rank.value < tables.rowOfRank.size() ? tables.rowOfRank[rank.value] : kNoRow;
        if (row == kNoRow)
            return std::nullopt;
        if (row < lanes.size() && lanes[row] == rank)
            return row;
    }
    const auto found = std::find(lanes.begin(), lanes.end(), rank);
    return found == lanes.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - lanes.begin()));
}

std::size_t TimelineGeometry::foldedAbove(std::size_t row) const
{
    if (tables.foldedAbove.size() == folded.size() + 1)
        return tables.foldedAbove[std::min(row, folded.size())];
    const auto end = folded.begin() + static_cast<std::ptrdiff_t>(std::min(row, folded.size()));
    return static_cast<std::size_t>(
        std::count_if(folded.begin(), end, [](std::uint8_t flag) { return flag != 0; }));
}

double TimelineGeometry::foldedGap() const
{
    constexpr double kMost = 4;
    return std::min(laneGap, kMost);
}

double TimelineGeometry::pinnedHeight() const
{
    return pinnedRows == 0 ? 0 : std::min(rowOffset(std::min(pinnedRows, lanes.size())), plot.height);
}

RectF TimelineGeometry::bandOf(std::size_t row) const
{
    const double pinned = pinnedHeight();
    return row < pinnedRows ? RectF{plot.x, plot.y, plot.width, pinned}
                            : RectF{plot.x, plot.y + pinned, plot.width, plot.height - pinned};
}

TimelineGeometry TimelineGeometry::band(std::size_t first, std::size_t end) const
{
    const auto cut = [&](const auto& all) {
        const std::size_t size = all.size();
        return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(std::min(first, size)),
                                           all.begin() + static_cast<std::ptrdiff_t>(std::min(end, size)));
    };
    TimelineGeometry part{plot, from, to, laneHeight, laneGap, first < pinnedRows ? 0 : scrollY, cut(lanes)};
    part.plot = bandOf(first);
    part.subLaneHeight = subLaneHeight;
    part.subLaneGap = subLaneGap;
    part.subLanes = subLanes;
    part.memoryHeight = memoryHeight;
    part.memoryGap = memoryGap;
    part.folded = cut(folded);
    part.foldedHeight = foldedHeight;
    part.echoHeight = echoHeight;
    part.echoGap = echoGap;
    part.unitOfTime = unitOfTime;
    part.arrange();
    return part;
}

TimelineGeometry TimelineGeometry::pinnedBand() const
{
    TimelineGeometry pinned = band(0, std::min(pinnedRows, lanes.size()));
    if (pinnedRows == 0)
        pinned.plot.height = 0;
    return pinned;
}

TimelineGeometry TimelineGeometry::scrolledBand() const
{
    return pinnedRows == 0 ? *this : band(std::min(pinnedRows, lanes.size()), lanes.size());
}

std::size_t TimelineGeometry::rowAtOffset(double offset) const
{
    const auto within = [this](double row) {
        return row < static_cast<double>(lanes.size()) ? static_cast<std::size_t>(std::max(0.0, row))
                                                       : lanes.size();
    };
    if (folded.empty())
        return within(std::floor(offset / pitch()));
    std::size_t first = 0;
    std::size_t end = lanes.size();
    while (first < end) {
        const std::size_t middle = first + (end - first) / 2;
        if (rowOffset(middle + 1) <= offset)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

std::optional<std::size_t> TimelineGeometry::rowSlotAt(double y) const
{
    if (y < plot.y || y >= plot.bottom() || !(laneHeight > 0))
        return std::nullopt;
    const bool isPinned = y < plot.y + pinnedHeight();
    const double offset = y - plot.y + (isPinned ? 0 : scrollY);
    if (offset < 0)
        return std::nullopt;
    std::size_t row = rowAtOffset(offset);
    // A height that is a row's top to the last digit belongs to that row.
    if (row + 1 < lanes.size() && (row + 1 < pinnedRows) == isPinned && laneTop(row + 1) <= y)
        ++row;
    return row < lanes.size() ? std::optional(row) : std::nullopt;
}

TimelineGeometry::RowSpan TimelineGeometry::scrolledRowsInView() const
{
    if (!(pitch() > 0))
        return {pinnedRows, lanes.size()};
    const std::size_t first = rowAtOffset(std::max(0.0, pinnedHeight() + scrollY));
    const std::size_t last = rowAtOffset(std::max(0.0, plot.height + scrollY));
    return {std::max(first, pinnedRows), std::min(last + 1, lanes.size())};
}

std::optional<double> TimelineGeometry::trackTop(std::size_t row, Track track) const
{
    if (track == Track::Compute)
        return laneTop(row);
    const auto shown = std::find(subLanes.begin(), subLanes.end(), track);
    if (shown == subLanes.end() || isFolded(row))
        return std::nullopt;
    return laneTop(row) + laneHeight + echoSpace() + subLaneGap +
           static_cast<double>(shown - subLanes.begin()) * (subLaneHeight + subLaneGap);
}

std::optional<TimelineGeometry::Place> TimelineGeometry::placeAt(double y) const
{
    const auto row = rowSlotAt(y);
    if (!row)
        return std::nullopt;
    if (y < laneTop(*row) + laneHeightOf(*row))
        return Place{*row, Track::Compute};
    for (const Track track : subLanes)
        if (const auto top = trackTop(*row, track); top && y >= *top && y < *top + subLaneHeight)
            return Place{*row, track};
    return std::nullopt;
}

std::optional<std::size_t> TimelineGeometry::rowAt(double y) const
{
    const auto place = placeAt(y);
    return place && place->track == Track::Compute ? std::optional(place->row) : std::nullopt;
}

std::optional<std::size_t> TimelineGeometry::memoryRowAt(double y) const
{
    const auto row = rowSlotAt(y);
    if (!row || !hasMemory(*row))
        return std::nullopt;
    const double top = memoryTop(*row);
    return y >= top && y < top + memoryHeight ? row : std::nullopt;
}

std::optional<std::size_t> TimelineGeometry::echoRowAt(double y) const
{
    const auto row = rowSlotAt(y);
    if (!row || !hasEcho(*row))
        return std::nullopt;
    const double top = echoTop(*row);
    return y >= top && y < top + echoHeight ? row : std::nullopt;
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

QuantityUnit rulerUnit(const TimelineGeometry& geometry)
{
    constexpr double kMostDecimals = 3, kStep = 1000;
    const Measure measure{Quantity::Duration, geometry.unitOfTime};
    const Time span = geometry.to - geometry.from;
    if (!measure.hasUnits() || !(span > 0) || !std::isfinite(span) || !(geometry.plot.width > 0))
        return measure.hasUnits() ? unitFor(0, measure) : QuantityUnit{};
    const Time latest = std::max(std::abs(geometry.from), std::abs(geometry.to));
    const double least = stepAtLeast(span * kLeastMarkPx / geometry.plot.width).value();
    QuantityUnit unit = unitFor(latest, measure);
    if (unit.name == "min") // no power of ten of seconds
        unit = unitFor(unit.size / 2, measure);
    for (;;) {
        const QuantityUnit smaller = unitFor(unit.size / kStep, measure);
        if (least * std::pow(10, kMostDecimals) * (1 + 1e-9) >= unit.size || smaller == unit)
            return unit;
        unit = smaller;
    }
}

std::string rulerUnitText(const TimelineGeometry& geometry)
{
    const QuantityUnit unit = rulerUnit(geometry);
    return unit.name.empty() ? unitLabel(geometry.unitOfTime) : std::string(unit.name);
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
    const QuantityUnit unit = rulerUnit(geometry);
    for (int i = 0; i < count; ++i) {
        const double part = first + i;
        const bool major = std::fmod(part, parts) == 0;
        const double multiple = part / parts;
        const Time time = multiple * step.value();
        marks.push_back(
            {time, major, major ? withThousands(markLabel(multiple, step, unit)) : std::string()});
    }
    return marks;
}

} // namespace bubblescope
