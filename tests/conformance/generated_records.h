// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <nlohmann/json.hpp>
#include <string>

namespace bubblescope::test {

/// The request of a record of DeepSeek's.
[[nodiscard]] std::string deepSeeksRequest(const nlohmann::json& record);

/// The costs of a record that may have no `ops`.
[[nodiscard]] CostModel costsOfRecord(const nlohmann::json& record);

/// Times the order with the costs, and compares order and times where the record has them, and every sum that
/// it has (makespan, bubble_rate, …): what differs first, in words; empty if nothing does.
[[nodiscard]] std::string recordDifference(const SchedulePtr& schedule, const CostModel& costs,
                                           const nlohmann::json& record);

/// The same of an order that is generated for the costs in the record's config, timed with the profile.
[[nodiscard]] std::string generatedDifference(const ScheduleRequest& request, const nlohmann::json& record,
                                              TimingProfile profile);

} // namespace bubblescope::test
