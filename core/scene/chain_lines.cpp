// SPDX-License-Identifier: Apache-2.0
#include "core/scene/chain_lines.h"

#include "core/scene/action_rect.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kLeastMessagePx = 3; ///< a shorter one shows no dashes
constexpr double kLowLane = 24;       ///< from here on the path keeps below the labels
constexpr double kBelowLabel = 0.76;
constexpr double kInBlock = 8; ///< how far begin and head are in their blocks, at most
constexpr double kOutside = 100;
constexpr double kChainWidth = 2;
constexpr double kDash = 6, kBetweenDashes = 4;

/// A step that is to be seen.
struct ChainStop
{
    double from = 0; ///< where its block begins and ends
    double to = 0;
    double y = 0; ///< of the path in its lane
    RectF block;
};

std::optional<ChainStop> stopOf(const LaneIndex& index, const TimelineGeometry& geometry,
                                const ActionPosition& action)
{
    const auto row = geometry.rowOf(action.rank);
    const auto block = row ? actionRect(index, geometry, action) : std::nullopt;
    if (!block)
        return std::nullopt;
    const RectF band = geometry.bandOf(*row);
    const double y = block->y + block->height * (block->height < kLowLane ? 0.5 : kBelowLabel);
    // Far outside, painters lose their exactness.
    const auto column = [&](Time t) {
        return std::clamp(geometry.xOf(t), geometry.plot.x - kOutside, geometry.plot.right() + kOutside);
    };
    return ChainStop{column(index.timeline().startOf(action)), column(index.timeline().endOf(action)),
                     std::clamp(y, band.y, std::max(band.y, band.bottom())), *block};
}

/// The part of a line that is in the rectangle (Liang and Barsky); nothing if none is.
std::optional<ChainLines::Segment> clipped(const ChainLines::Segment& line, const RectF& to)
{
    const double dx = line.to.x - line.from.x;
    const double dy = line.to.y - line.from.y;
    double first = 0;
    double last = 1;
    const auto limit = [&](double along, double room) {
        if (along == 0)
            return room >= 0;
        const double at = room / along;
        (along < 0 ? first : last) = along < 0 ? std::max(first, at) : std::min(last, at);
        return first <= last;
    };
    if (!limit(-dx, line.from.x - to.x) || !limit(dx, to.right() - line.from.x) ||
        !limit(-dy, line.from.y - to.y) || !limit(dy, to.bottom() - line.from.y))
        return std::nullopt;
    const auto at = [&](double share) {
        return ChainLines::Point{line.from.x + dx * share, line.from.y + dy * share};
    };
    return ChainLines::Segment{at(first), at(last), line.isMessage};
}

void addLine(Scene& scene, const ChainLines::Segment& line, double width)
{
    if (const auto seen = clipped(line, scene.geometry.plot))
        scene.lines.push_back({seen->from.x, seen->from.y, seen->to.x, seen->to.y, Fill{Role::Text}, width});
}

void addDashes(Scene& scene, const ChainLines::Segment& line)
{
    const double length = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
    const auto at = [&](double along) {
        const double share = std::min(1.0, along / length);
        return ChainLines::Point{line.from.x + (line.to.x - line.from.x) * share,
                                 line.from.y + (line.to.y - line.from.y) * share};
    };
    for (double along = 0; along < length; along += kDash + kBetweenDashes)
        addLine(scene, {at(along), at(along + kDash)}, kChainWidth);
}

} // namespace

ChainLines chainLines(const LaneIndex& index, const TimelineGeometry& geometry,
                      std::span<const ActionPosition> chain)
{
    ChainLines lines;
    std::vector<ChainStop> stops;
    for (const ActionPosition& step : chain.first(std::min(chain.size(), kMostDrawnSteps)))
        if (const auto stop = stopOf(index, geometry, step)) {
            stops.push_back(*stop);
            lines.blocks.push_back(stop->block);
        }
    if (lines.empty())
        return lines;
    const ChainStop& first = stops.back();
    lines.begin = {std::max(first.to - kInBlock, (first.from + first.to) / 2), first.y};
    ChainLines::Point at = lines.begin;
    const auto go = [&](double x, double y, bool isMessage = false) {
        const ChainLines::Point to{x, y};
        lines.segments.push_back({at, to, isMessage});
        at = to;
    };
    for (std::size_t i = stops.size() - 1; i > 0; --i) {
        const ChainStop& next = stops[i - 1];
        go(stops[i].to, stops[i].y);
        // Upright, where one begins as the other ends.
        const bool takesTime = next.from - stops[i].to >= kLeastMessagePx;
        go(takesTime ? next.from : stops[i].to, next.y, takesTime);
    }
    const ChainStop& last = stops.front();
    lines.head = {std::min(last.from + 2 * kInBlock, std::max((last.from + last.to) / 2, last.from + 1)),
                  last.y};
    go(lines.head.x, lines.head.y);
    return lines;
}

void addChainLines(Scene& scene, const ChainLines& lines)
{
    if (lines.empty())
        return;
    constexpr double kFrame = 1.5;
    constexpr double kHeadLength = 6;
    for (const RectF& block : lines.blocks) {
        const ChainLines::Point a{block.x, block.y};
        const ChainLines::Point b{block.right(), block.y};
        const ChainLines::Point c{block.right(), block.bottom()};
        const ChainLines::Point d{block.x, block.bottom()};
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, d), std::pair(d, a)})
            addLine(scene, {from, to}, kFrame);
    }
    for (const ChainLines::Segment& segment : lines.segments)
        segment.isMessage ? addDashes(scene, segment) : addLine(scene, segment, kChainWidth);
    for (const double side : {-1.0, 1.0})
        addLine(scene, {{lines.head.x - kHeadLength, lines.head.y + side * kHeadLength * 0.7}, lines.head},
                kChainWidth);
}

} // namespace bubblescope
