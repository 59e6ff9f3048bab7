// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"
#include "core/generate/row_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// What a rank of a V does in one slot. Rank r holds the stage r of the way down (to the last rank) and the
/// stage 2P-1-r of the way up. A microbatch runs ForwardDown, ForwardUp, InputUp, InputDown; where the
/// backward is whole, InputUp and InputDown mean the whole backward.
enum class VPass : std::uint8_t {
    ForwardDown,
    ForwardUp,
    InputUp,
    InputDown,
    WeightUp,
    WeightDown,
    Idle,
};
inline constexpr std::size_t kVPassKinds = 6;  ///< without Idle
inline constexpr std::size_t kVPathPasses = 4; ///< those that a microbatch runs through one after the other
inline constexpr std::uint32_t kVBlockSlots = 6U; ///< slots in which a rank does all passes of a microbatch

/// The slots of one rank. The n-th pass of a kind is that of microbatch n.
using VRow = std::vector<VPass>;
using VGrid = std::vector<VRow>; ///< a row a rank

[[nodiscard]] constexpr std::size_t indexOf(VPass pass)
{
    return static_cast<std::size_t>(pass);
}
[[nodiscard]] constexpr bool isForward(VPass pass)
{
    return pass <= VPass::ForwardUp;
}
[[nodiscard]] constexpr bool isInput(VPass pass)
{
    return pass == VPass::InputUp || pass == VPass::InputDown;
}
[[nodiscard]] constexpr bool isWeight(VPass pass)
{
    return pass == VPass::WeightUp || pass == VPass::WeightDown;
}
/// W of the stage whose input gradient `input` is.
[[nodiscard]] constexpr VPass weightOf(VPass input)
{
    return input == VPass::InputUp ? VPass::WeightUp : VPass::WeightDown;
}
/// The activations that a pass adds: 1 for a forward, -1 for W.
[[nodiscard]] constexpr int activationStep(VPass pass)
{
    return isForward(pass) ? 1 : isWeight(pass) ? -1 : 0;
}
/// Whether a pass gets its input from the rank before (on rank 0 from its own earlier pass); else, for a pass
/// of a path, from the rank behind.
[[nodiscard]] constexpr bool comesFromRankBefore(VPass pass)
{
    return pass == VPass::ForwardDown || pass == VPass::InputUp;
}

/// Refuses more than 1024 ranks, for the work of placing passes grows with their cube.
[[nodiscard]] Rule mostRanksRule();

/// Highest number of activations held at once.
[[nodiscard]] std::uint32_t peakOf(const VRow& row);
[[nodiscard]] std::vector<std::uint32_t> peaksOf(const VGrid& grid);

/// For loops that write no row; generate() catches what is thrown.
inline void throwIfCancelled(const CancelToken& cancel)
{
    if (cancel.isCancelled())
        throw GenerationCancelled{};
}

/// Whether InputUp and InputDown are the input gradient alone or the backward as a whole.
enum class VBackward : std::uint8_t { Split, Whole };

/// The order of the grid's passes, rank by rank, without idle slots.
[[nodiscard]] std::vector<Row> rowsOf(const VGrid& grid, const Shape& shape, const CancelToken& cancel,
                                      VBackward backward = VBackward::Split);

} // namespace bubblescope
