// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/input.h"

namespace bubblescope::cli {

/// A timed input and the costs it was timed with: composed for its stages, the factors of --what-if in them.
struct Timed
{
    TimelinePtr timeline;
    CostModel costs;
    std::string title; ///< the document's own, else made from the schedule
};

/// Times what was loaded already.
[[nodiscard]] Result<Timed> timedInput(const Input& input, const CostOptions& options,
                                       const Environment& environment, const CancelToken& cancel);
/// Loads INPUT and times it with the command's cost options.
[[nodiscard]] Result<Timed> loadTimed(const InputOptions& options, const Environment& environment,
                                      const CancelToken& cancel);

} // namespace bubblescope::cli
