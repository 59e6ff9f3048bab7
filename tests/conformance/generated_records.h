// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <nlohmann/json.hpp>
#include <string>

namespace bubblescope::test {

/// Where two orders first differ, actions and blocks, in words; empty if nowhere.
[[nodiscard]] std::string orderDifference(const Schedule& actual, const Schedule& expected);

/// The costs of a record that may have no `ops`.
[[nodiscard]] CostModel costsOfRecord(const nlohmann::json& record);

/// The first sum of the record (makespan, bubble_rate, longest_device_span, peak_mem) that a timeline of ours
/// does not have, in words; empty if it has all that are there.
[[nodiscard]] std::string sumDifference(const Timeline& timeline, const CostModel& costs,
                                        const nlohmann::json& record);

/// Generates, compares the order where the record has one, times it with the profile, and compares times and
/// sums: what differs first, in words; empty if nothing does. `record` has the costs in its config.
[[nodiscard]] std::string generatedDifference(const ScheduleRequest& request, const nlohmann::json& record,
                                              TimingProfile profile);

} // namespace bubblescope::test
