// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace bubblescope {

/// What one block of a model costs: its embedding, one layer, its head. A kind that is not given takes no
/// time, but for these: a missing B is I + W, a missing I or W is what B leaves, and where only B is given, I
/// and W are halves of it.
struct BlockCost
{
    std::optional<double> forward;
    std::optional<double> backwardInput;
    std::optional<double> backwardWeight;
    std::optional<double> backward;
    std::optional<double> activation; ///< of one microbatch
    std::optional<double> parameters;
    std::optional<double> gradients;
    std::optional<double> optimizer; ///< what it keeps of them from step to step
    /// Share of the activation that only W releases; missing = the model's.
    std::optional<double> activationKeptUntilWeight = {};

    bool operator==(const BlockCost&) const = default;
};

/// From which stages are composed: stage s takes its number of layers, the first stage the embedding besides,
/// the last one the head; or what a layout says.
struct BlockCosts
{
    BlockCost embedding;
    BlockCost layer;      ///< a decoder layer; of a model with experts a dense one
    BlockCost expert;     ///< a decoder layer with experts; where it gives nothing all are like `layer`
    BlockCost prediction; ///< a layer of multi-token prediction
    BlockCost head;       ///< with the loss
    double perAction = 0; ///< time that every F, I, W and B takes besides (launching, host)

    bool operator==(const BlockCosts&) const = default;
};

} // namespace bubblescope
