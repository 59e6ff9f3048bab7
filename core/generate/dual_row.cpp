// SPDX-License-Identifier: Apache-2.0
#include "core/generate/dual_row.h"

#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <cstddef>

namespace bubblescope {

namespace {

/// In the first part of the cool-down the backwards of both stages are whole, then they are split.
struct CoolDownSplit
{
    std::uint32_t nearer; ///< from this one on the backward of the nearer stage is split
    std::uint32_t farther;

    explicit CoolDownSplit(std::uint32_t before)
        : nearer((before + 1) / 2)
        , farther(before % 2 == 1 ? nearer : nearer + 1)
    {}
};

std::uint64_t splitBackwards(const DualRank& rank)
{
    const CoolDownSplit split(rank.before);
    return std::uint64_t{2} * rank.after + (rank.before + 1 - split.nearer) +
           (rank.before + 1 - split.farther);
}

/// A backward, split or not, takes the stage's next microbatch, a weight gradient the oldest split one of
/// both stages.
class DualRow
{
public:
    using Stage = DualRank::Stage;

    DualRow(const Shape& shape, const DualRank& rank, const CancelToken& cancel)
        : nearer(rank.nearer)
        , farther(rank.farther)
        , m_row(shape, std::uint64_t{4} * rank.microbatches + splitBackwards(rank), 0, cancel)
    {
        m_open.reserve(static_cast<std::size_t>(splitBackwards(rank)));
    }

    void forward(Stage& stage) { m_row.forward(stage.number, stage.nextForward++); }
    void backward(Stage& stage) { m_row.backward(stage.number, stage.nextBackward++); }
    void input(Stage& stage)
    {
        m_open.push_back({stage.number, stage.nextBackward});
        m_row.add(stage.number, ActionKind::BackwardInput, stage.nextBackward++);
    }
    void weight()
    {
        if (m_nextOpen == m_open.size())
            return;
        const Open& oldest = m_open[m_nextOpen++];
        m_row.add(oldest.stage, ActionKind::BackwardWeight, oldest.microbatch);
    }
    void overlap(Stage& forwardStage, Stage& backwardStage)
    {
        m_row.add(forwardStage.number, ActionKind::Forward, forwardStage.nextForward++,
                  CellRole::OverlapForwardBackward);
        m_row.add(backwardStage.number, ActionKind::Backward, backwardStage.nextBackward++,
                  CellRole::OverlapContinued);
    }
    [[nodiscard]] Row take() { return m_row.take(); }

    Stage nearer;
    Stage farther;

private:
    struct Open
    {
        std::uint32_t stage;
        std::uint32_t microbatch;
    };

    RowWriter m_row;
    std::vector<Open>
        m_open; ///< split backwards in order; those before m_nextOpen have their weight gradient
    std::size_t m_nextOpen = 0;
};

void warmUp(DualRow& row, const DualRank& rank)
{
    for (std::uint32_t k = 0; k < 2 * rank.after; ++k)
        row.forward(row.nearer);
    for (std::uint32_t k = 0; k <= rank.before; ++k) {
        row.forward(row.nearer);
        row.forward(row.farther);
    }
    for (std::uint32_t k = 0; k < rank.after; ++k) {
        row.input(row.farther);
        row.weight();
        row.forward(row.farther);
    }
}

void steady(DualRow& row, const DualRank& rank)
{
    for (std::uint32_t k = 0; k < rank.pairs; ++k) {
        // At the turn the first backward has only just got its input, so DeepSeek runs the two in turn.
        if (k == 0 && rank.after == 0 && !rank.fusesFirst) {
            row.forward(row.nearer);
            row.backward(row.farther);
        } else {
            row.overlap(row.nearer, row.farther);
        }
        row.overlap(row.farther, row.nearer);
    }
    for (std::uint32_t k = 0; k < rank.after; ++k) {
        row.backward(row.farther);
        row.overlap(row.farther, row.nearer);
    }
}

void coolDown(DualRow& row, const DualRank& rank)
{
    const CoolDownSplit split(rank.before);
    for (std::uint32_t i = 0; i <= rank.before; ++i) {
        i >= split.farther ? row.input(row.farther) : row.backward(row.farther);
        i >= split.nearer ? row.input(row.nearer) : row.backward(row.nearer);
    }
    for (std::uint32_t k = 0; k < rank.after; ++k) {
        row.weight();
        row.input(row.nearer);
    }
    for (std::uint32_t k = 0; k <= rank.before; ++k)
        row.weight();
}

} // namespace

Row dualRow(const Shape& shape, const DualRank& rank, const CancelToken& cancel)
{
    DualRow row(shape, rank, cancel);
    warmUp(row, rank);
    steady(row, rank);
    coolDown(row, rank);
    return row.take();
}

ParameterSpec fuseFirstParameter()
{
    return switchParameter(
        kFuseFirstKey, "Overlap the first pair",
        "Also overlap the first forward and backward of the ranks at the turn, as that project did in 2025.",
        "only in variant pp-schedule-visualization");
}

} // namespace bubblescope
