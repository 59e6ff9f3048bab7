// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_places.h"

#include "ui/charts/chart_words.h"
#include "ui/widgets/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope::ui {

namespace {

/// As fine as the pointer can tell.
Time rounded(Time time, const ChartFrame& frame)
{
    const Time pixel = (frame.scale.to - frame.scale.from) / std::max(1.0, frame.plot.width());
    const double quantum = std::pow(10, std::floor(std::log10(std::max(pixel, 1e-12))));
    return std::clamp(std::round(time / quantum) * quantum, frame.scale.from, frame.scale.to);
}

ChartPlace placeOf(const TimeChart& chart, const ChartFrame& frame, RankId rank, Time time)
{
    ChartPlace place;
    place.rank = rank;
    place.time = time;
    const double level = chart.curve(rank).levelAt(time);
    place.position = {frame.xOf(time), frame.yOf(level)};
    place.text = ChartWords::tr("rank %1 · %2 · %3", "number, time, what it holds")
                     .arg(QString::number(rank.value), timeText(time, chart.evaluation->timeline->unit),
                          ChartWords::level(chart, level));
    if (chart.stack)
        for (const auto& [part, size] : ChartWords::parts(chart, rank, time))
            place.text += QStringLiteral(" · ") + ChartWords::tr("%1 %2", "part, size").arg(part, size);
    return place;
}

/// Of the ranks that a bar stands for.
std::array<Time, kTimeKindCount> meanTimes(const KindChart& chart, const ChartFrame& frame, std::size_t bar)
{
    const std::size_t first = bar * frame.scale.groupSize;
    const std::size_t end = std::min(first + frame.scale.groupSize, chart.ranks.size());
    std::array<Time, kTimeKindCount> times{};
    for (std::size_t rank = first; rank < end; ++rank)
        for (std::size_t kind = 0; kind < kTimeKindCount; ++kind)
            times[kind] += chart.ranks[rank].times[kind] / static_cast<double>(end - first);
    return times;
}

ChartPlace placeOf(const KindChart& chart, const ChartFrame& frame, std::size_t bar, std::size_t part)
{
    const std::size_t size = frame.scale.groupSize;
    const std::size_t first = bar * size;
    const std::size_t last = std::min(first + size, chart.ranks.size()) - 1;
    const std::array<Time, kTimeKindCount> times = meanTimes(chart, frame, bar);
    ChartPlace place;
    place.rank = chart.ranks[first].rank;
    place.index = bar;
    place.part = part;
    double before = 0;
    for (std::size_t kind = 0; kind < part; ++kind)
        before += times[kind];
    place.position = {frame.xOf(before + times[part] / 2), frame.middleOfBar(bar)};
    const QString ranks = first == last ? ChartWords::tr("rank %1").arg(chart.ranks[first].rank.value)
                                        : ChartWords::tr("ranks %1 to %2, mean")
                                              .arg(chart.ranks[first].rank.value)
                                              .arg(chart.ranks[last].rank.value);
    place.text = ChartWords::tr("%1 · %2 · %3 · %4", "rank, kind, time, share")
                     .arg(ranks, ChartWords::kindName(static_cast<TimeKind>(part)),
                          timeText(times[part], chart.evaluation->timeline->unit),
                          percentText(times[part] / (chart.range.to - chart.range.from)));
    return place;
}

ChartPlace placeOf(const SweepChart& chart, const ChartFrame& frame, std::size_t index)
{
    const SweepPoint& point = chart.points[index];
    ChartPlace place;
    place.index = index;
    place.position = {frame.xOf(static_cast<double>(point.value)), frame.yOf(point.bubbleRate * 100)};
    place.text = ChartWords::tr("%1 · bubble rate %2 · idle %3 · %4", "value, rate, share, time")
                     .arg(ChartWords::count(chart.axis, point.value), rateText(point.bubbleRate),
                          percentText(point.idleFraction), timeText(point.makespan, chart.unit));
    return place;
}

std::optional<ChartPlace> nearest(const TimeChart& chart, const ChartFrame& frame, const QPointF& position)
{
    const Time time = rounded(frame.valueAtX(position.x()), frame);
    if (chart.stack)
        return placeOf(chart, frame, chart.partsOf, time);
    std::optional<RankId> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t rank = 0; rank < chart.rankCount; ++rank) {
        if (chart.isAbsent(RankId{rank}))
            continue;
        const double away = std::abs(frame.yOf(chart.curve(RankId{rank}).levelAt(time)) - position.y());
        if (away < least) {
            least = away;
            best = RankId{rank};
        }
    }
    return best ? std::optional(placeOf(chart, frame, *best, time)) : std::nullopt;
}

