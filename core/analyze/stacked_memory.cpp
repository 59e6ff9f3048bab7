// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/stacked_memory.h"

#include "core/analyze/memory_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

/// As MemoryLane::set(): what lasts no time is no step.
void addStep(std::vector<MemoryStep>& steps, Time time, double level)
{
    if (steps.empty()) {
        steps.push_back({time, level});
        return;
    }
    if (std::abs(level - steps.back().level) <= kLevelRounding * std::abs(level))
        return;
    if (time > steps.back().time) {
        steps.push_back({time, level});
        return;
    }
    steps.back().level = level;
    if (steps.size() > 1 && steps[steps.size() - 2].level == level)
        steps.pop_back();
}

std::vector<MemoryPart> partsHeld(const Timeline& timeline, const CostModel& costs, double highest)
{
    MemorySizes most{};
    visitMemoryParts(timeline, costs, [&most](RankId /*rank*/, Time /*time*/, const MemorySizes& parts) {
        for (std::size_t i = 0; i < kDevicePartCount; ++i)
            most[i] = std::max(most[i], parts[i]);
    });
    std::vector<MemoryPart> held;
    for (std::size_t i = 0; i < kDevicePartCount; ++i)
        if (most[i] > kLevelRounding * highest)
            held.push_back(static_cast<MemoryPart>(i));
    return held;
}

} // namespace

MemoryStackPtr stackedMemory(const Timeline& timeline, const CostModel& costs, MemoryCurvesPtr total)
{
    const std::vector<MemoryPart> parts = partsHeld(timeline, costs, total->highestPeak());
    const std::size_t below = parts.empty() ? 0 : parts.size() - 1;
    std::vector<MemoryStack::Layer> layers;
    layers.reserve(timeline.lanes.size() * below);
    // Into the same memory for each rank: a copy has no room to spare.
    std::vector<std::vector<MemoryStep>> scratch(below);
    RankId open;
    const auto finish = [&] {
        for (std::vector<MemoryStep>& steps : scratch) {
            layers.push_back({steps, LevelPyramid(steps)});
            steps.clear();
        }
    };
    const auto add = [&](RankId rank, Time time, const MemorySizes& sizes) {
        if (rank != open)
            finish();
        open = rank;
        double sum = 0;
        for (std::size_t layer = 0; layer < below; ++layer) {
            sum += sizes[static_cast<std::size_t>(parts[layer])];
            addStep(scratch[layer], time, sum);
        }
    };
    if (below > 0) {
        visitMemoryParts(timeline, costs, add);
        finish();
    }
    std::vector<MemoryStack::Layer> host;
    for (std::vector<MemoryStep>& steps : hostSteps(timeline, costs)) {
        LevelPyramid pyramid(steps);
        host.push_back({std::move(steps), std::move(pyramid)});
    }
    return std::make_shared<const MemoryStack>(std::move(total), parts, std::move(layers), std::move(host));
}

} // namespace bubblescope
