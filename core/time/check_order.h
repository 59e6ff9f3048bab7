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
/// What stands behind an action of the step's end and may not: another kind of action, or one of the step's
/// end that comes before it or is there twice.
struct MisplacedTail
{
    std::uint32_t action = 0; ///< index in the row
    std::uint32_t behind = 0; ///< likewise
};
/// The first such action of a row.
[[nodiscard]] std::optional<MisplacedTail> misplacedTail(const Row& row);
/// That as a reason why an order cannot be timed.
[[nodiscard]] std::optional<TimingFailure> wrongStepEnd(const Schedule& schedule);
[[nodiscard]] Sentence tailSentence(const Schedule& schedule, std::uint32_t rank, const MisplacedTail& tail);
/// An order without any F, I, W or B: there is nothing to time.
[[nodiscard]] std::optional<TimingFailure> noComputeAction(const Schedule& schedule);
[[nodiscard]] TimingFailure cancelledTiming();
/// Memory ran out; the counts are told because they are what can be made smaller.
[[nodiscard]] TimingFailure outOfMemoryTiming(const Schedule& schedule);

} // namespace bubblescope
