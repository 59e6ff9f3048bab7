// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_blocks.h"

#include <algorithm>

namespace bubblescope {

namespace {

using Slots = std::array<std::uint8_t, kVPassKinds>;
using Starts = std::array<std::uint32_t, kVPassKinds>;

constexpr std::uint8_t kFarthest = 5;

/// Gives each W the next slot after its input gradient that no pass takes.
void putWeights(Slots& slots)
{
    std::array<bool, kVBlockSlots> isTaken{};
    for (std::size_t pass = 0; pass < kVPathPasses; ++pass)
        isTaken[slots[pass]] = true;
    for (const VPass input : {VPass::InputUp, VPass::InputDown}) {
        std::uint32_t slot = slots[indexOf(input)];
        while (isTaken[slot])
            slot = (slot + 1) % kVBlockSlots;
        isTaken[slot] = true;
        slots[indexOf(weightOf(input))] = static_cast<std::uint8_t>(slot);
    }
}

std::uint8_t moved(std::uint8_t slot, VPass pass, std::uint8_t distance)
{
    const std::uint32_t step = comesFromRankBefore(pass) ? distance : kVBlockSlots - 1;
    return static_cast<std::uint8_t>((slot + step) % kVBlockSlots);
}

std::optional<Slots> nextRank(const Slots& slots, std::uint8_t distance)
{
    Slots next{};
    std::array<bool, kVBlockSlots> isTaken{};
    for (std::size_t pass = 0; pass < kVPathPasses; ++pass) {
        next[pass] = moved(slots[pass], static_cast<VPass>(pass), distance);
        if (isTaken[next[pass]])
            return std::nullopt;
        isTaken[next[pass]] = true;
    }
    putWeights(next);
    return next;
}

/// First slot from `slot` on that is `residue` modulo six.
std::uint32_t firstFrom(std::uint32_t slot, std::uint32_t residue)
{
    return slot + (residue + kVBlockSlots - slot % kVBlockSlots) % kVBlockSlots;
}

/// How many of `microbatches` passes that begin at `start` are begun up to `slot`.
std::int64_t begun(std::uint32_t start, std::int64_t slot, std::uint32_t microbatches)
{
    if (slot < start)
        return 0;
    return std::min<std::int64_t>((slot - start) / kVBlockSlots + 1, microbatches);
}

std::int64_t heldAt(const Starts& starts, std::int64_t slot, std::uint32_t microbatches)
{
    std::int64_t held = 0;
    for (std::size_t pass = 0; pass < kVPassKinds; ++pass)
        held += activationStep(static_cast<VPass>(pass)) * begun(starts[pass], slot, microbatches);
    return held;
}

/// What is held in the same slot of every period grows or falls evenly, but where passes of a kind begin or
/// end: looking there is enough.
std::int64_t peakAtTurns(const Starts& starts, std::uint32_t microbatches)
{
    std::int64_t peak = 0;
    for (const std::uint32_t start : starts)
        for (const std::int64_t turn :
             {std::int64_t{start}, std::int64_t{start} + std::int64_t{kVBlockSlots} * (microbatches - 1)})
            for (std::int64_t slot = turn - kVBlockSlots; slot <= turn + kVBlockSlots; ++slot)
                peak = std::max(peak, heldAt(starts, slot, microbatches));
    return peak;
}

std::int64_t peakOfRank(const Starts& starts, std::uint32_t microbatches)
{
    const std::int64_t lastForward =
        std::int64_t{starts[indexOf(VPass::ForwardDown)]} + std::int64_t{kVBlockSlots} * (microbatches - 1);
    const std::uint32_t lastBegin = *std::max_element(starts.begin(), starts.end());
    if (lastForward < std::int64_t{lastBegin} + kVBlockSlots)
        return peakAtTurns(starts, microbatches);
    // There is a steady period; before it less is held, and after the last ForwardDown no more is added.
    const std::int64_t up = lastForward - (lastForward - starts[indexOf(VPass::ForwardUp)]) % kVBlockSlots;
    return std::max(heldAt(starts, lastForward, microbatches), heldAt(starts, up, microbatches));
}

} // namespace

std::vector<VBlockFamily> blockFamilies()
{
    std::vector<VBlockFamily> families;
    for (std::uint8_t up = 1; up < kVBlockSlots; ++up)
        for (std::uint8_t inputUp = 1; inputUp < kVBlockSlots; ++inputUp)
            for (std::uint8_t inputDown = 1; inputDown < kVBlockSlots; ++inputDown) {
                if (up == inputUp || up == inputDown || inputUp == inputDown)
                    continue;
                Slots first{0, up, inputUp, inputDown, 0, 0};
                putWeights(first);
                for (std::uint8_t distance = 1; distance <= kFarthest; ++distance)
                    for (std::uint8_t last = 1; last <= distance; ++last)
                        families.push_back({first, distance, last});
            }
    return families;
}

std::optional<VBlock> blockOf(const VBlockFamily& family, std::uint32_t ranks, std::uint32_t split)
{
    VBlock block{family.firstRank};
    block.reserve(ranks);
    while (block.size() < ranks) {
        const auto next =
            nextRank(block.back(), block.size() <= split ? family.distance : family.lastDistance);
        if (!next)
            return std::nullopt;
        block.push_back(*next);
    }
    return block;
}

VBlockStarts startsOf(const VBlock& block)
{
    const auto ranks = static_cast<std::uint32_t>(block.size());
    VBlockStarts starts(ranks);
    std::uint32_t slot = 0;
    const auto start = [&](std::uint32_t rank, VPass pass) {
        slot = firstFrom(slot, block[rank][indexOf(pass)]);
        starts[rank][indexOf(pass)] = slot++;
        if (isInput(pass))
            starts[rank][indexOf(weightOf(pass))] = firstFrom(slot, block[rank][indexOf(weightOf(pass))]);
    };
    for (const VPass pass : {VPass::ForwardDown, VPass::ForwardUp, VPass::InputUp, VPass::InputDown})
        for (std::uint32_t k = 0; k < ranks; ++k)
            start(comesFromRankBefore(pass) ? k : ranks - 1 - k, pass);
    return starts;
}

std::uint32_t peakOf(const VBlockStarts& starts, std::uint32_t microbatches)
{
    std::int64_t peak = 0;
    for (const Starts& rank : starts)
        peak = std::max(peak, peakOfRank(rank, microbatches));
    return static_cast<std::uint32_t>(peak);
}

VGrid repeated(const VBlockStarts& starts, std::uint32_t microbatches)
{
    std::size_t length = 0;
    for (const Starts& rank : starts)
        for (const std::uint32_t start : rank)
            length = std::max(length, start + std::size_t{kVBlockSlots} * (microbatches - 1) + 1);
    VGrid grid(starts.size(), VRow(length, VPass::Idle));
    for (std::size_t rank = 0; rank < starts.size(); ++rank)
        for (std::size_t pass = 0; pass < kVPassKinds; ++pass)
            for (std::size_t k = 0; k < microbatches; ++k)
                grid[rank][starts[rank][pass] + k * kVBlockSlots] = static_cast<VPass>(pass);
    return grid;
}

} // namespace bubblescope
