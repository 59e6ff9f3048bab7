// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/dense_order.h"
#include "core/time/zeroed_array.h"

namespace bubblescope {

/// What the dense simulation keeps of actions on streams beside compute. Of each slot: when its O or L ended,
/// and how many of the two are done.
struct DenseCopies
{
    DenseCopies() = default;
    explicit DenseCopies(std::size_t slots) : end(slots), done(slots) {}

    ZeroedArray<Time> end;
    ZeroedArray<std::uint8_t> done;
};

/// Of each slot: when the last part of its forward and of its gradient ended, and how far they are.
struct DenseParts
{
    DenseParts() = default;
    explicit DenseParts(std::size_t slots)
        : forwardEnd(slots)
        , gradientEnd(slots)
        , forward(slots)
        , gradient(slots)
        , weight(slots)
    {}

    ZeroedArray<Time> forwardEnd, gradientEnd;
    ZeroedArray<std::uint8_t> forward, gradient, weight;
};

inline constexpr std::size_t kBytesOfCopies = 9, kBytesOfParts = 19;

[[nodiscard]] inline bool hasParts(const DenseOrder& order)
{
    return (order.kinds & kStreamKinds & ~(kindBit(ActionKind::Offload) | kindBit(ActionKind::Reload))) != 0;
}

/// Parts of one block that are done when this one is; those of a B are told apart from those of an I.
[[nodiscard]] constexpr std::uint8_t partStepOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::ForwardAttention:
    case ActionKind::InputCombine:
        return 1;
    case ActionKind::ForwardDispatch:
    case ActionKind::InputExperts:
        return 2;
    case ActionKind::ForwardExperts:
    case ActionKind::InputDispatch:
        return 3;
    case ActionKind::ForwardCombine:
    case ActionKind::InputAttention:
        return 4;
    case ActionKind::BackwardCombine:
        return 5;
    case ActionKind::BackwardExperts:
        return 6;
    case ActionKind::BackwardDispatch:
        return 7;
    default:
        return 8;
    }
}
/// An I that has been through its experts.
[[nodiscard]] constexpr bool isBehindExpertsOfInput(std::uint8_t step)
{
    return step >= 2 && step <= 4;
}

} // namespace bubblescope
