// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/timing_failure.h"

#include <optional>

namespace bubblescope {

/// The first action that stands twice; an order with one cannot be timed.
[[nodiscard]] std::optional<TimingFailure> repeatedAction(const Schedule& schedule, const ActionTable& table);
/// The first cell that mixes communication or FSDP actions with others in one overlapped cell.
[[nodiscard]] std::optional<TimingFailure> meaninglessBlock(const Schedule& schedule);
[[nodiscard]] TimingFailure cancelledTiming();

} // namespace bubblescope
