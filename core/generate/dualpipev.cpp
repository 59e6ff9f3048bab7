// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <cstddef>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// In the first part of the cool-down the backwards of both stages are whole, then they are split.
struct CoolDownSplit
{
    std::uint32_t down; ///< from this one on the backward of the downward stage is split
    std::uint32_t up;

    explicit CoolDownSplit(std::uint32_t rank) : down((rank + 1) / 2), up(rank % 2 == 1 ? down : down + 1) {}
};

std::uint64_t splitBackwards(const Shape& shape, RankId rank)
{
    const CoolDownSplit split(rank.value);
    return std::uint64_t{2} * shape.ranksAfter(rank) + (rank.value + 1 - split.down) +
           (rank.value + 1 - split.up);
}

std::uint64_t cellBound(const Shape& shape)
{
    return shape.ranks * (std::uint64_t{4} * shape.microbatches + std::uint64_t{2} * shape.ranks);
}

/// The rank's two stages; a backward, split or not, takes the stage's next microbatch, a weight gradient the
/// oldest split one.
class DualRow
{
public:
    struct Stage
    {
        std::uint32_t number = 0;
        std::uint32_t forwards = 0;
        std::uint32_t backwards = 0;
    };

    DualRow(const Shape& shape, RankId rank, const CancelToken& cancel)
        : down{rank.value}
        , up{2 * shape.ranks - 1 - rank.value}
        , m_row(shape, std::uint64_t{4} * shape.microbatches + splitBackwards(shape, rank), 0, cancel)
    {
        m_open.reserve(static_cast<std::size_t>(splitBackwards(shape, rank)));
    }

    void forward(Stage& stage) { m_row.forward(stage.number, stage.forwards++); }
    void backward(Stage& stage) { m_row.backward(stage.number, stage.backwards++); }
    void input(Stage& stage)
    {
        m_open.push_back({stage.number, stage.backwards});
        m_row.add(stage.number, ActionKind::BackwardInput, stage.backwards++);
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
        m_row.add(forwardStage.number, ActionKind::Forward, forwardStage.forwards++,
                  CellRole::OverlapForwardBackward);
        m_row.add(backwardStage.number, ActionKind::Backward, backwardStage.backwards++,
                  CellRole::OverlapContinued);
    }
    [[nodiscard]] Row take() { return m_row.take(); }

    Stage down; ///< on the way to the last rank
    Stage up;   ///< on the way back

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

void warmUp(DualRow& row, std::uint32_t rank, std::uint32_t after)
{
    for (std::uint32_t k = 0; k < 2 * after; ++k)
        row.forward(row.down);
    for (std::uint32_t k = 0; k <= rank; ++k) {
        row.forward(row.down);
        row.forward(row.up);
    }
    for (std::uint32_t k = 0; k < after; ++k) {
        row.input(row.up);
        row.weight();
        row.forward(row.up);
    }
}

void steady(DualRow& row, std::uint32_t pairs, std::uint32_t after)
{
    for (std::uint32_t k = 0; k < pairs; ++k) {
        // The last rank's first backward needs the forward right before it, so they cannot overlap.
        if (k == 0 && after == 0) {
            row.forward(row.down);
            row.backward(row.up);
        } else {
            row.overlap(row.down, row.up);
        }
        row.overlap(row.up, row.down);
    }
    for (std::uint32_t k = 0; k < after; ++k) {
        row.backward(row.up);
        row.overlap(row.up, row.down);
    }
}

void coolDown(DualRow& row, std::uint32_t rank, std::uint32_t after)
{
    const CoolDownSplit split(rank);
    for (std::uint32_t i = 0; i <= rank; ++i) {
        i >= split.up ? row.input(row.up) : row.backward(row.up);
        i >= split.down ? row.input(row.down) : row.backward(row.down);
    }
    for (std::uint32_t k = 0; k < after; ++k) {
        row.weight();
        row.input(row.down);
    }
    for (std::uint32_t k = 0; k <= rank; ++k)
        row.weight();
}

Row buildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t after = shape.ranksAfter(rank);
    DualRow row(shape, rank, cancel);
    warmUp(row, rank.value, after);
    steady(row, shape.microbatches - 2 * shape.ranks + rank.value + 1, after);
    coolDown(row, rank.value, after);
    return row.take();
}

Rule oneMicrobatchAStage()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches >= 2 * shape.ranks; },
            [](const Shape& shape) { return fmt::format("at least twice the ranks ({})", 2 * shape.ranks); }};
}

} // namespace

ScheduleDefinition dualPipeVDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "dualpipev";
    info.title = "DualPipeV";
    info.aliases = {"ScheduleDualPipeV"};
    info.origin = "DeepSeek, DualPipe (2025), cut in half to a V; order of PyTorch's ScheduleDualPipeV";
    info.help =
        "Two stages on each rank in the shape of a V. In the steady part a forward of one stage overlaps the "
        "backward of the other, so that the communication of each hides behind the computation of the "
        "other; weight gradients are split off where they fill bubbles.";
    info.parameters = {ranksParameter(), microbatchesParameter("at least twice the number of ranks"),
                       fixedStagesPerRank(2)};

    Variant torch;
    torch.placements = {PlacementKind::V};
    torch.rules = {oneMicrobatchAStage()};
    torch.cellBound = cellBound;
    torch.buildRow = buildRow;
    Variant d9d = torch;
    d9d.name = "d9d";
    d9d.writesBubbles = false;
    definition.variants = {torch, d9d};
    return definition;
}

} // namespace bubblescope
