// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_shape.h"

#include <array>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// The slot of each pass of the path, for all ranks and microbatches; on a rank no two passes share a slot,
/// and those of a kind rise with the microbatch. W's have no place of their own here: they go where a rank is
/// idle.
class VSlots
{
public:
    VSlots(std::uint32_t ranks, std::uint32_t microbatches);

    [[nodiscard]] std::uint32_t ranks() const { return m_ranks; }
    [[nodiscard]] std::uint32_t microbatches() const { return m_microbatches; }
    [[nodiscard]] std::uint32_t at(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const
    {
        return m_slots[indexOf(pass)][place(rank, microbatch)];
    }
    void set(VPass pass, std::uint32_t rank, std::uint32_t microbatch, std::uint32_t slot)
    {
        m_slots[indexOf(pass)][place(rank, microbatch)] = slot;
    }
    /// First slot in which the pass's input from other passes of its microbatch is there: one past the
    /// latest of the neighbor rank's pass and the rank's own earlier pass.
    [[nodiscard]] std::uint32_t ready(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const;
    /// The passes as a grid; idle between them, no slot after a rank's last pass.
    [[nodiscard]] VGrid grid() const;

private:
    [[nodiscard]] std::size_t place(std::uint32_t rank, std::uint32_t microbatch) const
    {
        return std::size_t{rank} * m_microbatches + microbatch;
    }

    std::uint32_t m_ranks;
    std::uint32_t m_microbatches;
    std::array<std::vector<std::uint32_t>, kVPathPasses> m_slots;
};

/// Which W an idle slot takes.
enum class VWeightQueue : std::uint8_t {
    OneForBoth, ///< in the order of the input gradients; all of them are written as WeightUp
    UpFirst,    ///< one queue a stage; that of the stage of the way up goes first
    InTurn,     ///< in the order of the input gradients, each written as what it is
};

/// Puts each W into the first idle slot after its input gradient that no other W takes, and those that find
/// none behind the last pass.
void putWeights(VGrid& grid, VWeightQueue queue);

/// The slots of the same order when each pass takes one slot and starts as early as it can.
[[nodiscard]] VSlots squeezed(const VGrid& grid, std::uint32_t microbatches, const CancelToken& cancel);

} // namespace bubblescope
