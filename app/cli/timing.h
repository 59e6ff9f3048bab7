// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/input.h"
#include "core/evaluate/evaluation.h"

namespace bubblescope::cli {

/// A timed input. Its costs are composed for its stages, the factors of --what-if in them.
struct Timed
{
    EvaluationPtr evaluation;
    std::string title; ///< the document's own, else made from the schedule
};

/// Times what was loaded already; an order that cannot run is an error.
[[nodiscard]] Result<Timed> timedInput(const Input& input, const CostOptions& options,
                                       const Environment& environment, const CancelToken& cancel,
                                       EvaluationOptions wanted = {.withIndex = false, .withMemory = false});
/// Loads INPUT and times it with the command's cost options.
[[nodiscard]] Result<Timed>
loadTimed(const InputOptions& options, const Environment& environment, const CancelToken& cancel,
          const EvaluationOptions& wanted = {.withIndex = false, .withMemory = false});

} // namespace bubblescope::cli
