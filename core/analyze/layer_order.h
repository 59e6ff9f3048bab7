// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// What a rank does for one layer. Layers are counted from 0 through all chunks of the rank.
struct LayerStep
{
    enum class Part : std::uint8_t { Forward, Backward, WeightGradient };
    Part part = Part::Forward;
    std::uint64_t layer = 0;

    bool operator==(const LayerStep&) const = default;
};

/// A row layer by layer, as Megatron-Core runs it (main, 2026): a forward goes up through the layers of its
/// chunk, a backward down. In an overlapped cell they take turns, the forward first, and what the longer
/// chunk has left follows. With weight gradients apart, each follows its layer's backward, but that of the
/// last backward of an overlapped cell, which ends the cell. Stage s is chunk s / ranks; `layers` has one
/// number for each chunk. Only F and B are looked at. O(steps).
[[nodiscard]] std::vector<LayerStep> layerOrder(const Row& row, std::uint32_t ranks,
                                                std::span<const std::uint64_t> layers,
                                                bool hasWeightGradientsApart);

/// As Megatron's tests write it, counted from 1: "3" forward, "-3" backward, "-3.5" its weight gradient.
[[nodiscard]] std::string layerStepText(const LayerStep& step);

} // namespace bubblescope
