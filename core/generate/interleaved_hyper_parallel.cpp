// SPDX-License-Identifier: Apache-2.0
#include "core/generate/interleaved_hyper_parallel.h"

#include "core/generate/rounds.h"
#include "core/generate/row_writer.h"

namespace bubblescope {

namespace {

constexpr std::uint32_t kInterleavedHyperParallelWarmUpALaterRank = 2;

std::uint64_t turnBubbles(const Shape& shape, RankId rank)
{
    const std::uint64_t after = shape.ranksAfter(rank);
    return after + (2 * after > shape.microbatches ? 2 * after - shape.microbatches : 0);
}

/// Cells by which a round with fewer microbatches than ranks is too short for its own way back.
std::uint64_t missingMicrobatches(const Shape& shape)
{
    return shape.ranks > shape.microbatches ? shape.ranks - shape.microbatches : 0;
}

std::uint64_t interleavedHyperParallelBubbleBound(const Shape& shape)
{
    const std::uint64_t warmUp = warmUpForwards(shape, RankId{0}, kInterleavedHyperParallelWarmUpALaterRank);
    return std::uint64_t{4} * shape.ranks + warmUp +
           std::uint64_t{2} * shape.stagesPerRank * missingMicrobatches(shape);
}

std::uint64_t interleavedHyperParallelCellBound(const Shape& shape)
{
    return shape.ranks *
           (2 * passesOfRank(shape) + (shape.padded ? interleavedHyperParallelBubbleBound(shape) : 0));
}

class InterleavedRow
{
public:
    InterleavedRow(const Shape& shape, RankId rank, const CancelToken& cancel)
        : m_shape(shape)
        , m_rank(rank)
        , m_warmUp(warmUpForwards(shape, rank, kInterleavedHyperParallelWarmUpALaterRank))
        , m_row(shape, 2 * passesOfRank(shape), interleavedHyperParallelBubbleBound(shape), cancel)
        , m_forwards(shape, rank, PassWalk::Direction::Forwards)
        , m_backwards(shape, rank, PassWalk::Direction::Backwards)
    {}

    [[nodiscard]] Row build()
    {
        m_row.bubbles(m_rank.value);
        warmUp();
        m_row.bubbles(turnBubbles(m_shape, m_rank));
        if (const std::uint64_t pairs = passesOfRank(m_shape) - m_warmUp; pairs > 0)
            m_shape.isOn("overlap_b_f") ? overlappedSteady(pairs) : steady(pairs);
        for (std::uint64_t k = 0; k < m_warmUp; ++k) {
            m_row.bubbles();
            fillShortRound(backward());
        }
        return m_row.take();
    }

private:
    bool isLastRank() const { return m_shape.ranksAfter(m_rank) == 0; }

    /// After the last microbatch of a short round, the cells of those that are missing.
    void fillShortRound(const PassWalk::Pass& pass)
    {
        if (pass.microbatch + 1 == m_shape.microbatches)
            m_row.bubbles(missingMicrobatches(m_shape));
    }

    PassWalk::Pass forward(CellRole role = CellRole::Single)
    {
        const PassWalk::Pass pass = m_forwards.next();
        m_row.add(pass.stage, ActionKind::Forward, pass.microbatch, role);
        return pass;
    }

    PassWalk::Pass backward(CellRole role = CellRole::Single)
    {
        const PassWalk::Pass pass = m_backwards.next();
        m_row.add(pass.stage, ActionKind::Backward, pass.microbatch, role);
        return pass;
    }

    void warmUp()
    {
        for (std::uint64_t k = 0; k < m_warmUp; ++k) {
            const PassWalk::Pass pass = forward();
            if (k + 1 < m_warmUp || isLastRank())
                fillShortRound(pass);
        }
    }

    void steady(std::uint64_t pairs)
    {
        for (std::uint64_t k = 0; k < pairs; ++k) {
            forward();
            const PassWalk::Pass pass = backward();
            if (isLastRank())
                fillShortRound(pass);
        }
    }

    void overlappedSteady(std::uint64_t pairs)
    {
        forward();
        for (std::uint64_t k = 1; k < pairs; ++k) {
            backward(CellRole::OverlapBackwardForward);
            forward(CellRole::OverlapContinued);
        }
        const PassWalk::Pass pass = backward();
        if (isLastRank())
            fillShortRound(pass);
    }

    const Shape& m_shape;
    RankId m_rank;
    std::uint64_t m_warmUp;
    RowWriter m_row;
    PassWalk m_forwards;
    PassWalk m_backwards;
};

Row interleavedHyperParallelBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    return InterleavedRow(shape, rank, cancel).build();
}

} // namespace

Variant interleavedHyperParallel()
{
    Variant variant;
    variant.name = "hyper-parallel";
    variant.help = "Same order as torch for the numbers of microbatches that torch takes. Takes any number: "
                   "a remainder is spread over the first rounds, and fewer microbatches than ranks make one "
                   "round. Can run each steady backward together with the forward after it. In a V its ranks "
                   "would wait for each other, so it takes only the loop.";
    variant.placements = {PlacementKind::Loop};
    variant.options = {"overlap_b_f"};
    variant.cellBound = interleavedHyperParallelCellBound;
    variant.buildRow = interleavedHyperParallelBuildRow;
    return variant;
}

} // namespace bubblescope
