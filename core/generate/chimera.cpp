// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/mirror_rules.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"
#include "core/generate/slot_merge.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

/// The microbatches of one direction: units of half as many as there are ranks, dealt to the directions in
/// turn, the downward one first.
std::uint32_t microbatchesDown(const Shape& shape)
{
    const std::uint32_t rest = shape.microbatches % shape.ranks;
    return shape.microbatches / shape.ranks * (shape.ranks / 2) + std::min(rest, shape.ranks / 2);
}

/// The passes of one kind and direction over a rank, in the paper's grid: microbatches of a unit are two
/// slots apart, units twice the ranks.
class DirectionWalk
{
public:
    struct Microbatches
    {
        std::uint32_t first;
        std::uint32_t count;
    };

    DirectionWalk(const Shape& shape, ActionKind kind, std::uint32_t stage, Microbatches microbatches)
        : m_pass{isForward(kind) ? stage : 2 * shape.ranks - 1 - stage, stage, kind, microbatches.first}
        , m_left(microbatches.count)
        , m_unit(shape.ranks / 2)
        , m_leftOfUnit(m_unit)
    {}

    [[nodiscard]] const SlotPass& pass() const { return m_pass; }
    [[nodiscard]] bool isAtEnd() const { return m_left == 0; }
    void advance()
    {
        --m_left;
        ++m_pass.microbatch;
        m_pass.slot += 2;
        if (--m_leftOfUnit > 0)
            return;
        // The other kind's and direction's passes fill the slots between two units.
        m_leftOfUnit = m_unit;
        m_pass.slot += std::uint64_t{2} * m_unit;
    }

private:
    SlotPass m_pass;
    std::uint32_t m_left;
    std::uint32_t m_unit;
    std::uint32_t m_leftOfUnit;
};

std::uint64_t bubbleBound(const Shape& shape)
{
    return shape.padded ? std::uint64_t{4} * shape.ranks : 0;
}

std::uint64_t cellBound(const Shape& shape)
{
    return shape.ranks * (std::uint64_t{2} * shape.microbatches + bubbleBound(shape));
}

Row buildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t down = microbatchesDown(shape);
    const DirectionWalk::Microbatches downward{0, down};
    const DirectionWalk::Microbatches upward{down, shape.microbatches - down};
    const std::uint32_t upStage = shape.ranksAfter(rank);
    std::array walks{DirectionWalk(shape, ActionKind::Forward, rank.value, downward),
                     DirectionWalk(shape, ActionKind::Backward, rank.value, downward),
                     DirectionWalk(shape, ActionKind::Forward, upStage, upward),
                     DirectionWalk(shape, ActionKind::Backward, upStage, upward)};
    RowWriter row(shape, std::uint64_t{2} * shape.microbatches, bubbleBound(shape), cancel);
    writeBySlot(row, walks);
    return row.take();
}

} // namespace

ScheduleDefinition chimeraDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "chimera";
    info.title = "Chimera";
    info.origin = "Li and Hoefler, Chimera (2021): from the paper";
    info.help = "From the paper. Two pipelines in opposite directions: rank r holds stage r of one and stage "
                "ranks-1-r of the other, so every stage is on two ranks. Half as many microbatches as there "
                "are ranks go down, then as many up, and so on. If a forward takes as long as a backward, "
                "the two never meet: a microbatch turns around on its last stage at once, and the next ones "
                "come in as the first ones leave. If the number of microbatches is a multiple of the ranks, "
                "a rank idles in ranks-2 slots, however many microbatches there are. No rank keeps more "
                "activations than there are ranks. Its bubbles (padded) show that grid of slots.";
    info.parameters = {evenRanksParameter(), microbatchesParameter(), fixedStagesPerRank(2)};

    Variant paper;
    paper.name = "paper";
    paper.placements = {PlacementKind::Mirror};
    paper.rules = {evenRanksRule()};
    paper.cellBound = cellBound;
    paper.buildRow = buildRow;
    definition.variants = {paper};
    return definition;
}

} // namespace bubblescope
