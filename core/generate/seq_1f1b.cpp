// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr const char* kSplitsKey = "seq_splits";
constexpr std::int64_t kMostSplits = 1024;

std::uint32_t splitsOf(const Shape& shape)
{
    return static_cast<std::uint32_t>(shape.integer(kSplitsKey).value_or(1));
}

std::uint64_t seq1f1bCellBound(const Shape& shape)
{
    return std::uint64_t{2} * shape.ranks * shape.microbatches * splitsOf(shape);
}

std::uint32_t units(const Shape& shape)
{
    return shape.microbatches * splitsOf(shape);
}

/// The unit of a rank's backwards in order: a microbatch's splits from the last to the first, for each needs
/// the gradients that later ones leave for its keys and values.
class BackwardUnits
{
public:
    explicit BackwardUnits(std::uint32_t splits) : m_splits(splits), m_left(splits) {}

    [[nodiscard]] std::uint32_t next()
    {
        const std::uint32_t unit = m_begin + --m_left;
        if (m_left == 0) {
            m_begin += m_splits;
            m_left = m_splits;
        }
        return unit;
    }

private:
    std::uint32_t m_splits;
    std::uint32_t m_begin = 0; ///< first unit of the microbatch
    std::uint32_t m_left;      ///< its splits still to come
};

Row seq1f1bBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t splits = splitsOf(shape);
    const std::uint32_t count = units(shape);
    const std::uint32_t warmUp = std::min(shape.ranksAfter(rank) + splits - 1, count);
    RowWriter row(shape, std::uint64_t{2} * count, 0, cancel);
    BackwardUnits backwards(splits);
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.forward(rank.value, k);
    for (std::uint32_t k = warmUp; k < count; ++k) {
        row.forward(rank.value, k);
        row.backward(rank.value, backwards.next());
    }
    for (std::uint32_t k = 0; k < warmUp; ++k)
        row.backward(rank.value, backwards.next());
    return row.take();
}

} // namespace

ScheduleDefinition sequenceSplitDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "seq1f1b";
    info.title = "Seq1F1B";
    info.origin = "Sun et al., Seq1F1B (2024); order of sail-sg's zero-bubble-pipeline-parallelism";
    info.help = "1F1B over parts of sequences: each microbatch is split into seq_splits parts that pass "
                "through the pipeline as separate microbatches; backwards run from the last part to the "
                "first. Part k of microbatch i has the number i * seq_splits + k. More parts mean smaller "
                "bubbles and fewer activations.";
    info.parameters = {ranksParameter(), microbatchesParameter(), fixedStagesPerRank(1),
                       integerParameter(kSplitsKey, "Sequence splits",
                                        "How many parts the sequences of a microbatch are split into.",
                                        "1 to 1024", 1, kMostSplits, "2")};

    Variant variant;
    variant.name = "zero-bubble";
    variant.placements = {PlacementKind::Loop};
    variant.options = {kSplitsKey};
    variant.writesBubbles = false;
    variant.cellBound = seq1f1bCellBound;
    variant.microbatchUnits = units;
    variant.buildRow = seq1f1bBuildRow;
    definition.variants = {variant};
    return definition;
}

} // namespace bubblescope
