// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/zero_bubble_costs.h"
#include "core/model/schedule.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Where a weight gradient may be run in a wait that is too short for it.
struct ZbvFlags
{
    bool fillBeforeBackward = true; ///< before input gradients of the rank's second stage
    bool fillBeforeForward = true;
};

struct ZbvProblem
{
    SearchCosts costs; ///< of 2 · ranks stages
    std::uint32_t ranks = 1;
    std::uint32_t microbatches = 1;
    double memoryLimit = kNoMemoryLimit; ///< in units of costs.largestActivation, for both stages of a rank
    /// Whether the warm-up may be longer than 2 · ranks forwards where time and memory allow. With unequal
    /// stages that can leave later ranks without the forwards they need; without it an order is always found.
    bool extendsWarmUp = true;
};

/// What a rank holds at the end of a warm-up of 2 · ranks forwards. The search finds an order with this
/// limit.
[[nodiscard]] double warmUpMemory(const ZbvProblem& problem);
/// The least limit that is not exceeded: warmUpMemory(), or what all microbatches take where these are fewer.
[[nodiscard]] double leastMemoryLimit(const ZbvProblem& problem);

/// One run of the search, guided by what an earlier run achieved.
struct ZbvRun
{
    bool isFound = true;       ///< false: the search found nothing it could go on with
    double mostIdle = 0;       ///< of a rank since its first forward; what the search makes small
    std::vector<double> idle;  ///< of each rank
    std::vector<double> given; ///< idle times of the earlier run that this one was allowed; empty = none
};

/// The greedy order of Qi et al., "Zero Bubble Pipeline Parallelism" (2023), Section 6 (ZBV), with stages s
/// and 2 · ranks - 1 - s on rank s, as the project sail-sg/zero-bubble builds it. Requires memoryLimit >=
/// warmUpMemory(). `given`: idle times that each rank may have anyway. Fills `rows` unless that is null.
/// O(ranks · microbatches); throws GenerationCancelled.
[[nodiscard]] ZbvRun orderInV(const ZbvProblem& problem, ZbvFlags flags, std::vector<double> given,
                              const CancelToken& cancel, std::vector<Row>* rows);

} // namespace bubblescope
