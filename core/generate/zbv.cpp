// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::uint32_t kActionsAMicrobatch = 6; // F, I and W of both stages

/// Microbatches for which the order is laid out; those that do not exist become bubbles.
std::uint32_t laidOut(const Shape& shape)
{
    return std::max(2 * shape.ranks - 1, shape.microbatches);
}

// Cells of microbatches that do not exist are walked over, so they count in either form.
std::uint64_t zbvCellBound(const Shape& shape)
{
    const std::uint64_t cells = std::uint64_t{kActionsAMicrobatch} * laidOut(shape);
    return shape.ranks * (cells + (shape.padded ? shape.ranks : 0));
}

/// One of the rank's two stages: takes the next unused microbatch of each kind.
class StageQueue
{
public:
    StageQueue(RowWriter& row, std::uint32_t stage, std::uint32_t microbatches)
        : m_row(row)
        , m_stage(stage)
        , m_microbatches(microbatches)
    {}

    void forward() { emit(ActionKind::Forward, m_forwards); }
    void input() { emit(ActionKind::BackwardInput, m_inputs); }
    void weight() { emit(ActionKind::BackwardWeight, m_weights); }
    [[nodiscard]] std::uint32_t forwards() const { return m_forwards; }
    [[nodiscard]] bool weightIsOpen() const { return m_weights < m_inputs; }

private:
    void emit(ActionKind kind, std::uint32_t& counter)
    {
        const std::uint32_t microbatch = counter++;
        if (microbatch < m_microbatches)
            m_row.add(m_stage, kind, microbatch);
        else
            m_row.bubbles();
    }

    RowWriter& m_row;
    std::uint32_t m_stage;
    std::uint32_t m_microbatches;
    std::uint32_t m_forwards = 0;
    std::uint32_t m_inputs = 0;
    std::uint32_t m_weights = 0;
};

/// `down` is the rank's stage on the way to the last rank, `up` the one on the way back.
void warmUp(StageQueue& down, StageQueue& up, std::uint32_t rank, std::uint32_t ranks)
{
    for (std::uint32_t k = 0; k < 2 * (ranks - rank) - 1; ++k)
        down.forward();
    for (std::uint32_t k = 0; k < rank; ++k) {
        up.forward();
        down.forward();
    }
    for (std::uint32_t k = rank; k < ranks; ++k) {
        up.forward();
        up.input();
        up.weight();
    }
}

void steady(StageQueue& down, StageQueue& up, std::uint32_t microbatches)
{
    while (up.forwards() < down.forwards() || down.forwards() < microbatches) {
        if (down.forwards() < microbatches)
            down.forward();
        down.input();
        down.weight();
        up.forward();
        up.input();
        up.weight();
    }
}

void coolDown(StageQueue& down, StageQueue& up, std::uint32_t rank, std::uint32_t ranks)
{
    for (std::uint32_t k = 0; k < rank; ++k) {
        down.input();
        up.input();
    }
    for (std::uint32_t k = rank; k < ranks; ++k) {
        down.input();
        down.weight();
    }
    while (up.weightIsOpen())
        up.weight();
    while (down.weightIsOpen())
        down.weight();
}

Row zbvBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t count = laidOut(shape);
    RowWriter row(shape, std::uint64_t{kActionsAMicrobatch} * shape.microbatches,
                  rank.value + std::uint64_t{kActionsAMicrobatch} * (count - shape.microbatches), cancel);
    row.bubbles(rank.value);
    StageQueue down(row, rank.value, shape.microbatches);
    StageQueue up(row, 2 * shape.ranks - 1 - rank.value, shape.microbatches);
    warmUp(down, up, rank.value, shape.ranks);
    steady(down, up, count);
    coolDown(down, up, rank.value, shape.ranks);
    return row.take();
}

} // namespace

ScheduleDefinition zbvDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "zbv";
    info.title = "ZBV";
    info.aliases = {"ZBVZeroBubble", "ScheduleZBVZeroBubble"};
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023), Section 6; order of PyTorch's "
                  "ScheduleZBVZeroBubble";
    info.help =
        "Two stages on each rank in the shape of a V: the first rank holds the first and the last stage. The "
        "backward is split, and with equal times for forward, input and weight gradient there are no "
        "bubbles between a rank's first and last action, with the activation memory of 1F1B.";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(2)};

    Variant torch;
    torch.placements = {PlacementKind::V};
    torch.cellBound = zbvCellBound;
    torch.buildRow = zbvBuildRow;
    Variant d9d = torch;
    d9d.name = "d9d";
    d9d.help = "Same order as torch; its generator writes no bubbles.";
    d9d.writesBubbles = false;
    definition.variants = {torch, d9d};
    return definition;
}

ScheduleDefinition zbvHandcraftedDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "zbv-handcrafted";
    info.title = "ZBV (handcrafted)";
    info.aliases = {"zbv_handcrafted"};
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023), Section 6; handcrafted_zb_v of "
                  "sail-sg/zero-bubble-pipeline-parallelism, branch legacy-main";
    info.help =
        "ZBV as its authors wrote it by hand, for any costs: built for at least 2 · ranks - 1 microbatches; "
        "extra microbatches are then left out. The order is that of zbv; zbv-auto makes one for given costs.";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(2)};

    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::V};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = zbvCellBound;
    zeroBubble.buildRow = zbvBuildRow;
    definition.variants = {zeroBubble};
    return definition;
}

} // namespace bubblescope
