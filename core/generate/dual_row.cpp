// SPDX-License-Identifier: Apache-2.0
#include "core/generate/dual_row.h"

#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bubblescope {

namespace {

/// From which pair of the cool-down on the backward of each of the two stages is split.
struct SplitPairs
{
    std::uint32_t nearer;
    std::uint32_t farther;
    bool splitsLast; ///< the backwards behind the pairs
};

SplitPairs splitPairs(const DualRank& rank)
{
    const std::uint32_t pairs = rank.before + 1;
    const std::uint32_t middle = pairs / 2;
    const bool isOdd = rank.before % 2 == 1;
    if (rank.split == CoolDownSplit::DeepSeek)
        return {middle, isOdd ? middle : middle + 1, true};
    if (rank.split == CoolDownSplit::None || rank.before == 0)
        return {pairs, pairs, false};
    return {isOdd ? pairs : middle, isOdd ? middle : pairs, true};
}

std::uint64_t splitBackwards(const DualRank& rank)
{
    const SplitPairs split = splitPairs(rank);
    const std::uint32_t pairs = rank.before + 1;
    return std::uint64_t{rank.after} * (split.splitsLast ? 2 : 1) + (pairs - split.nearer) +
           (pairs - split.farther);
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
        , m_row(shape, actions(rank), 0, cancel)
        , m_fuses(rank.fuses)
        , m_writesWhole(rank.writesWhole)
    {
        m_open.reserve(static_cast<std::size_t>(splitBackwards(rank)));
    }

    void forward(Stage& stage) { m_row.forward(stage.number, stage.nextForward++); }
    void backward(Stage& stage) { backward(stage, CellRole::Single); }
    void input(Stage& stage)
    {
        m_open.push_back({stage.nextBackward, stage.number});
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
                  m_fuses ? CellRole::OverlapForwardBackward : CellRole::Single);
        backward(backwardStage, m_fuses ? CellRole::OverlapContinued : CellRole::Single);
    }
    /// The order of the open weight gradients becomes that of microbatches, then stages.
    void sortOpen() { std::sort(m_open.begin() + static_cast<std::ptrdiff_t>(m_nextOpen), m_open.end()); }
    [[nodiscard]] bool hasOpen() const { return m_nextOpen < m_open.size(); }
    [[nodiscard]] Row take() { return m_row.take(); }

    Stage nearer;
    Stage farther;

private:
    struct Open
    {
        std::uint32_t microbatch;
        std::uint32_t stage;
        auto operator<=>(const Open&) const = default;
    };

    static std::uint64_t actions(const DualRank& rank)
    {
        const std::uint64_t passes = rank.writesWhole ? 4 : 6;
        return passes * rank.microbatches + (rank.writesWhole ? splitBackwards(rank) : 0);
    }

    void backward(Stage& stage, CellRole role)
    {
        const std::uint32_t microbatch = stage.nextBackward++;
        if (m_writesWhole) {
            m_row.add(stage.number, ActionKind::Backward, microbatch, role);
            return;
        }
        m_row.add(stage.number, ActionKind::BackwardInput, microbatch, role);
        m_row.add(stage.number, ActionKind::BackwardWeight,
                  microbatch); // needs the I, so in no block with it
    }

    RowWriter m_row;
    bool m_fuses;
    bool m_writesWhole;
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
    const SplitPairs split = splitPairs(rank);
    for (std::uint32_t i = 0; i <= rank.before; ++i) {
        i >= split.farther ? row.input(row.farther) : row.backward(row.farther);
        i >= split.nearer ? row.input(row.nearer) : row.backward(row.nearer);
    }
    for (std::uint32_t k = 0; k < rank.after; ++k) {
        if (rank.split == CoolDownSplit::DeepSeek)
            row.weight();
        split.splitsLast ? row.input(row.nearer) : row.backward(row.nearer);
    }
    if (rank.split == CoolDownSplit::Jaxpp)
        row.sortOpen();
    while (row.hasOpen())
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
