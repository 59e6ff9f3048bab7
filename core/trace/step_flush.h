// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Steps of sources whose labels carry no microbatch and which nothing marks off: a pipeline is empty between
/// two steps, so a new one is taken after as many forwards as have had their backward on every source. Where
/// no more than one microbatch is ever under way (gradients accumulated on one stage look like steps) or the
/// sources do not agree, all is one step. What was taken, or is unknown, is a warning. O(labels).
void splitByFlushes(const std::vector<RankSource*>& sources, const std::vector<FileLabels>& labels,
                    std::vector<std::string>& warnings);

} // namespace bubblescope
