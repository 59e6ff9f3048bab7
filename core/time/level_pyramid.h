// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <cstddef>
#include <span>
#include <vector>

namespace bubblescope {

/// What a rank holds from `time` until the next step.
struct MemoryStep
{
    Time time = 0;
    double level = 0;
    bool operator==(const MemoryStep&) const = default;
};

/// Highest and lowest level of ranges of steps: of every block of 8, of every 64, … and when each block of 8
/// begins. For 8 steps 24 bytes and what is above, so about 1 / 4 of what is below; of few steps nothing.
class LevelPyramid
{
public:
    struct Extent
    {
        double lowest = 0;
        double highest = 0;
        bool operator==(const Extent&) const = default;

        void widen(const Extent& by)
        {
            lowest = by.lowest < lowest ? by.lowest : lowest;
            highest = by.highest > highest ? by.highest : highest;
        }
        void widen(double level) { widen(Extent{level, level}); }
    };
    static constexpr std::size_t kFan = 8;
    /// What any two neighbors of a block have in common, the last with the first of the next block, too.
    struct Common
    {
        Extent reached;   ///< one is at or below `lowest`, one at or above `highest`
        Time longest = 0; ///< from one to the next; infinite for the last of all
    };

    LevelPyramid() = default;
    explicit LevelPyramid(std::span<const MemoryStep> steps);

    /// Of the steps from `first` to `last`, both included, of those that it was made from. O(log n).
    [[nodiscard]] Extent extentOf(std::span<const MemoryStep> steps, std::size_t first,
                                  std::size_t last) const;

    /// Of the first step of each block of 8.
    [[nodiscard]] std::span<const Time> blockTimes() const { return m_times; }
    [[nodiscard]] std::size_t levelCount() const { return m_levels.size(); }
    /// Of each block of 8 steps, of 64, …; the last block may be shorter.
    [[nodiscard]] std::span<const Extent> level(std::size_t number) const { return m_levels[number]; }
    /// Of each block of a level above the lowest.
    [[nodiscard]] std::span<const Common> common(std::size_t number) const { return m_commons[number - 1]; }

private:
    std::vector<Time> m_times;
    std::vector<std::vector<Extent>> m_levels;  ///< each of 8 of the one below
    std::vector<std::vector<Common>> m_commons; ///< from the second level on
};

} // namespace bubblescope
