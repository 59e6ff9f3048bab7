// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/rounds.h"
#include "core/generate/row_writer.h"
#include "core/generate/zero_bubble_one_stage.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::uint32_t kInterleavedZeroBubbleWarmUpALaterRank = 1;

// The alignment waits at most for the whole forward chain before each round.
std::uint64_t interleavedZeroBubbleCellBound(const Shape& shape)
{
    const std::uint64_t bubbles =
        shape.padded ? std::uint64_t{2} * shape.ranks + std::uint64_t{2} * shape.stageCount() : 0;
    return shape.ranks * (3 * passesOfRank(shape) + bubbles);
}

/// Weight gradients follow their input gradients at a distance of the rank's number.
Row interleavedZeroBubbleBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t warmUp = warmUpForwards(shape, rank, kInterleavedZeroBubbleWarmUpALaterRank);
    const std::uint64_t turn = warmUp > 0 ? shape.ranksAfter(rank) : 0;
    RowWriter row(shape, 3 * passesOfRank(shape), rank.value + turn, cancel);
    PassWalk forwards(shape, rank, PassWalk::Direction::Forwards);
    PassWalk inputs(shape, rank, PassWalk::Direction::Backwards);
    PassWalk weights(shape, rank, PassWalk::Direction::Backwards);
    const auto emit = [&row](PassWalk& walk, ActionKind kind) {
        const PassWalk::Pass pass = walk.next();
        row.add(pass.stage, kind, pass.microbatch);
    };

    row.bubbles(rank.value);
    for (std::uint64_t k = 0; k < warmUp; ++k)
        emit(forwards, ActionKind::Forward);
    row.bubbles(turn);
    for (std::uint64_t k = 0; k < passesOfRank(shape); ++k) {
        if (warmUp + k < passesOfRank(shape))
            emit(forwards, ActionKind::Forward);
        emit(inputs, ActionKind::BackwardInput);
        if (k >= rank.value)
            emit(weights, ActionKind::BackwardWeight);
    }
    for (std::uint64_t k = std::min<std::uint64_t>(rank.value, passesOfRank(shape)); k > 0; --k)
        emit(weights, ActionKind::BackwardWeight);
    return row.take();
}

/// PyTorch's bubble pass: in steps, each rank takes its next cell unless that is a forward whose predecessor
/// was not taken in an earlier step; then it waits. Only forwards wait.
class ForwardAlignment
{
public:
    ForwardAlignment(const std::vector<Row>& rows, const Shape& shape, const CancelToken& cancel)
        : m_rows(rows)
        , m_microbatches(shape.microbatches)
        , m_cancel(cancel)
        , m_next(rows.size(), 0)
        , m_done(std::size_t{shape.stageCount()} * shape.microbatches, false)
    {}

    [[nodiscard]] std::vector<Row> run()
    {
        std::vector<Row> aligned(m_rows.size());
        for (std::size_t r = 0; r < m_rows.size(); ++r)
            aligned[r].reserve(m_rows[r].size());
        while (step(aligned)) {
            for (const std::size_t forward : m_doneInStep)
                m_done[forward] = true;
            m_doneInStep.clear();
            if (m_cancel.isCancelled())
                throw GenerationCancelled{};
        }
        return aligned;
    }

private:
    std::size_t forwardIndex(std::uint32_t stage, std::uint32_t microbatch) const
    {
        return std::size_t{stage} * m_microbatches + microbatch;
    }

    bool mustWait(const Action& action) const
    {
        return isForward(action.kind()) && action.stage().value > 0 &&
               !m_done[forwardIndex(action.stage().value - 1, action.microbatch().value)];
    }

    /// False when no rank has taken a cell: every row is at its end.
    bool step(std::vector<Row>& aligned)
    {
        bool taken = false;
        for (std::size_t r = 0; r < m_rows.size(); ++r) {
            if (m_next[r] == m_rows[r].size())
                continue;
            const Action& action = m_rows[r][m_next[r]];
            if (mustWait(action)) {
                aligned[r].emplace_back();
                continue;
            }
            aligned[r].push_back(action);
            ++m_next[r];
            taken = true;
            if (isForward(action.kind()))
                m_doneInStep.push_back(forwardIndex(action.stage().value, action.microbatch().value));
        }
        return taken;
    }

    const std::vector<Row>& m_rows;
    std::uint32_t m_microbatches;
    const CancelToken& m_cancel;
    std::vector<std::size_t> m_next;
    std::vector<bool> m_done;
    std::vector<std::size_t> m_doneInStep;
};

void alignRows(std::vector<Row>& rows, const Shape& shape, const CancelToken& cancel)
{
    rows = ForwardAlignment(rows, shape, cancel).run();
}

} // namespace

ScheduleDefinition interleavedZeroBubbleDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "interleaved-zero-bubble";
    info.title = "Interleaved zero bubble";
    info.aliases = {"zb1p", "InterleavedZeroBubble", "ScheduleInterleavedZeroBubble"};
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023), ZB1P; order of PyTorch's "
                  "ScheduleInterleavedZeroBubble";
    info.help = "Interleaved 1F1B with the backward split: the input gradient runs at once, and the weight "
                "gradient runs as many backwards later as the rank's number. The warm-up is shorter, and "
                "delayed weight gradients fill bubbles.";
    info.parameters = {ranksParameter(),
                       microbatchesParameter(std::string(kEvenRoundsText) +
                                             "; variant pp-schedule-visualization: any number"),
                       anyStagesPerRank()};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.rules = {evenRoundsRule()};
    torch.cellBound = interleavedZeroBubbleCellBound;
    torch.buildRow = interleavedZeroBubbleBuildRow;
    torch.alignRows = alignRows;
    Variant d9d = torch;
    d9d.name = "d9d";
    d9d.help = "Same order as torch; its generator writes no bubbles.";
    d9d.writesBubbles = false;
    d9d.alignRows = nullptr;
    definition.variants = {torch, d9d, zeroBubbleWithOneStage()};
    return definition;
}

} // namespace bubblescope
