// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"
#include "core/generate/slot_merge.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace bubblescope {

namespace {

/// Microbatch by microbatch, one direction's passes of every second stage of a rank. Time goes in columns, in
/// each of which a rank has room for a forward and then a backward. A group of microbatches, as many as there
/// are ranks, enters a stage in every second column, so each wave of it passes a rank within 2·ranks columns;
/// its next wave follows at once, then the next group. The other columns are for the stages between these:
/// there the wave runs the other way, so the two never meet in a column.
class WaveWalk
{
public:
    /// `firstStage`: the walk's first, for microbatch 0, in `firstColumn`. Stages rise for forwards and fall
    /// for backwards, 2·ranks at a time.
    WaveWalk(const Shape& shape, ActionKind kind, std::uint32_t firstStage, std::uint64_t firstColumn)
        : m_shape(shape)
        , m_firstStage(firstStage)
        , m_firstSlot(2 * firstColumn + (kind == ActionKind::Backward ? 1 : 0))
        , m_groupEnd(std::min(shape.ranks, shape.microbatches))
        , m_pass{m_firstSlot, firstStage, kind, 0}
    {}

    [[nodiscard]] const SlotPass& pass() const { return m_pass; }
    [[nodiscard]] bool isAtEnd() const { return m_groupBegin >= m_shape.microbatches; }
    void advance()
    {
        m_pass.slot += 2 * kColumnsBetweenMicrobatches;
        if (++m_pass.microbatch < m_groupEnd)
            return;
        const std::uint32_t stagesOfWave = 2 * m_shape.ranks;
        ++m_wave;
        if (++m_waveOfGroup < m_shape.stagesPerRank / 2) {
            m_pass.stage += m_pass.kind == ActionKind::Forward ? stagesOfWave : 0U - stagesOfWave;
        } else {
            m_waveOfGroup = 0;
            m_pass.stage = m_firstStage;
            m_groupBegin += m_shape.ranks;
            m_groupEnd = std::min(m_groupBegin + m_shape.ranks, m_shape.microbatches);
        }
        m_pass.slot = m_firstSlot + 2 * m_wave * stagesOfWave;
        m_pass.microbatch = m_groupBegin;
    }

private:
    static constexpr std::uint64_t kColumnsBetweenMicrobatches = 2;

    const Shape& m_shape;
    std::uint32_t m_firstStage;
    std::uint64_t m_firstSlot;
    std::uint64_t m_wave = 0;
    std::uint32_t m_waveOfGroup = 0;
    std::uint32_t m_groupBegin = 0;
    std::uint32_t m_groupEnd;
    SlotPass m_pass;
};

std::uint64_t actionsOfRank(const Shape& shape)
{
    return std::uint64_t{2} * shape.stagesPerRank * shape.microbatches;
}

std::uint64_t hanayoCellBound(const Shape& shape)
{
    return shape.ranks * actionsOfRank(shape);
}

/// Every pass is one column after the pass that it waits for, but the last stage's backward is in the column
/// of its forward. So the columns prove that the order runs, whatever the costs.
Row hanayoBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t down = rank.value;
    const std::uint32_t up = 2 * shape.ranks - 1 - rank.value;
    const std::uint32_t toLastWave = shape.ranks * (shape.stagesPerRank - 2);
    const std::uint64_t turn = shape.stageCount() - 1;
    RowWriter row(shape, actionsOfRank(shape), 0, cancel);
    std::array walks{WaveWalk(shape, ActionKind::Forward, down, down),
                     WaveWalk(shape, ActionKind::Forward, up, up),
                     WaveWalk(shape, ActionKind::Backward, toLastWave + up, turn + down),
                     WaveWalk(shape, ActionKind::Backward, toLastWave + down, turn + up)};
    writeBySlot(row, walks);
    return row.take();
}

Rule wholeWaves()
{
    return {kStagesPerRankKey, [](const Shape& shape) { return shape.stagesPerRank % 2 == 0; },
            [](const Shape&) {
                return Sentence({"generate.even-number-two-each", "an even number: two for each wave"});
            }};
}

ParameterSpec stagesOfWaves()
{
    ParameterSpec spec = anyStagesPerRank();
    spec.rule = "an even number: two for each wave";
    spec.minimum = 2;
    return spec;
}

} // namespace

ScheduleDefinition hanayoDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "hanayo";
    info.title = "Hanayo";
    info.origin = "Liu et al., Hanayo (2023): from the paper";
    info.help = "From the paper. The paper does not publish the order as a list. One pipeline runs over the "
                "ranks in waves, forth and back, with two stages on each rank for each wave. This order is "
                "1F1B over the waves: after its warm-up, a rank alternates forwards and backwards, and the "
                "microbatches come in groups as large as the number of ranks. If all groups are complete and "
                "transfers take no time, a rank idles for 2*(ranks-1) passes of a stage, each as long as the "
                "longer of forward and backward, for any number of groups; more waves make the stages "
                "shorter and so the bubbles smaller. A short last group adds to that, but no rank idles "
                "longer than in 1F1B, and none keeps more activations than the first rank of 1F1B.";
    info.parameters = {ranksParameter(), microbatchesParameter(), stagesOfWaves()};

    Variant paper;
    paper.name = "paper";
    paper.placements = {PlacementKind::V};
    paper.rules = {wholeWaves()};
    paper.writesBubbles = false;
    paper.cellBound = hanayoCellBound;
    paper.buildRow = hanayoBuildRow;
    definition.variants = {paper};
    return definition;
}

} // namespace bubblescope
