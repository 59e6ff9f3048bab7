// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <nlohmann/json.hpp>

namespace bubblescope::test {

/// One record of conformance/timed that has `ops`: its order, and the times that the original gave it.
struct TimedRecord
{
    SchedulePtr schedule;
    std::vector<LaneTimes> lanes; ///< as recorded, parallel to the rows
    CostModel costs;
};

/// Throws std::invalid_argument if the record has a field that it cannot read.
[[nodiscard]] TimedRecord timedRecord(const nlohmann::json& record);

/// Where two sets of times first differ by more than the recorder's rounding, in words; empty if nowhere.
[[nodiscard]] std::string timeDifference(const Timeline& actual, const std::vector<LaneTimes>& expected);

} // namespace bubblescope::test
