// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/group_slots.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>
#include <queue>
#include <vector>

namespace bubblescope {

namespace {

constexpr const char* kGroupSize = "group_size";

std::uint64_t groupInterleaved1f1bCellBound(const Shape& shape)
{
    return std::uint64_t{3} * shape.stageCount() * shape.microbatches;
}

GroupPattern patternOf(const Shape& shape)
{
    // A larger group than all microbatches changes nothing.
    return {shape.ranks, shape.stagesPerRank,
            static_cast<std::uint64_t>(
                std::min<std::int64_t>(shape.integer(kGroupSize).value_or(shape.ranks), shape.microbatches))};
}

/// Walks through one direction's actions of a rank in the order of their slots.
class SlotWalk
{
public:
    enum class Direction : std::uint8_t { Forwards, Backwards };

    SlotWalk(const Shape& shape, RankId rank, const GroupPattern& pattern, Direction direction)
        : m_shape(shape)
        , m_rank(rank.value)
        , m_pattern(pattern)
        , m_direction(direction)
    {
        for (std::uint32_t turn = 0; turn < shape.stagesPerRank; ++turn)
            m_blocks.push({pattern.block(turn), turn, 0});
        enterBlock();
    }

    [[nodiscard]] bool isAtEnd() const { return m_blocks.empty(); }
    [[nodiscard]] std::uint64_t slot() const { return m_slot; }
    [[nodiscard]] std::uint32_t microbatch() const { return m_microbatch; }
    [[nodiscard]] std::uint32_t stage() const { return m_stage; }

    void next()
    {
        ++m_slot;
        if (++m_microbatch < m_end)
            return;
        Block block = m_blocks.top();
        m_blocks.pop();
        block.number += m_shape.stagesPerRank;
        block.firstMicrobatch = m_end;
        if (m_end < m_shape.microbatches)
            m_blocks.push(block);
        enterBlock();
    }

private:
    struct Block
    {
        std::uint64_t number;
        std::uint32_t turn; ///< of the chunk in its direction
        std::uint32_t firstMicrobatch;

        bool operator>(const Block& other) const { return number > other.number; }
    };

    void enterBlock()
    {
        if (m_blocks.empty())
            return;
        const Block& block = m_blocks.top();
        const std::uint32_t chunk =
            m_direction == Direction::Forwards ? block.turn : m_shape.stagesPerRank - 1 - block.turn;
        m_slot = block.number * m_pattern.groupSize;
        m_stage = chunk * m_shape.ranks + m_rank;
        m_microbatch = block.firstMicrobatch;
        m_end = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(m_shape.microbatches, block.firstMicrobatch + m_pattern.groupSize));
    }

    const Shape& m_shape;
    std::uint32_t m_rank;
    GroupPattern m_pattern;
    Direction m_direction;
    std::priority_queue<Block, std::vector<Block>, std::greater<>> m_blocks; ///< the next of each chunk
    std::uint64_t m_slot = 0;
    std::uint32_t m_stage = 0;
    std::uint32_t m_microbatch = 0;
    std::uint32_t m_end = 0;
};

Row groupInterleaved1f1bBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const GroupPattern pattern = patternOf(shape);
    RowWriter row(shape, std::uint64_t{3} * shape.stagesPerRank * shape.microbatches, 0, cancel);
    SlotWalk forwards(shape, rank, pattern, SlotWalk::Direction::Forwards);
    SlotWalk backwards(shape, rank, pattern, SlotWalk::Direction::Backwards);
    // The last rank runs its first backward in the slot of the forward that it needs.
    const std::uint64_t firstBackward =
        pattern.block(shape.stagesPerRank - 1) * pattern.groupSize + shape.ranksAfter(rank);
    while (!backwards.isAtEnd()) {
        if (!forwards.isAtEnd() && forwards.slot() <= firstBackward + backwards.slot()) {
            row.forward(forwards.stage(), forwards.microbatch());
            forwards.next();
            continue;
        }
        row.add(backwards.stage(), ActionKind::BackwardInput, backwards.microbatch());
        row.add(backwards.stage(), ActionKind::BackwardWeight, backwards.microbatch());
        backwards.next();
    }
    return row.take();
}

} // namespace

ScheduleDefinition groupInterleavedDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "group-interleaved-1f1b";
    info.title = "Group-interleaved 1F1B";
    info.aliases = {"group_interleaved_1f1b"};
    info.origin = "group_interleaved_1f1b of sail-sg/zero-bubble-pipeline-parallelism";
    info.help =
        "Interleaved 1F1B whose groups of microbatches may be smaller than the number of ranks. Each chunk "
        "runs one group before the next chunk does, so a smaller group keeps fewer activations but needs a "
        "longer warm-up. Each backward is an input gradient followed by its weight gradient.";
    info.parameters = {ranksParameter(), microbatchesParameter(), anyStagesPerRank(),
                       integerParameter(kGroupSize, "Group size",
                                        "Microbatches that a chunk runs before the next chunk starts.",
                                        "at least 1, or auto: the number of ranks", 1, kMostMicrobatches,
                                        kAutomaticValue)};

    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::Loop};
    zeroBubble.options = {kGroupSize};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = groupInterleaved1f1bCellBound;
    zeroBubble.buildRow = groupInterleaved1f1bBuildRow;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace bubblescope
