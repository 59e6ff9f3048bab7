// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"
#include "core/generate/slot_merge.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

/// Every second slot of a rank. In a window of twice as many slots as there are ranks it passes one group of
/// microbatches, as many as there are ranks; then comes the next wave over the rank, forwards before
/// backwards, then the next group. The two walks of a rank use the odd and the even slots: one goes down the
/// ranks with forwards and backwards, the other up.
class WaveWalk
{
public:
    /// `firstStage`: of the stages that the walk runs forwards, which are 2·ranks apart. `lastStage`: of
    /// those that it runs backwards, the one of the last wave.
    WaveWalk(const Shape& shape, std::uint32_t firstStage, std::uint32_t lastStage)
        : m_shape(shape)
        , m_firstSlot(firstStage)
        , m_firstStage(firstStage)
        , m_lastStage(lastStage)
        , m_waves(shape.stagesPerRank / 2)
    {
        beginWindow();
    }

    [[nodiscard]] const SlotPass& pass() const { return m_pass; }
    [[nodiscard]] bool isAtEnd() const { return m_groupBegin >= m_shape.microbatches; }
    void advance()
    {
        m_pass.slot += 2;
        if (++m_pass.microbatch < m_groupEnd)
            return;
        ++m_window;
        if (++m_windowOfGroup == 2 * m_waves) {
            m_windowOfGroup = 0;
            m_groupBegin += m_shape.ranks;
        }
        beginWindow();
    }

private:
    void beginWindow()
    {
        const std::uint32_t perWave = 2 * m_shape.ranks;
        const bool forward = m_windowOfGroup < m_waves;
        m_groupEnd = std::min(m_groupBegin + m_shape.ranks, m_shape.microbatches);
        m_pass.slot = m_window * perWave + m_firstSlot;
        m_pass.microbatch = m_groupBegin;
        m_pass.kind = forward ? ActionKind::Forward : ActionKind::Backward;
        m_pass.stage = forward ? m_firstStage + m_windowOfGroup * perWave
                               : m_lastStage - (m_windowOfGroup - m_waves) * perWave;
    }

    const Shape& m_shape;
    std::uint32_t m_firstSlot;
    std::uint32_t m_firstStage;
    std::uint32_t m_lastStage;
    std::uint32_t m_waves;
    std::uint64_t m_window = 0;
    std::uint32_t m_windowOfGroup = 0;
    std::uint32_t m_groupBegin = 0;
    std::uint32_t m_groupEnd = 0;
    SlotPass m_pass;
};

std::uint64_t actionsOfRank(const Shape& shape)
{
    return std::uint64_t{2} * shape.stagesPerRank * shape.microbatches;
}

/// The last group may be short; it keeps its slots.
std::uint64_t bubbleBound(const Shape& shape)
{
    return shape.padded ? std::uint64_t{2} * shape.ranks * (shape.stagesPerRank + 1) : 0;
}

std::uint64_t cellBound(const Shape& shape)
{
    return shape.ranks * (actionsOfRank(shape) + bubbleBound(shape));
}

Row buildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t down = rank.value;
    const std::uint32_t up = 2 * shape.ranks - 1 - rank.value;
    const std::uint32_t toLastWave = shape.ranks * (shape.stagesPerRank - 2);
    RowWriter row(shape, actionsOfRank(shape), bubbleBound(shape), cancel);
    std::array walks{WaveWalk(shape, down, toLastWave + up), WaveWalk(shape, up, toLastWave + down)};
    writeBySlot(row, walks);
    return row.take();
}

Rule wholeWaves()
{
    return {kStagesPerRankKey, [](const Shape& shape) { return shape.stagesPerRank % 2 == 0; },
            [](const Shape&) { return std::string("an even number, two for each wave"); }};
}

ParameterSpec stagesOfWaves()
{
    ParameterSpec spec = anyStagesPerRank();
    spec.rule = "an even number, two for each wave";
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
    info.help =
        "From the paper. One pipeline that runs over the ranks in waves, forth and back: two stages on each "
        "rank for each wave, and more waves make the bubbles smaller. Microbatches come in groups of as many "
        "as "
        "there are ranks, and each backward follows as soon as its gradient is there. No more microbatches "
        "are under way than there are ranks, so no rank keeps more activations than the first rank of 1F1B. "
        "Where "
        "a forward takes as long as a backward and the groups are whole, a rank idles in no more than "
        "2*(ranks-1) slots. Its bubbles (padded) show that grid of slots.";
    info.parameters = {ranksParameter(), microbatchesParameter(), stagesOfWaves()};

    Variant paper;
    paper.name = "paper";
    paper.placements = {PlacementKind::V};
    paper.rules = {wholeWaves()};
    paper.cellBound = cellBound;
    paper.buildRow = buildRow;
    definition.variants = {paper};
    return definition;
}

} // namespace bubblescope
