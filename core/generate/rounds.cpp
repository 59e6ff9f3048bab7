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
    return rounds;
}

bool roundsAreEven(const Shape& shape)
{
    return shape.microbatches % Rounds::of(shape).count == 0;
}

Rule evenRoundsRule()
{
    return {kMicrobatchesKey, roundsAreEven, [](const Shape& shape) {
                return fmt::format("a multiple of the number of rounds ({} div {} ranks = {})",
                                   shape.microbatches, shape.ranks, Rounds::of(shape).count);
            }};
}

} // namespace bubblescope
