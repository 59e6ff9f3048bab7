// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint64_t zbH1CellBound(const Shape& shape)
{
    return std::uint64_t{3} * shape.ranks * shape.microbatches;
}

/// Which backwards of a rank are split into I and W: none of the first rank; on rank r the first r and the
/// last of the steady part, and all of the cool-down.
class SplitBackwards
{
public:
    SplitBackwards(const Shape& shape, std::uint32_t rank, std::uint32_t warmUp)
        : m_microbatches(shape.microbatches)
        , m_steady(shape.microbatches - warmUp)
        , m_first(std::min(rank, m_steady))
        , m_isNone(rank == 0)
    {}

    [[nodiscard]] std::uint32_t count() const
    {
        const std::uint32_t unsplit = m_steady > m_first ? m_steady - m_first - 1 : 0;
        return m_isNone ? 0 : m_microbatches - unsplit;
    }

    [[nodiscard]] bool contains(std::uint32_t microbatch) const
    {
        return !m_isNone && (microbatch < m_first || microbatch + 1 >= m_steady);
    }
    /// The next split one after `microbatch`.
    [[nodiscard]] std::uint32_t after(std::uint32_t microbatch) const
    {
        return contains(microbatch + 1) ? microbatch + 1 : m_steady - 1;
    }

private:
    std::uint32_t m_microbatches;
    std::uint32_t m_steady; ///< backwards of the steady part
    std::uint32_t m_first;  ///< of these, the first ones that are split
    bool m_isNone;
};

/// 1F1B. Each split backward from number r on also runs the oldest open weight gradient, the rest is run at
/// the end.
Row zbH1BuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t warmUp = std::min(shape.ranksAfter(rank), shape.microbatches);
    const SplitBackwards split(shape, rank.value, warmUp);
    RowWriter row(shape, std::uint64_t{2} * shape.microbatches + split.count(), 0, cancel);
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    std::uint32_t open = 0;
    std::uint32_t nextWeight = 0;
    const auto weight = [&] {
        row.add(rank.value, ActionKind::BackwardWeight, nextWeight);
        nextWeight = split.after(nextWeight);
        --open;
    };
    for (std::uint32_t k = 0; k < shape.microbatches; ++k) {
        if (k < shape.microbatches - warmUp)
            row.forward(rank.value, warmUp + k);
        if (!split.contains(k)) {
            row.backward(rank.value, k);
            continue;
        }
        row.add(rank.value, ActionKind::BackwardInput, k);
        ++open;
        if (k >= rank.value)
            weight();
    }
    while (open > 0)
        weight();
    return row.take();
}

/// 1F1B with every backward split: the weight gradient runs as many backwards later as the rank's number.
Row buildSplitRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t warmUp = std::min(shape.ranksAfter(rank), shape.microbatches);
    RowWriter row(shape, std::uint64_t{3} * shape.microbatches, 0, cancel);
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    for (std::uint32_t k = 0; k < shape.microbatches; ++k) {
        if (k < shape.microbatches - warmUp)
            row.forward(rank.value, warmUp + k);
        row.add(rank.value, ActionKind::BackwardInput, k);
        if (k >= rank.value)
            row.add(rank.value, ActionKind::BackwardWeight, k - rank.value);
    }
    for (std::uint32_t left = std::min(rank.value, shape.microbatches); left > 0; --left)
        row.add(rank.value, ActionKind::BackwardWeight, shape.microbatches - left);
    return row.take();
}

/// The same; with fewer microbatches than ranks all forwards come first, and only the last rank alternates.
Row buildPrimusRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    if (shape.microbatches >= shape.ranks)
        return buildSplitRow(shape, rank, cancel);
    RowWriter row(shape, std::uint64_t{3} * shape.microbatches, 0, cancel);
    // Each inner list is run for every microbatch before the next list.
    using Kinds = std::vector<ActionKind>;
    constexpr auto kForward = ActionKind::Forward;
    constexpr auto kInput = ActionKind::BackwardInput;
    constexpr auto kWeight = ActionKind::BackwardWeight;
    const std::vector<Kinds> parts = shape.ranksAfter(rank) == 0
                                         ? std::vector<Kinds>{{kForward, kInput}, {kWeight}}
                                         : std::vector<Kinds>{{kForward}, {kInput, kWeight}};
    for (const Kinds& kinds : parts)
        for (std::uint32_t k = 0; k < shape.microbatches; ++k)
            for (const ActionKind kind : kinds)
                row.add(rank.value, kind, k);
    return row.take();
}

} // namespace

ScheduleDefinition zbH1Definition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "zb-h1";
    info.title = "ZB-H1 (quick start)";
    info.aliases = {"ZBH1", "zb_h1_quick_start"};
    info.origin = "Qi et al., Zero Bubble Pipeline Parallelism (2023); branch zb-h1-quick-start of "
                  "sail-sg/zero-bubble-pipeline-parallelism";
    info.help = "1F1B with few changes. The first rank never splits its backwards. A later rank splits the "
                "backwards of the cool-down and, in the steady phase, as many as its number, taking the last "
                "ones; each later backward runs the oldest open weight gradient. No rank holds more "
                "activations than the first rank of 1F1B, and with equal times the bubble is a third of that "
                "of 1F1B. For unequal times, zb-auto with that memory limit is better.";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(1)};

    Variant zeroBubble;
    zeroBubble.name = "zero-bubble";
    zeroBubble.placements = {PlacementKind::Loop};
    zeroBubble.writesBubbles = false;
    zeroBubble.cellBound = zbH1CellBound;
    zeroBubble.buildRow = zbH1BuildRow;
    Variant paper = zeroBubble;
    paper.name = "paper";
    paper.help = "Every backward is split: the weight gradient runs as many backwards after its input "
                 "gradient as the rank's number. This is the order of interleaved-zero-bubble with one stage "
                 "per rank, for any number of microbatches.";
    paper.buildRow = buildSplitRow;
    Variant primus = zeroBubble;
    primus.name = "primus";
    primus.help = "The same as paper; with fewer microbatches than ranks every rank but the last runs all "
                  "forwards first, then each input gradient with its weight gradient.";
    primus.buildRow = buildPrimusRow;
    definition.variants = {zeroBubble, paper, primus};
    return definition;
}

} // namespace bubblescope
