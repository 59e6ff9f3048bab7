// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_steps.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Input gradients taken out of a row's end.
struct Tail
{
    std::uint32_t inputUp = 0;
    std::uint32_t inputDown = 0;
};

Tail takeInputs(VRow& row, std::uint32_t mostUp, std::uint32_t mostDown)
{
    Tail tail;
    for (auto cell = row.rbegin(); cell != row.rend(); ++cell) {
        if (*cell == VPass::InputUp && tail.inputUp < mostUp) {
            *cell = VPass::Idle;
            ++tail.inputUp;
        } else if (*cell == VPass::InputDown && tail.inputDown < mostDown) {
            *cell = VPass::Idle;
            ++tail.inputDown;
        }
    }
    return tail;
}

/// Takes the last W's: at least one for each input gradient taken, and `peak` in all.
void takeWeights(VRow& row, const Tail& tail, std::uint32_t peak)
{
    std::uint32_t up = 0;
    std::uint32_t down = 0;
    for (auto cell = row.rbegin(); cell != row.rend(); ++cell) {
        if (up >= tail.inputUp && down >= tail.inputDown && up + down >= peak)
            return;
        if (!isWeight(*cell))
            continue;
        ++(*cell == VPass::WeightUp ? up : down);
        *cell = VPass::Idle;
    }
}

/// Writes `count` passes, every other slot, back from `last`; W's in their way are put back later. False if
/// another pass is in the way, or there is no such slot.
bool putBack(VRow& row, VPass pass, std::uint32_t count, std::int64_t last)
{
    for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t slot = last - 2 * k;
        if (slot < 0 || slot >= static_cast<std::int64_t>(row.size()))
            return false;
        VPass& cell = row[static_cast<std::size_t>(slot)];
        if (cell != VPass::Idle && !isWeight(cell))
            return false;
        cell = pass;
    }
    return true;
}

/// Puts the W's that are missing into idle slots behind those that were left, that of the way up first.
void putWeightsBack(VRow& row)
{
    std::size_t behind = 0;
    for (std::size_t slot = 0; slot < row.size(); ++slot)
        if (isWeight(row[slot]))
            behind = slot + 1;
    std::int64_t up = 0;
    std::int64_t down = 0;
    for (std::size_t slot = 0; slot < row.size(); ++slot) {
        if (row[slot] == VPass::Idle && slot >= behind && (up > 0 || down > 0))
            row[slot] = up > 0 ? VPass::WeightUp : VPass::WeightDown;
        up += row[slot] == VPass::InputUp ? 1 : row[slot] == VPass::WeightUp ? -1 : 0;
        down += row[slot] == VPass::InputDown ? 1 : row[slot] == VPass::WeightDown ? -1 : 0;
    }
    row.insert(row.end(), static_cast<std::size_t>(std::max<std::int64_t>(up, 0)), VPass::WeightUp);
    row.insert(row.end(), static_cast<std::size_t>(std::max<std::int64_t>(down, 0)), VPass::WeightDown);
}

std::int64_t lastForwardUp(const VRow& row)
{
    const auto last = std::find(row.rbegin(), row.rend(), VPass::ForwardUp);
    return row.rend() - last - 1;
}

} // namespace

std::optional<VGrid> withPackedCoolDown(VGrid grid, std::uint32_t microbatches)
{
    const auto ranks = static_cast<std::int64_t>(grid.size());
    std::uint32_t peak = 0;
    for (const VRow& row : grid)
        peak = std::max(peak, peakOf(row));
    const std::uint32_t mostDown = std::min((peak + 1) / 2, microbatches);
    const std::uint32_t mostUp = std::min(peak - mostDown, microbatches);
    const std::int64_t begin = lastForwardUp(grid.front());
    std::size_t length = 0;
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        VRow& row = grid[static_cast<std::size_t>(rank)];
        const Tail tail = takeInputs(row, std::min(static_cast<std::uint32_t>(rank) + 1, mostUp), mostDown);
        takeWeights(row, tail, peak);
        if (!putBack(row, VPass::InputDown, tail.inputDown, begin - rank + 2 * ranks) ||
            !putBack(row, VPass::InputUp, tail.inputUp, begin + 1 + rank))
            return std::nullopt;
        putWeightsBack(row);
        length = std::max(length, row.size());
    }
    for (VRow& row : grid)
        row.resize(length, VPass::Idle);
    return squeezed(grid, microbatches);
}

} // namespace bubblescope
