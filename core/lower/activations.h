// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// The pass `recompute`: an R directly before each I of the chosen stages, or before the B where there is no
/// I; before its cell if that is overlapped. Chosen are the lowest `chunks` stages of each rank, all without
/// a number. Nothing else moves. O(actions). Refused: an order that has R, O or L, and one without a
/// backward.
[[nodiscard]] Result<Schedule> addRecomputation(const Schedule& schedule, std::optional<std::uint32_t> chunks,
                                                const CancelToken& cancel);

/// The pass `offload` as Primus places the copies of the chosen stages: O behind the compute cell that
/// follows the F; L before the compute cell that precedes the I or B, or directly before that itself where
/// the cell before is an F of a chosen stage, whose O then follows. An activation whose L would not come
/// behind its O stays; no other test whether a copy has time. O(actions). Refused as addRecomputation()
/// refuses.
[[nodiscard]] Result<Schedule> addOffload(const Schedule& schedule, std::optional<std::uint32_t> chunks,
                                          const CancelToken& cancel);

} // namespace bubblescope
