// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"
#include "core/time/cost_model.h"

#include <optional>
#include <utility>

/// The parts of a cost file, each read into its place in the model and written from there; private to
/// core/io.
namespace bubblescope::json {

template <typename T>
Result<void> assign(T& target, Result<T> value)
{
    if (!value)
        return tl::unexpected(value.error());
    target = std::move(*value);
    return {};
}

/// A number of at least 0, or a list with one for each stage.
[[nodiscard]] Result<StageValues> stageValues(const Node& node);
[[nodiscard]] Result<void> readValues(const Node& node, StageValues& target);
[[nodiscard]] Result<void> readValues(const Node& node, std::optional<StageValues>& target);
/// The same of whole numbers.
[[nodiscard]] Result<void> readLayers(const Node& node, CostModel& costs);

[[nodiscard]] Result<void> readOverlap(const Node& node, CostModel& costs);
[[nodiscard]] Result<void> readTransfer(const Node& node, CostModel& costs);
[[nodiscard]] Result<void> readRankFactor(const Node& node, CostModel& costs);
[[nodiscard]] Result<void> readJitter(const Node& node, CostModel& costs);
[[nodiscard]] Result<void> readBlocks(const Node& node, CostModel& costs);
/// Refuses what a cost file's "blocks" give and its other keys give again, and layers without blocks.
[[nodiscard]] Result<void> refuseBesideBlocks(const Node& node);

[[nodiscard]] Json valuesJson(const StageValues& values);
/// Whole numbers without a fraction.
[[nodiscard]] Json layersJson(const StageValues& layers);
[[nodiscard]] Json overlapJson(const OverlapRule& rule);
/// These three hold only what differs from the defaults.
[[nodiscard]] Json transferJson(const TransferCost& transfer);
[[nodiscard]] Json jitterJson(const Jitter& jitter);
[[nodiscard]] Json blocksJson(const BlockCosts& blocks);

} // namespace bubblescope::json
