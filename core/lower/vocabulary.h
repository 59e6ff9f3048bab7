// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

namespace bubblescope {

/// The pass `vocabulary`: the output layer is split over all ranks, so that each runs an S and a T for every
/// microbatch (Yeung et al., "Balancing Pipeline Parallelism with Vocabulary Parallelism", arXiv 2411.05288;
/// dependencies as in sail-sg's zero-bubble, branch v-half-vocab, with backward fusion). An S and a T carry
/// the lowest stage of their rank that no rank before has taken. They go where the order has room under these
/// costs: an S as soon as its activation has come, before all else, a T into a gap that it fits into, else to
/// the end. Nothing else moves. O(actions · ranks). Refused: an order with communication, FSDP actions or
/// parts, with an S or T, or one that waits for itself. Requires costs that fit the order.
[[nodiscard]] Result<Schedule> addVocabulary(const Schedule& schedule, const CostModel& costs,
                                             const CancelToken& cancel);

} // namespace bubblescope
