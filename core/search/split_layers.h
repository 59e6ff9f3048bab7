// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/placement.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// How many of `layers` layers each stage takes so that the slowest rank has the least to compute for a
/// microbatch, with an embedding and a head of their own cost: no other split has a faster slowest rank,
/// stragglers' factors counted (a mirror's two ranks of a stage share its microbatches evenly). Every stage
/// gets a layer, but for the first and the last, whose embedding or head may be enough. Of the best splits
/// one that keeps the stages of a rank even and gives what is left over to later ranks, where fewer
/// activations wait. Requires costs with `blocks`; refuses fewer layers than stages need, in words. O(layers
/// · ranks).
[[nodiscard]] Result<std::vector<std::uint32_t>>
splitLayers(const CostModel& costs, const Placement& placement, std::uint32_t layers);

/// What the slowest rank computes for a microbatch, as splitLayers() counts it.
[[nodiscard]] double slowestRank(const CostModel& costs, const Placement& placement,
                                 const std::vector<std::uint32_t>& layersPerStage);

} // namespace bubblescope
