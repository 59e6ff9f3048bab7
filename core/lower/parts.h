// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

namespace bubblescope {

/// Which cells the pass `parts` splits.
enum class PartCells : std::uint8_t {
    Overlapped, ///< those of an F and a B or I (with a W or without), whose parts are interleaved
    All,        ///< every F, I, W and B besides, each by itself
};

/// The pass `parts`: blocks become their parts, attention, dispatch, experts and combine. The parts of an
/// overlapped cell are interleaved as Megatron-Core's combined 1F1B and DeepSeek's DualPipe interleave them,
/// so that every exchange of one microbatch runs beside what the other computes. O(actions). Refused: an
/// order with communication, FSDP actions or parts, and one without such a cell.
[[nodiscard]] Result<Schedule> addParts(const Schedule& schedule, PartCells cells, const CancelToken& cancel);

} // namespace bubblescope
