// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/memory_strip.h"
#include "tests/core/scene_support.h"

#include <optional>

namespace bubblescope::test {

inline constexpr const char* kTwoRanks = "0F0@0-1 0F1@1-2 0F2@2-3 0B0@5-7 0B1@7-9 0B2@10-12\n"
                                         "1F0@1-2 1B0@2-4 1F1@4-5 1B1@5-7 1F2@7-8 1B2@8-10";

[[nodiscard]] inline CostModel costs(std::optional<double> limit = {})
{
    CostModel model;
    model.memoryLimit = limit;
    return model;
}

/// Two lanes, 12 units in 120 px.
[[nodiscard]] inline SceneOptions options(const LaneIndex& index, const MemoryCurvesPtr& memory,
                                          const TimeRange& range = {0, 12}, double width = 120,
                                          double ratio = 1)
{
    SceneOptions options = plainOptions(index, {20, 10, width, 88}, range, ratio);
    options.geometry.memoryHeight = 20;
    options.geometry.memoryGap = 4;
    options.memory = memory;
    return options;
}

} // namespace bubblescope::test
