// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/identify.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <string>
#include <vector>

/// What of a prediction may be compared with what of a run.
namespace bubblescope {

/// The numbers of the pipeline that a run is (a part) of.
struct PipelineSize
{
    std::size_t ranks = 0;
    std::uint32_t stages = 0;
    std::vector<std::uint32_t> absent; ///< ranks without a trace: absentRanks()
};
/// Those of the run; where some of its ranks have no trace, those of the schedule that it matches best.
[[nodiscard]] PipelineSize pipelineOf(const MeasuredRun& run, const Identification& identification);

/// Why the actions of a schedule are not those of the run, so that extra time is not known action by action
/// ("zbv has 8 stages and the run 4"); empty if they are. Equally named actions of other stages are other
/// work. O(actions).
[[nodiscard]] std::string whyNotPaired(const MeasuredRun& run, const PipelineSize& pipeline,
                                       const Schedule& schedule);

/// From the first start to the last end over the ranks that are not in `absent` (ascending); the makespan
/// where none is. 0 if nothing is left. O(actions).
[[nodiscard]] Time makespanWithout(const Timeline& timeline, const std::vector<std::uint32_t>& absent);

} // namespace bubblescope
