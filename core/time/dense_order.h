// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/schedule.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// What a rank runs on streams beside compute, or interleaved with that: parts of blocks, O and L.
inline constexpr KindMask kStreamKinds = [] {
    KindMask kinds = 0;
    for (std::size_t k = 0; k < kActionKindCount; ++k)
        if (const auto kind = static_cast<ActionKind>(k); isPart(kind) || isCopy(kind))
            kinds |= kindBit(kind);
    return kinds;
}();

/// What one pass over an order of F, I, W, B, R, parts of blocks, O, L, the step's end and bubbles finds out.
struct DenseOrder
{
    static constexpr std::uint32_t kNoRank = 0xFFFFFFFFU;

    /// The larger of the schedule's count and the highest number + 1.
    std::uint32_t stageCount = 0;
    std::uint32_t microbatchCount = 0;
    std::size_t actionCount = 0;     ///< without bubbles
    KindMask kinds = 0;              ///< that occur in the order
    std::vector<std::uint32_t> home; ///< by stage: the (first) rank that runs it, or kNoRank
    bool hasOneHomeEach = true;      ///< no stage is on two ranks

    [[nodiscard]] std::size_t slotCount() const { return std::size_t{stageCount} * microbatchCount; }
    [[nodiscard]] bool has(ActionKind kind) const { return (kinds & kindBit(kind)) != 0; }
    [[nodiscard]] bool hasStreams() const { return (kinds & kStreamKinds) != 0; }
};

/// Nothing if the order holds anything else, or an overlapped cell with a bubble, or if it was cancelled.
/// O(cells).
[[nodiscard]] std::optional<DenseOrder> denseOrder(const Schedule& schedule, const CancelToken& cancel = {});

} // namespace bubblescope
