// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

namespace bubblescope {

/// Where the pass `tail` puts a REDUCE_GRAD for each stage of a rank.
enum class BucketPlace : std::uint8_t {
    None,
    End,        ///< behind all that the rank computes
    Overlapped, ///< behind the last weight gradient of its stage, so that it may run beside what follows
};

/// What the pass `tail` adds behind a rank's actions.
struct TailChoice
{
    BucketPlace reduce = BucketPlace::None;
    bool embedding = false; ///< EMBED_GRAD, on the ranks of the first and of the last stage
    bool clip = true;
    bool optimizer = true;
    bool gather = true;
};

/// The end of a step as actions: REDUCE_GRAD by stage, EMBED_GRAD, CLIP, OPTIMIZER and PARAM_GATHER. Bubbles
/// are dropped. O(actions). Refused: an order that has any of them already.
[[nodiscard]] Result<Schedule> addTail(const Schedule& schedule, const TailChoice& choice,
                                       const CancelToken& cancel);

} // namespace bubblescope