std::optional<ChartPlace> nearest(const KindChart& chart, const ChartFrame& frame, const QPointF& position)
{
    if (frame.scale.bars == 0)
        return {};
    const std::size_t bar = frame.barAtY(position.y());
    const std::array<Time, kTimeKindCount> times = meanTimes(chart, frame, bar);
    // Idle comes last, so it is what no other kind reaches.
    double end = 0;
    for (std::size_t part = 0; part + 1 < kTimeKindCount; ++part) {
        end += times[part];
        if (times[part] > 0 && position.x() < frame.xOf(end))
            return placeOf(chart, frame, bar, part);
    }
    return placeOf(chart, frame, bar, kTimeKindCount - 1);
}

std::optional<ChartPlace> nearest(const SweepChart& chart, const ChartFrame& frame, const QPointF& position)
{
    std::optional<ChartPlace> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < chart.points.size(); ++i) {
        const double away = std::abs(frame.xOf(static_cast<double>(chart.points[i].value)) - position.x());
        if (away < least) {
            least = away;
            best = placeOf(chart, frame, i);
        }
    }
    return best;
}

/// The next rank that there is, up or down; the same at the end.
RankId nextRank(const TimeChart& chart, RankId rank, bool up)
{
    if (chart.stack)
        return chart.partsOf;
    for (std::int64_t next = std::int64_t{rank.value} + (up ? -1 : 1);
         next >= 0 && next < std::int64_t{chart.rankCount}; next += up ? -1 : 1)
        if (const RankId found{static_cast<std::uint32_t>(next)}; !chart.isAbsent(found))
            return found;
    return rank;
}

/// Where the level changes next.
Time nextTime(const TimeChart& chart, const ChartFrame& frame, const ChartPlace& from, ChartMove move)
{
    const StepCurveView curve = chart.curve(*from.rank);
    if (move == ChartMove::First || curve.steps.empty())
        return frame.scale.from;
    if (move == ChartMove::Last)
        return frame.scale.to;
    std::size_t step = curve.stepAt(*from.time);
    if (move == ChartMove::Right)
        return step + 1 < curve.steps.size() ? std::min(curve.steps[step + 1].time, frame.scale.to)
                                             : frame.scale.to;
    if (curve.steps[step].time >= *from.time && step > 0)
        --step;
    return std::max(curve.steps[step].time, frame.scale.from);
}

std::optional<ChartPlace> after(const TimeChart& chart, const ChartFrame& frame, const ChartPlace& from,
                                ChartMove move)
{
    if (move == ChartMove::Up || move == ChartMove::Down)
        return placeOf(chart, frame, nextRank(chart, *from.rank, move == ChartMove::Up), *from.time);
    return placeOf(chart, frame, *from.rank, nextTime(chart, frame, from, move));
}

std::optional<ChartPlace> after(const KindChart& chart, const ChartFrame& frame, const ChartPlace& from,
                                ChartMove move)
{
    const std::size_t lastBar = frame.scale.bars - 1;
    constexpr std::size_t kLastPart = kTimeKindCount - 1;
    std::size_t bar = std::min(from.index, lastBar);
    std::size_t part = from.part;
    if (move == ChartMove::Up || move == ChartMove::Down)
        bar = move == ChartMove::Up ? bar - std::min<std::size_t>(bar, 1) : std::min(bar + 1, lastBar);
    else if (move == ChartMove::Left || move == ChartMove::First)
        part = move == ChartMove::First ? 0 : part - std::min<std::size_t>(part, 1);
    else
        part = move == ChartMove::Last ? kLastPart : std::min(part + 1, kLastPart);
    return placeOf(chart, frame, bar, part);
}

std::optional<ChartPlace> after(const SweepChart& chart, const ChartFrame& frame, const ChartPlace& from,
                                ChartMove move)
{
    const std::size_t last = chart.points.size() - 1;
    std::size_t index = std::min(from.index, last);
    if (move == ChartMove::First)
        index = 0;
    else if (move == ChartMove::Last)
        index = last;
    else if (move == ChartMove::Left || move == ChartMove::Down)
        index -= std::min<std::size_t>(index, 1);
    else
        index = std::min(index + 1, last);
    return placeOf(chart, frame, index);
}

} // namespace

