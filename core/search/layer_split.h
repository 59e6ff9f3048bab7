// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/layout/layout.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::search {

/// Which stages the layers of a model are on: the embedding on the first one, decoder layers in order, then
/// those of multi-token prediction, all on one stage, and the loss.
struct LayerSplit
{
    std::vector<std::uint32_t> decoders; ///< by stage
    std::uint32_t predictions = 0;
    std::uint32_t predictionStage = 0;
    std::uint32_t lossStage = 0;

    bool operator==(const LayerSplit&) const = default;
    [[nodiscard]] std::uint32_t stageCount() const { return static_cast<std::uint32_t>(decoders.size()); }
};

/// As Megatron writes it: its rules hold where isAllowed().
[[nodiscard]] Layout layoutOf(const LayerSplit& split, std::uint32_t ranks);
/// Nothing where the layout is none that a split has, such as one with a stage before the embedding.
[[nodiscard]] std::optional<LayerSplit> splitOf(const Layout& layout);
/// Nothing of it is before what it has to follow, and multi-token prediction is in the last chunk of a rank.
[[nodiscard]] bool isAllowed(const LayerSplit& split, std::uint32_t ranks);

/// How good a split is for an order: within its limit first, then its time, then how even the ranks are.
struct SplitTime
{
    double beyondLimit = 0;
    Time makespan = 0;
    double unevenness = 0; ///< sum over the ranks of the squares of what they compute

    /// Less than the other by more than rounding.
    [[nodiscard]] bool isBetterThan(const SplitTime& other) const;
};
/// An order that a split is looked for, with the pass that lowered it; empty = none.
struct OrderToSplit
{
    SchedulePtr schedule;
    std::string pass = {};
};
/// Times the order, one stage for each of the split's, with its layers: costs with blocks, of which layers
/// per stage and layout are not looked at. Infinite where the order cannot run.
[[nodiscard]] SplitTime timeOf(const LayerSplit& split, const OrderToSplit& order, const CostModel& costs);

/// Even and balanced splits to begin with: as many layers on each stage, embedding and loss counted as layers
/// or not or alone on their stages; and by what layers take.
[[nodiscard]] std::vector<LayerSplit> splitsToStart(const CostModel& costs, std::uint32_t ranks,
                                                    std::uint32_t stageCount, std::uint32_t layers,
                                                    std::uint32_t predictions);
/// The best that moving single layers, the prediction and the loss makes of it for the order, with at most so
/// many trials. Deterministic.
[[nodiscard]] LayerSplit climbed(LayerSplit split, const OrderToSplit& order, const CostModel& costs,
                                 std::size_t trials, const CancelToken& cancel);

} // namespace bubblescope::search
