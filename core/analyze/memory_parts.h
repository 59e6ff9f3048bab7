// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/memory_curves.h"
#include "core/time/memory_part.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a rank holds where it holds most, by part, and what it has moved to the host.
struct RankMemory
{
    MemoryPeak device;    ///< of MemoryCurves
    MemorySizes atPeak{}; ///< sums to the peak, but for rounding; of the host what is there at that time
    MemoryPeak host;      ///< of what is offloaded: from the start of O to the end of L
};
/// Of every rank of a timeline, in the unit of the costs' sizes. O(actions).
[[nodiscard]] std::vector<RankMemory> memoryByPart(const Timeline& timeline, const CostModel& costs);

/// Of ranks whose host has less room than they move there, the one that is most beyond it; by
/// costs.hostMemory.
[[nodiscard]] std::optional<RankId> fullestHost(std::span<const RankMemory> memory, const CostModel& costs);
/// The same of a timeline as a sentence; empty where all find room. O(actions) with a host's memory, else
/// O(1).
[[nodiscard]] Sentence fullHostText(const Timeline& timeline, const CostModel& costs);

/// What a rank holds from a time on, by part of the device.
using PartVisitor = std::function<void(RankId rank, Time time, const MemorySizes& parts)>;
/// Tells every level of every rank as it comes, each rank's from time 0 on; of one moment the last counts.
/// O(actions).
void visitMemoryParts(const Timeline& timeline, const CostModel& costs, const PartVisitor& visit);
/// What each rank has on the host over time; empty where nothing is offloaded. O(actions).
[[nodiscard]] std::vector<std::vector<MemoryStep>> hostSteps(const Timeline& timeline,
                                                             const CostModel& costs);

/// There is more to tell than a number of activations: sizes, or activations that come back.
[[nodiscard]] bool hasMemoryParts(const Timeline& timeline, const CostModel& costs);

} // namespace bubblescope