ChartScale ChartScale::of(const ChartContent& content, std::size_t mostBars)
{
    ChartScale scale;
    if (const auto* time = std::get_if<TimeChartPtr>(&content)) {
        scale.from = (*time)->range.from;
        scale.to = (*time)->range.to;
        scale.top = (*time)->top * 1.06;
    } else if (const auto* kinds = std::get_if<KindChartPtr>(&content)) {
        scale.to = (*kinds)->range.to - (*kinds)->range.from;
        scale.groupSize = (*kinds)->groupSize(mostBars);
        scale.bars = ((*kinds)->ranks.size() + scale.groupSize - 1) / scale.groupSize;
    } else if (const auto* sweep = std::get_if<SweepChartPtr>(&content)) {
        std::vector<SweepPoint> points = (*sweep)->points;
        if ((*sweep)->present)
            points.push_back(*(*sweep)->present);
        if (points.empty())
            return scale;
        const auto [least, most] = std::minmax_element(
            points.begin(), points.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
        scale.isLogarithmic = true;
        scale.from = static_cast<double>(least->value) / 1.2;
        scale.to = static_cast<double>(most->value) * 1.2;
        scale.top = 0;
        for (const SweepPoint& point : points)
            scale.top = std::max(scale.top, point.bubbleRate * 108);
        if (!(scale.top > 0))
            scale.top = 1;
    }
    return scale;
}

double ChartFrame::xOf(double value) const
{
    const double share = scale.isLogarithmic ? std::log(value / scale.from) / std::log(scale.to / scale.from)
                                             : (value - scale.from) / (scale.to - scale.from);
    return plot.left() + share * plot.width();
}

double ChartFrame::valueAtX(double x) const
{
    const double share = (x - plot.left()) / std::max(1.0, plot.width());
    return scale.isLogarithmic ? scale.from * std::pow(scale.to / scale.from, share)
                               : scale.from + share * (scale.to - scale.from);
}

double ChartFrame::yOf(double value) const
{
    return plot.bottom() - value / scale.top * plot.height();
}

std::size_t ChartFrame::barAtY(double y) const
{
    const double share = (y - plot.top()) / std::max(1.0, plot.height());
    const double bar = std::floor(share * static_cast<double>(scale.bars));
    return static_cast<std::size_t>(std::clamp(bar, 0.0, static_cast<double>(scale.bars) - 1));
}

double ChartFrame::middleOfBar(std::size_t bar) const
{
    return plot.top() + (static_cast<double>(bar) + 0.5) / static_cast<double>(scale.bars) * plot.height();
}

std::optional<ChartPlace> placeAt(const ChartContent& content, const ChartFrame& frame,
                                  const QPointF& position)
{
    if (!frame.plot.contains(position))
        return {};
    if (const auto* time = std::get_if<TimeChartPtr>(&content))
        return nearest(**time, frame, position);
    if (const auto* kinds = std::get_if<KindChartPtr>(&content))
        return nearest(**kinds, frame, position);
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content))
        return nearest(**sweep, frame, position);
    return {};
}

std::optional<ChartPlace> placeAfter(const ChartContent& content, const ChartFrame& frame,
                                     const std::optional<ChartPlace>& from, ChartMove move)
{
    if (!from)
        return placeAt(content, frame, frame.plot.center());
    if (const auto* time = std::get_if<TimeChartPtr>(&content); time && from->rank && from->time)
        return from->rank->value < (*time)->rankCount ? after(**time, frame, *from, move) : std::nullopt;
    if (const auto* kinds = std::get_if<KindChartPtr>(&content); kinds && frame.scale.bars > 0)
        return after(**kinds, frame, *from, move);
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content); sweep && !(*sweep)->points.empty())
        return after(**sweep, frame, *from, move);
    return {};
}

std::optional<ChartPlace> placeAgain(const ChartContent& content, const ChartFrame& frame,
                                     const ChartPlace& place)
{
    if (const auto* time = std::get_if<TimeChartPtr>(&content)) {
        const bool isShown = place.rank && place.time && place.rank->value < (*time)->rankCount &&
                             !(*time)->isAbsent(*place.rank) && *place.time >= frame.scale.from &&
                             *place.time <= frame.scale.to;
        return isShown ? std::optional(placeOf(**time, frame, *place.rank, *place.time)) : std::nullopt;
    }
    if (const auto* kinds = std::get_if<KindChartPtr>(&content); kinds && place.rank && !place.time)
        return place.index < frame.scale.bars
                   ? std::optional(placeOf(**kinds, frame, place.index, place.part))
                   : std::nullopt;
    if (const auto* sweep = std::get_if<SweepChartPtr>(&content); sweep && !place.rank)
        return place.index < (*sweep)->points.size() ? std::optional(placeOf(**sweep, frame, place.index))
                                                     : std::nullopt;
    return {};
}

} // namespace bubblescope::ui
