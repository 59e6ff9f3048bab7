// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/v_shape.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;

/// First slots of microbatch 0 on every rank: a path of single slots forward and of double slots backward
/// (InputUp and WeightUp side by side are a whole backward), with three slots' rest after every third
/// backward, so that no two microbatches meet when one follows the other every six slots.
using Block = std::vector<std::array<std::uint32_t, kVPassKinds>>;

class BlockWriter
{
public:
    explicit BlockWriter(std::uint32_t ranks) : m_block(ranks), m_done((3 - (ranks + 2) % 3) % 3) {}

    Block run()
    {
        const auto ranks = static_cast<std::uint32_t>(m_block.size());
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            m_block[rank][indexOf(VPass::ForwardDown)] = m_slot++;
        for (std::uint32_t rank = ranks; rank-- > 0;)
            m_block[rank][indexOf(VPass::ForwardUp)] = m_slot++;
        m_slot += ranks % 3 == 0 ? kRest : 0;
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            backward(rank, VPass::InputUp);
        for (std::uint32_t rank = ranks; rank-- > 0;)
            backward(rank, VPass::InputDown);
        return std::move(m_block);
    }

private:
    static constexpr std::uint32_t kRest = 3;
    /// The free slots before the first microbatch, into which forwards of rank 0 may be moved.
    static constexpr std::uint32_t kFirstSlot = 7;

    void backward(std::uint32_t rank, VPass pass)
    {
        m_block[rank][indexOf(pass)] = m_slot;
        m_block[rank][indexOf(weightOf(pass))] = m_slot + 1;
        m_slot += 2;
        if (++m_done == 3) {
            m_done = 0;
            m_slot += kRest;
        }
    }

    Block m_block;
    std::uint32_t m_slot = kFirstSlot;
    std::uint32_t m_done; ///< backwards since the last rest
};

/// Moves every pass forward into idle slots, in the order of its rank, as its inputs and the highest number
/// of activations that the repeated block holds allow.
class Compaction
{
public:
    Compaction(const Block& block, std::uint32_t microbatches) : m_next(block.size()), m_done(block.size())
    {
        for (const auto& first : block) {
            const std::uint32_t end = *std::max_element(first.begin(), first.end()) + 1;
            VRow& row =
                m_grid.emplace_back(end + std::size_t{kVBlockSlots} * (microbatches - 1), VPass::Idle);
            for (std::size_t pass = 0; pass < kVPassKinds; ++pass)
                for (std::uint32_t k = 0; k < microbatches; ++k)
                    row[first[pass] + std::size_t{kVBlockSlots} * k] = static_cast<VPass>(pass);
            countHeld(row);
            m_places.emplace_back();
            for (auto& places : m_places.back())
                places.assign(microbatches, kNowhere);
        }
    }

    VGrid run(const CancelToken& cancel)
    {
        const auto ranks = static_cast<std::uint32_t>(m_grid.size());
        // Each rank as far as the places of its inputs are known, to the last rank and back.
        for (bool isDone = false; !isDone;) {
            throwIfCancelled(cancel);
            isDone = true;
            for (std::uint32_t rank = 0; rank < ranks; ++rank)
                advance(rank);
            for (std::uint32_t rank = ranks; rank-- > 0;) {
                advance(rank);
                isDone = isDone && m_next[rank] == m_grid[rank].size();
            }
        }
        return std::move(m_grid);
    }

private:
    void countHeld(const VRow& row)
    {
        std::vector<std::uint32_t>& held = m_held.emplace_back(row.size());
        std::uint32_t now = 0;
        for (std::size_t slot = 0; slot < row.size(); ++slot) {
            held[slot] = now += static_cast<std::uint32_t>(activationStep(row[slot]));
            m_limit = std::max(m_limit, now);
        }
    }

    void advance(std::uint32_t rank)
    {
        for (std::uint32_t& slot = m_next[rank]; slot < m_grid[rank].size(); ++slot) {
            const VPass pass = m_grid[rank][slot];
            if (pass == VPass::Idle)
                continue;
            const std::uint32_t microbatch = m_done[rank][indexOf(pass)];
            const std::optional<std::uint32_t> from = inputReady(pass, rank, microbatch);
            if (!from)
                return;
            ++m_done[rank][indexOf(pass)];
            m_places[rank][indexOf(pass)][microbatch] = move(pass, rank, microbatch, {*from, slot});
        }
    }

