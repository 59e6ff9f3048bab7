// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/timing_failure.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// What is said of an order without any F, I, W or B.
inline constexpr SentenceCode kNoComputeAction{"time.no-compute-action", "the order has no compute action"};

/// The first action that stands twice; an order with one cannot be timed.
[[nodiscard]] std::optional<TimingFailure> repeatedAction(const Schedule& schedule, const ActionTable& table);
/// The first cell that mixes communication or FSDP actions with others in one overlapped cell.
[[nodiscard]] std::optional<TimingFailure> meaninglessBlock(const Schedule& schedule);
/// An order without any F, I, W or B: there is nothing to time.
[[nodiscard]] std::optional<TimingFailure> noComputeAction(const Schedule& schedule);
[[nodiscard]] TimingFailure cancelledTiming();
/// Memory ran out; the counts are told because they are what can be made smaller.
[[nodiscard]] TimingFailure outOfMemoryTiming(const Schedule& schedule);

} // namespace bubblescope
