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

/// Highest and lowest level of ranges of steps: of every 16, of every 256, … For each 16 steps 16 bytes, so
/// about 1 / 15 of what stands below.
class LevelPyramid
{
public:
    struct Extent
    {
        double lowest = 0;
        double highest = 0;
    };

    LevelPyramid() = default;
    explicit LevelPyramid(std::span<const MemoryStep> steps);

    /// Of the steps from `first` to `last`, both included, of those that it was made from. O(log n).
    [[nodiscard]] Extent extentOf(std::span<const MemoryStep> steps, std::size_t first,
                                  std::size_t last) const;

private:
    std::vector<std::vector<Extent>> m_levels; ///< each of 16 of the one below
};

} // namespace bubblescope