    /// One past the place of the pass's input; nothing if that is not known yet.
    [[nodiscard]] std::optional<std::uint32_t> inputReady(VPass pass, std::uint32_t rank,
                                                          std::uint32_t microbatch) const
    {
        if (isWeight(pass))
            return m_places[rank][indexOf(pass) - 2][microbatch] + 1;
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_grid.size();
        if (turns && pass == VPass::ForwardDown)
            return 0;
        const VPass input = turns ? static_cast<VPass>(indexOf(pass) - 1) : pass;
        // A backward is done with its W.
        const std::size_t last = indexOf(isInput(input) ? weightOf(input) : input);
        const std::uint32_t place = m_places[turns        ? rank
                                             : fromBefore ? rank - 1
                                                          : rank + 1][last][microbatch];
        return place == kNowhere ? std::nullopt : std::optional(place + 1);
    }

    struct Range
    {
        std::uint32_t from;
        std::uint32_t slot;
    };

    /// Moves the pass forward as far as it may go in the range; returns its new place.
    std::uint32_t move(VPass pass, std::uint32_t rank, std::uint32_t microbatch, Range range)
    {
        VRow& row = m_grid[rank];
        const std::uint32_t slot = range.slot;
        std::uint32_t from = range.from;
        if (microbatch > 0)
            from = std::max(from, m_places[rank][indexOf(pass)][microbatch - 1] + 1);
        from = idleFrom(row, from, slot);
        // A backward takes two slots.
        while (isInput(pass) && from < slot && (row[from] != VPass::Idle || row[from + 1] != VPass::Idle))
            ++from;
        if (isForward(pass))
            from = idleFrom(row, withinLimit(m_held[rank], from, slot), slot);
        if (from >= slot)
            return slot;
        std::swap(row[from], row[slot]);
        for (std::uint32_t s = from; s < slot; ++s)
            m_held[rank][s] += static_cast<std::uint32_t>(activationStep(pass));
        return from;
    }

    static std::uint32_t idleFrom(const VRow& row, std::uint32_t from, std::uint32_t to)
    {
        while (from < to && row[from] != VPass::Idle)
            ++from;
        return from;
    }

    /// First slot of [from, slot) from which on one more activation can be held until `slot`.
    [[nodiscard]] std::uint32_t withinLimit(const std::vector<std::uint32_t>& held, std::uint32_t from,
                                            std::uint32_t slot) const
    {
        while (slot > from && held[slot - 1] < m_limit)
            --slot;
        return slot;
    }

    VGrid m_grid;
    std::vector<std::uint32_t> m_next; ///< by rank: the first slot that was not looked at
    std::vector<std::array<std::uint32_t, kVPassKinds>> m_done;
    std::uint32_t m_limit = 0;
    std::vector<std::vector<std::uint32_t>> m_held; ///< activations after each slot
    std::vector<std::array<std::vector<std::uint32_t>, kVPassKinds>> m_places; ///< by rank, pass, microbatch
};

// The grid of slots is walked over, too: a microbatch's six, and the way of one through the pipeline.
std::uint64_t v1f1bCellBound(const Shape& shape)
{
    return shape.ranks *
           (std::uint64_t{kVBlockSlots} * shape.microbatches + std::uint64_t{12} * shape.ranks + 16);
}

Result<std::vector<Row>> buildOrder(const Shape& shape, const CostModel&, const CancelToken& cancel)
{
    const VGrid grid = Compaction(BlockWriter(shape.ranks).run(), shape.microbatches).run(cancel);
    return rowsOf(grid, shape, cancel, VBackward::Whole);
}

} // namespace

ScheduleDefinition vOneForwardOneBackwardDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "v1f1b";
    info.title = "V 1F1B";
    info.origin = "Qi et al., Pipeline Parallelism with Controllable Memory (2024); order of sail-sg's "
                  "zero-bubble scheduler";
    info.help = "Two stages on each rank in the shape of a V with unsplit backwards: about two thirds of the "
                "activation memory of 1F1B (three quarters with 4 or 8 ranks).";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(2)};
    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::V};
    zeroBubble.rules = {mostRanksRule()};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = v1f1bCellBound;
    zeroBubble.buildOrder = buildOrder;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace bubblescope
