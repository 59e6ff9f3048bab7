// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_candidate.h"

#include "core/generate/v_steps.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint32_t highestPeak(const VGrid& grid)
{
    std::uint32_t peak = 0;
    for (const VRow& row : grid)
        peak = std::max(peak, peakOf(row));
    return peak;
}

/// Cool-down and idle slots of an order whose warm-up is done.
VCandidate finished(VGrid grid, std::uint32_t microbatches, std::uint32_t bound)
{
    std::optional<VGrid> packed = withPackedCoolDown(std::move(grid), microbatches);
    if (!packed)
        return {std::nullopt, bound};
    fillIdleSlots(*packed, microbatches);
    if (!relabelWeights(*packed, microbatches))
        return {std::nullopt, bound};
    const std::uint32_t peak = highestPeak(*packed);
    if (peak > bound)
        return {std::nullopt, bound};
    if (!isComplete(*packed, microbatches))
        return {std::nullopt, peak};
    return {std::move(packed), peak};
}

} // namespace

VCandidate candidateOf(const VBlock& block, std::uint32_t microbatches, std::uint32_t limit)
{
    const auto ranks = static_cast<std::uint32_t>(block.size());
    const std::uint32_t enough = std::max(microbatches, 2 * ranks); // for a steady part between the ends
    const VBlockStarts starts = startsOf(block);
    std::uint32_t bound = peakOf(starts, enough);
    if ((microbatches == enough && bound > limit) || bound > 2 * ranks)
        return {std::nullopt, bound};
    std::optional<VGrid> grid = squeezed(repeated(starts, enough), enough);
    if (grid)
        grid = withPackedWarmUp(std::move(*grid), enough);
    if (grid)
        grid = squeezed(*grid, enough);
    if (!grid || highestPeak(*grid) > bound)
        return {std::nullopt, bound};
    if (microbatches < enough) {
        const std::uint32_t peak = highestPeak(*grid);
        removeSurplus(*grid, microbatches);
        if (microbatches <= ranks && 2 * microbatches <= limit)
            postponeFirstWeights(*grid, std::min(2 * ranks, peak));
        grid = squeezed(*grid, microbatches);
        if (!grid)
            return {std::nullopt, bound};
        bound = highestPeak(*grid);
        if (bound > limit)
            return {std::nullopt, bound};
    }
    return finished(std::move(*grid), microbatches, bound);
}

} // namespace bubblescope
