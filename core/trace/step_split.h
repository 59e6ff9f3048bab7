// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Writes the step of each label of the sources: that of the span around it ("ProfilerStep#12", "iter_0_3"),
/// which for kernels is the one around their launch; without spans a new step starts where an action repeats,
/// or, where labels carry no microbatch, after an optimizer's record, else where every forward has had its
/// backward on all of those sources (step_flush.h). O(labels log spans).
void splitSteps(const std::vector<RankSource*>& sources, const std::vector<FileLabels>& labels,
                std::vector<std::string>& warnings);

struct StepChoice
{
    std::vector<std::uint64_t> complete;   ///< rising
    std::vector<std::uint64_t> incomplete; ///< rising
    std::uint64_t chosen = 0;
};

/// Complete is a step in which each source has as many compute labels as in its fullest one. The last
/// complete step, or the fullest with a warning; a step that is asked for and not there is an error that
/// lists those that are.
[[nodiscard]] Result<StepChoice> chooseStep(const std::vector<RankSource*>& sources,
                                            const std::vector<FileLabels>& labels,
                                            std::optional<std::uint64_t> wanted,
                                            std::vector<std::string>& warnings);

} // namespace bubblescope
