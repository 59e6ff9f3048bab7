// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace bubblescope::test {

/// A pipeline of few actions, all microbatches alike: F, I and W of every stage.
struct ExactProblem
{
    Placement placement;
    std::uint32_t microbatches = 1;
    CostModel costs; ///< composed; B is I + W
    double memoryLimit = std::numeric_limits<double>::infinity();
    double below = 0; ///< only a makespan of at most this is looked for
};

struct ExactAnswer
{
    bool isProven = false; ///< the solver came to an end
    /// The least makespan; nothing if there is none that short.
    std::optional<double> makespan;
};

/// What must come first because else there were no time left is settled beforehand; what is left is solved as
/// a mixed-integer program by COIN-OR CBC: start times, and for each two actions of a rank whose order is
/// open a variable that says which comes first (big M; as the ILP of sail-sg's arxiv branch). Microbatches
/// are alike, so without loss the k-th F, I and W of a stage are those of microbatch k.
[[nodiscard]] ExactAnswer solveExactly(const ExactProblem& problem);

} // namespace bubblescope::test
