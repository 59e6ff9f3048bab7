// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"
#include "core/generate/parameters.h"

namespace bubblescope {

/// Ranks of a schedule with two directions: the directions meet between two ranks.
[[nodiscard]] inline ParameterSpec evenRanksParameter()
{
    ParameterSpec spec = ranksParameter();
    spec.rule = "an even number, at least 2";
    spec.minimum = 2;
    return spec;
}

[[nodiscard]] inline Rule evenRanksRule()
{
    return {kRanksKey, [](const Shape& shape) { return shape.ranks % 2 == 0; },
            [](const Shape&) {
                return Sentence({"generate.even-number", "an even number"});
            }};
}

/// As many microbatches in one direction as in the other.
[[nodiscard]] inline Rule evenMicrobatchesRule()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches % 2 == 0; },
            [](const Shape&) {
                return Sentence({"generate.even-number", "an even number"});
            }};
}

} // namespace bubblescope
