// SPDX-License-Identifier: Apache-2.0
#include "core/generate/rounds.h"

#include "core/generate/parameters.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

Rounds Rounds::of(const Shape& shape)
{
    Rounds rounds;
    rounds.count = std::max(1U, shape.microbatches / shape.ranks);
    rounds.size = shape.microbatches / rounds.count;
    rounds.longer = shape.microbatches % rounds.count;
    return rounds;
}

Rounds Rounds::ofSize(const Shape& shape, std::uint32_t size)
{
    Rounds rounds;
    rounds.size = std::min(size, shape.microbatches);
    rounds.last = shape.microbatches % rounds.size;
    rounds.count = shape.microbatches / rounds.size + (rounds.last > 0 ? 1 : 0);
    return rounds;
}

std::uint64_t passesOfRank(const Shape& shape)
{
    return std::uint64_t{shape.stagesPerRank} * shape.microbatches;
}

std::uint64_t warmUpForwards(const Shape& shape, RankId rank, std::uint32_t aLaterRank)
{
    const std::uint64_t earlierChunks = std::uint64_t{shape.stagesPerRank - 1} * Rounds::of(shape).sizeOf(0);
    return std::min(earlierChunks + std::uint64_t{aLaterRank} * shape.ranksAfter(rank), passesOfRank(shape));
}

bool roundsAreEven(const Shape& shape)
{
    return Rounds::of(shape).longer == 0;
}

Rule evenRoundsRule()
{
    return {kMicrobatchesKey, roundsAreEven, [](const Shape& shape) {
                return Sentence(
                    {"generate.multiple-number-rounds-div",
                     "a multiple of the number of rounds ({microbatches} div {ranks} ranks = {count})"},
                    shape.microbatches, shape.ranks, Rounds::of(shape).count);
            }};
}

} // namespace bubblescope
