// SPDX-License-Identifier: Apache-2.0
#include "core/time/level_pyramid.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

using Extent = LevelPyramid::Extent;

constexpr std::size_t kFan = 16;

Extent extentOf(const MemoryStep& step)
{
    return {step.level, step.level};
}

Extent extentOf(const Extent& extent)
{
    return extent;
}

void widen(Extent& extent, const Extent& by)
{
    extent.lowest = std::min(extent.lowest, by.lowest);
    extent.highest = std::max(extent.highest, by.highest);
}

template <typename Entry>
std::vector<Extent> levelAbove(std::span<const Entry> below)
{
    std::vector<Extent> level;
    level.reserve((below.size() + kFan - 1) / kFan);
    for (std::size_t i = 0; i < below.size(); ++i)
        if (i % kFan == 0)
            level.push_back(extentOf(below[i]));
        else
            widen(level.back(), extentOf(below[i]));
    return level;
}

template <typename Entry>
void take(Extent& extent, std::span<const Entry> level, std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i <= last; ++i)
        widen(extent, extentOf(level[i]));
}

/// Takes the entries that no whole block of the level above covers; the range becomes one of blocks, or
/// false if all is taken.
template <typename Entry>
bool takeEdges(Extent& extent, std::span<const Entry> level, std::size_t& first, std::size_t& last)
{
    if (last - first < 2 * kFan) {
        take(extent, level, first, last);
        return false;
    }
    const std::size_t begin = (first + kFan - 1) / kFan;
    const std::size_t end = (last + 1) / kFan;
    if (first < begin * kFan)
        take(extent, level, first, begin * kFan - 1);
    if (end * kFan <= last)
        take(extent, level, end * kFan, last);
    first = begin;
    last = end - 1;
    return true;
}

} // namespace

LevelPyramid::LevelPyramid(std::span<const MemoryStep> steps)
{
    // Fewer are looked at one by one.
    if (steps.size() < 4 * kFan)
        return;
    m_levels.push_back(levelAbove(steps));
    while (m_levels.back().size() >= 4 * kFan)
        m_levels.push_back(levelAbove(std::span<const Extent>(m_levels.back())));
}

LevelPyramid::Extent LevelPyramid::extentOf(std::span<const MemoryStep> steps, std::size_t first,
                                            std::size_t last) const
{
    Extent extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    if (m_levels.empty()) {
        take(extent, steps, first, last);
        return extent;
    }
    bool more = takeEdges(extent, steps, first, last);
    for (std::size_t i = 0; more; ++i) {
        const std::span<const Extent> level(m_levels[i]);
        if (i + 1 == m_levels.size()) {
            take(extent, level, first, last);
            return extent;
        }
        more = takeEdges(extent, level, first, last);
    }
    return extent;
}

} // namespace bubblescope
