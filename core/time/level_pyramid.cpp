// SPDX-License-Identifier: Apache-2.0
#include "core/time/level_pyramid.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

using Extent = LevelPyramid::Extent;

constexpr std::size_t kFan = LevelPyramid::kFan;
/// Fewer are looked at one by one.
constexpr std::size_t kFewLevels = 4 * kFan;

Extent extentOf(const MemoryStep& step)
{
    return {step.level, step.level};
}

Extent extentOf(const Extent& extent)
{
    return extent;
}

template <typename Entry>
std::vector<Extent> levelAbove(std::span<const Entry> below)
{
    std::vector<Extent> level;
    level.reserve((below.size() + kFan - 1) / kFan);
    for (std::size_t begin = 0; begin < below.size(); begin += kFan) {
        const std::size_t end = std::min(begin + kFan, below.size());
        Extent extent = extentOf(below[begin]);
        for (std::size_t i = begin + 1; i < end; ++i)
            extent.widen(extentOf(below[i]));
        level.push_back(extent);
    }
    return level;
}

using Common = LevelPyramid::Common;

Common both(const Common& a, const Common& b)
{
    return {{std::max(a.reached.lowest, b.reached.lowest), std::min(a.reached.highest, b.reached.highest)},
            std::max(a.longest, b.longest)};
}

/// `commonOf` says it of each of so many parts, of which so many make one.
template <typename CommonOf>
std::vector<Common> commonsAbove(std::size_t count, std::size_t fan, CommonOf commonOf)
{
    std::vector<Common> level;
    level.reserve((count + fan - 1) / fan);
    for (std::size_t begin = 0; begin < count; begin += fan) {
        Common common = commonOf(begin);
        for (std::size_t i = begin + 1; i < std::min(begin + fan, count); ++i)
            common = both(common, commonOf(i));
        level.push_back(common);
    }
    return level;
}

template <typename Entry>
void take(Extent& extent, std::span<const Entry> level, std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i <= last; ++i)
        extent.widen(extentOf(level[i]));
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
    if (steps.size() < kFewLevels)
        return;
    m_times.reserve((steps.size() + kFan - 1) / kFan);
    for (std::size_t i = 0; i < steps.size(); i += kFan)
        m_times.push_back(steps[i].time);
    m_levels.push_back(levelAbove(steps));
    while (m_levels.back().size() >= kFewLevels)
        m_levels.push_back(levelAbove(std::span<const Extent>(m_levels.back())));
    const auto ofNeighbors = [steps](std::size_t i) {
        Extent extent{steps[i].level, steps[i].level};
        if (i + 1 == steps.size())
            return Common{extent, std::numeric_limits<Time>::infinity()};
        extent.widen(steps[i + 1].level);
        return Common{extent, steps[i + 1].time - steps[i].time};
    };
    if (m_levels.size() > 1)
        m_commons.push_back(commonsAbove(steps.size(), kFan * kFan, ofNeighbors));
    while (m_commons.size() + 1 < m_levels.size())
        m_commons.push_back(commonsAbove(m_commons.back().size(), kFan,
                                         [this](std::size_t block) { return m_commons.back()[block]; }));
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
