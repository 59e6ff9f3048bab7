// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

using ScheduleSource = std::variant<ScheduleRequest, SchedulePtr>;

/// On the way to an evaluation; where one failed, what is to be mended.
enum class EvaluationStep : std::uint8_t { Generate, Lower, Simulate };

/// The order lowered by the passes, in turn, for the costs.
[[nodiscard]] Result<SchedulePtr> lowered(SchedulePtr order, const std::vector<std::string>& passes,
                                          const CostModel& costs, const CancelToken& cancel);
/// The order that a request makes for the costs, lowered by the passes; `reached` says, also of a failure,
/// how far it came.
[[nodiscard]] Result<SchedulePtr> makeOrder(const ScheduleRequest& request,
                                            const std::vector<std::string>& passes, const CostModel& costs,
                                            const CancelToken& cancel, EvaluationStep* reached = nullptr);
/// Whether another order is made for other costs.
[[nodiscard]] bool isMadeForCosts(const ScheduleRequest& request);
[[nodiscard]] bool isMadeForCosts(const ScheduleSource& source, const std::vector<std::string>& passes);

} // namespace bubblescope
