// SPDX-License-Identifier: Apache-2.0
#include "core/scene/narrow_blocks.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kFewPerPx = 1.2;
constexpr double kHatchedGapPx = 6;
constexpr double kTickHeightPx = 3;
constexpr double kTickDistancePx = 3;

} // namespace

NarrowBlocks::NarrowBlocks(const LaneIndex& index, const SceneOptions& options, Scene& scene)
    : m_index(index)
    , m_options(options)
    , m_geometry(options.geometry)
    , m_scene(scene)
    , m_ratio(options.devicePixelRatio > 0 ? options.devicePixelRatio : 1)
    , m_pixelsPerUnit(options.geometry.pixelsPerUnit())
    , m_whole(fitted(index.timeline().makespan))
{}

void NarrowBlocks::begin(const LanePlace& place)
{
    const RectF& plot = m_geometry.plot;
    m_place = place;
    m_strip = StripWriter({plot.x, place.top, place.bottom - place.top, 1 / m_ratio,
                           StripColumns(m_index.stripFillsOf(place.lane)), m_options.shown},
                          m_ratio, plot.right());
    m_lastTick = -kTickDistancePx;
}

void NarrowBlocks::add(std::size_t first, std::size_t last, const TimeSpan& span)
{
    if (first == last) {
        addGap(span);
        return;
    }
    // Looking at each block takes longer than sums at each border of a column where more lie on a pixel.
    const double few = kFewPerPx * (span.end - span.start) * m_pixelsPerUnit;
    const bool areFew =
        static_cast<double>(last - first) <= few || last - first <= 2 ||
        m_index.coverOf(m_place.lane, std::min(first + static_cast<std::size_t>(few), last - 1)).start >=
            span.end;
    if (areFew)
        addFew(first, last, span);
    else if (span.start < span.end)
        addCoverage(span);
}

/// Each block on its own into the columns that it touches, with the gaps between them.
void NarrowBlocks::addFew(std::size_t first, std::size_t last, const TimeSpan& span)
{
    const Time leastGap = kHatchedGapPx / m_pixelsPerUnit;
    Time done = span.start;
    const auto addGapTo = [&](Time until) {
        if (until - done >= leastGap)
            addGap({done, until});
    };
    m_index.eachBlock(m_place.lane, first, last,
                      [&](std::size_t block, const TimeSpan& cover, std::uint8_t fill) {
                          if (cover.start > span.end)
                              return false;
                          if (!(cover.start < cover.end)) {
                              addTick(block);
                              return true;
                          }
                          if (cover.start < span.end)
                              m_strip.addCover(m_geometry.xOf(std::max(cover.start, span.start)),
                                               m_geometry.xOf(std::min(cover.end, span.end)), fill);
                          addGapTo(cover.start);
                          done = std::max(done, cover.end);
                          return true;
                      });
    addGapTo(span.end);
}

/// More blocks than pixels.
void NarrowBlocks::addCoverage(const TimeSpan& span)
{
    const double begin = m_geometry.xOf(span.start) * m_ratio;
    const double end = m_geometry.xOf(span.end) * m_ratio;
    const auto firstColumn = static_cast<std::int64_t>(std::floor(begin + StripWriter::kOnGrid));
    const auto endColumn = static_cast<std::int64_t>(std::ceil(end - StripWriter::kOnGrid));
    if (firstColumn >= endColumn)
        return;
    const TimeColumns columns{span, m_geometry.timeAt(static_cast<double>(firstColumn) / m_ratio),
                              1 / (m_pixelsPerUnit * m_ratio),
                              static_cast<std::size_t>(endColumn - firstColumn)};
    m_shares.assign(columns.count * m_strip.fills().size(), 0.0F);
    m_index.addCoverage(m_place.lane, columns, m_shares);
    addEmptyColumns(span, firstColumn, columns.count);
    m_strip.add(firstColumn, m_shares);
}

/// Gaps among more blocks than pixels: columns side by side in which nothing runs.
void NarrowBlocks::addEmptyColumns(const TimeSpan& span, std::int64_t firstColumn, std::size_t count)
{
    const std::size_t slots = m_strip.fills().size();
    const auto timeOf = [&](std::size_t at) {
        return std::clamp(
            m_geometry.timeAt(static_cast<double>(firstColumn + static_cast<std::int64_t>(at)) / m_ratio),
            span.start, span.end);
    };
    for (std::size_t at = 0, begin = 0; at <= count; ++at) {
        const auto column = std::span(m_shares).subspan(std::min(at, count - 1) * slots, slots);
        if (at < count && std::all_of(column.begin(), column.end(), [](float share) { return share <= 0; }))
            continue;
        if (begin < at)
            addGap({timeOf(begin), timeOf(at)});
        begin = at + 1;
    }
}

void NarrowBlocks::addGap(const TimeSpan& span)
{
    const TimeSpan gap{std::max(span.start, m_whole.from), std::min(span.end, m_whole.to)};
    if (!m_options.hatchIdle || !isCompute() || !((gap.end - gap.start) * m_pixelsPerUnit >= kHatchedGapPx))
        return;
    const RectF& plot = m_geometry.plot;
    const double left = std::max(m_geometry.xOf(gap.start), plot.x);
    const double right = std::min(m_geometry.xOf(gap.end), plot.right());
    const double top = std::max(m_place.top, plot.y);
    m_scene.rects.push_back({{left, top, right - left, std::min(m_place.bottom, plot.bottom()) - top},
                             {Role::Idle},
                             false,
                             true});
}

/// A compute action without length is a tick under its lane, where it hides no time.
void NarrowBlocks::addTick(std::size_t block)
{
    if (!isCompute())
        return;
    const LaneBlock marker = m_index.block(m_place.lane, block);
    const Action& action = m_index.timeline().schedule->rows[m_place.lane.rank.value][marker.firstAction];
    const bool shown = isShown(m_options.shown, fillClassOf(action));
    const double x = std::floor(m_geometry.xOf(marker.start) * m_ratio) / m_ratio;
    const RectF tick{x, m_place.bottom + 1 / m_ratio, 1 / m_ratio, kTickHeightPx};
    if (!shown || m_place.gapUnder < kTickHeightPx + 2 || x - m_lastTick < kTickDistancePx ||
        x < m_geometry.plot.x || x >= m_geometry.plot.right() || tick.bottom() > m_geometry.plot.bottom() ||
        tick.y < m_geometry.plot.y)
        return;
    m_lastTick = x;
    m_scene.rects.push_back({tick, {roleOf(action.kind())}, false, false, 0, -1, true});
}

} // namespace bubblescope
