// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/durations.h"

#include <string>
#include <vector>

/// What a fit could not find out, in words; private to core/fit.
namespace bubblescope::fit {

/// "a pipeline of 4 ranks".
[[nodiscard]] std::string pipelineName(std::size_t rankCount);
/// One sentence for each thing that is not known or taken from elsewhere.
[[nodiscard]] std::vector<std::string> fitWarnings(const MeasuredRun& run, const FittedCosts& fitted,
                                                   const StageTimes& times);

} // namespace bubblescope::fit
