// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/zero_bubble_costs.h"
#include "core/model/schedule.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Three decisions of the greedy order; which is best depends on the costs.
struct ZeroBubbleFlags
{
    bool allowBubbleBeforeFirstB = true; ///< the warm-up stops before a forward that would delay a backward
    bool prioritizeB = true;             ///< a forward is put off where it would delay the next backward
    bool noBubbleGreedy = true; ///< a weight gradient also fills a gap that is too short for it, at any time
};

struct ZeroBubbleProblem
{
    SearchCosts costs;
    std::uint32_t ranks = 1;
    std::uint32_t microbatches = 1;
    double memoryLimit = kNoMemoryLimit; ///< in units of costs.largestActivation
};

/// The least memory limit with which an order exists.
[[nodiscard]] double leastMemoryLimit(const ZeroBubbleProblem& problem);

/// The greedy order of Qi et al., "Zero Bubble Pipeline Parallelism" (2023), with one stage a rank, as the
/// project sail-sg/zero-bubble builds it: a warm-up as long as time and memory allow, then in turns a forward
/// and an input gradient on every stage, with weight gradients where a stage would wait or memory is short.
/// Returns the objective: the longest time of a rank from its first start to its last end. Fills `rows`
/// unless that is null. Requires memoryLimit >= leastMemoryLimit(). O(ranks · microbatches); throws
/// GenerationCancelled.
[[nodiscard]] double orderWithZeroBubbles(const ZeroBubbleProblem& problem, ZeroBubbleFlags flags,
                                          const CancelToken& cancel, std::vector<Row>* rows);

} // namespace bubblescope
