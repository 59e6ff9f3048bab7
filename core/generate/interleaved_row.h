// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/rounds.h"

namespace bubblescope {

/// Which forwards of the steady phase run as one block with the backward after them.
enum class FusedForwards : std::uint8_t { None, OfLastStage, All };

/// How a rank of an interleaved 1F1B runs through its passes.
struct InterleavedPlan
{
    Rounds rounds;
    std::uint64_t warmUp = 0; ///< forwards before the first backward; the row has no more than it has
    FusedForwards fused = FusedForwards::None;
};

/// Warm-up forwards, forward and backward in turn, the remaining backwards; no bubbles.
[[nodiscard]] Row interleavedRow(const Shape& shape, RankId rank, const InterleavedPlan& plan,
                                 const CancelToken& cancel);
/// Variant::cellBound of orders of such rows.
[[nodiscard]] std::uint64_t interleavedRowsCellBound(const Shape& shape);

} // namespace bubblescope
