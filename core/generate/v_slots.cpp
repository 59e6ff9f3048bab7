// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_slots.h"

#include <algorithm>

namespace bubblescope {

namespace {

void putWeights(VRow& row, VWeightQueue queue)
{
    std::uint32_t up = 0;
    std::uint32_t down = 0;
    for (VPass& cell : row) {
        if (isInput(cell)) {
            const bool isUp = cell == VPass::InputUp || queue == VWeightQueue::OneForBoth;
            ++(isUp ? up : down);
        } else if (cell == VPass::Idle && up > 0) {
            cell = VPass::WeightUp;
            --up;
        } else if (cell == VPass::Idle && down > 0) {
            cell = VPass::WeightDown;
            --down;
        }
    }
    row.insert(row.end(), up, VPass::WeightUp);
    row.insert(row.end(), down, VPass::WeightDown);
}

void putWeightsInTurn(VRow& row)
{
    std::vector<VPass> open; // those from `next` on have no place yet
    std::size_t next = 0;
    for (VPass& cell : row)
        if (isInput(cell))
            open.push_back(weightOf(cell));
        else if (cell == VPass::Idle && next < open.size())
            cell = open[next++];
    row.insert(row.end(), open.begin() + static_cast<std::ptrdiff_t>(next), open.end());
}

} // namespace

VSlots::VSlots(std::uint32_t ranks, std::uint32_t microbatches) : m_ranks(ranks), m_microbatches(microbatches)
{
    for (auto& slots : m_slots)
        slots.resize(std::size_t{ranks} * microbatches);
}

std::uint32_t VSlots::ready(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const
{
    std::uint32_t slot = 0;
    if (comesFromRankBefore(pass)) {
        if (rank > 0)
            slot = at(pass, rank - 1, microbatch) + 1;
    } else if (rank + 1 < m_ranks) {
        slot = at(pass, rank + 1, microbatch) + 1;
    }
    if (pass != VPass::ForwardDown)
        slot = std::max(slot, m_slots[indexOf(pass) - 1][place(rank, microbatch)] + 1);
    return slot;
}

VGrid VSlots::grid() const
{
    VGrid grid(m_ranks);
    for (std::uint32_t rank = 0; rank < m_ranks; ++rank) {
        std::uint32_t last = 0;
        for (const auto& slots : m_slots)
            last = std::max(last, slots[place(rank, m_microbatches - 1)]);
        grid[rank].assign(std::size_t{last} + 1, VPass::Idle);
        for (std::size_t pass = 0; pass < kVPathPasses; ++pass)
            for (std::uint32_t k = 0; k < m_microbatches; ++k)
                grid[rank][m_slots[pass][place(rank, k)]] = static_cast<VPass>(pass);
    }
    return grid;
}

void putWeights(VGrid& grid, VWeightQueue queue)
{
    for (VRow& row : grid)
        queue == VWeightQueue::InTurn ? putWeightsInTurn(row) : putWeights(row, queue);
}

VSlots squeezed(const VGrid& grid, std::uint32_t microbatches, const CancelToken& cancel)
{
    const auto ranks = static_cast<std::uint32_t>(grid.size());
    VSlots slots(ranks, microbatches);
    std::vector<std::array<std::uint32_t, kVPathPasses>> done(ranks);
    std::vector<std::uint32_t> clock(ranks);
    std::size_t length = 0;
    for (const VRow& row : grid)
        length = std::max(length, row.size());
    for (std::size_t slot = 0; slot < length; ++slot) {
        throwIfCancelled(cancel);
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            const VPass pass = slot < grid[rank].size() ? grid[rank][slot] : VPass::Idle;
            if (pass == VPass::Idle)
                continue;
            if (!isWeight(pass)) {
                const std::uint32_t microbatch = done[rank][indexOf(pass)]++;
                clock[rank] = std::max(clock[rank], slots.ready(pass, rank, microbatch));
                slots.set(pass, rank, microbatch, clock[rank]);
            }
            ++clock[rank];
        }
    }
    return slots;
}

} // namespace bubblescope
