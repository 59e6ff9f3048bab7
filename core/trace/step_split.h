// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <vector>

namespace bubblescope {

struct Assembly;

/// Writes the step of each label of the sources: that of the span around it ("ProfilerStep#12", "iter_0_3"),
/// which for kernels is the one around their launch; without spans a new step starts where an action repeats,
/// or, where labels carry no microbatch, after an optimizer's record, else where every forward has had its
/// backward on all of those sources (splitByFlushes()). O(labels log spans).
void splitSteps(Assembly& a, const std::vector<RankSource*>& sources);

/// Chooses the run's step. Complete is a step in which each source has as many compute labels as in its
/// fullest one. The last complete step, or the fullest with a warning; a step that is asked for and not there
/// is an error that lists those that are.
[[nodiscard]] Result<void> chooseStep(Assembly& a, const std::vector<RankSource*>& sources);

/// Steps of sources whose labels carry no microbatch and which nothing marks off: a pipeline is empty between
/// two steps, so a new one is taken after as many forwards as have had their backward on every source. Where
/// no more than one microbatch is ever under way (gradients accumulated on one stage look like steps) or the
/// sources do not agree, all is one step. What was taken, or is unknown, is a warning. O(labels).
void splitByFlushes(Assembly& a, const std::vector<RankSource*>& sources);

} // namespace bubblescope
