// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/what_if.h"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

/// What of a request varies; all else stays as it is.
enum class SweepAxis : std::uint8_t { Microbatches, Ranks };

/// A schedule as its document has it.
struct SweepInput
{
    ScheduleRequest request;
    CostModel costs;                 ///< as given: not composed, without the what-if
    std::vector<std::string> passes; ///< that lower the order, in turn
    WhatIf whatIf;

    bool operator==(const SweepInput&) const = default;
};

/// What one value gives.
struct SweepPoint
{
    std::int64_t value = 0;
    double bubbleRate = 0;   ///< Metrics::bubbleRate
    double idleFraction = 0; ///< Metrics::idleFraction
    Time makespan = 0;
};

/// A value that is left out, and why in words.
struct SweepRefusal
{
    std::int64_t value = 0;
    Sentence reason;
};
using SweepOutcome = std::variant<SweepPoint, SweepRefusal>;

/// An order of more actions is not swept: the picture shall come while one waits for it.
inline constexpr std::uint64_t kMostSweptActions = 2'000'000;

/// The request with that value.
[[nodiscard]] ScheduleRequest withValue(ScheduleRequest request, SweepAxis axis, std::int64_t value);
/// The value that the request has now.
[[nodiscard]] std::int64_t valueOf(const ScheduleRequest& request, SweepAxis axis);

/// The values that are worth a look, rising, the request's own among them: powers of two and 3 times such,
/// and multiples of what it has (microbatches: of its ranks), up to four times its own, of microbatches from
/// an eighth of it. Whether the schedule takes them is not looked at.
[[nodiscard]] std::vector<std::int64_t> sweepValues(const ScheduleRequest& request, SweepAxis axis);

/// All values in turn, by runSweep(); `take` gets each outcome as it comes. Costs with a value for each stage
/// are divided or joined for another number of stages (costsForStages()). Every failure, for want of memory
/// too, is a refusal. False if it was cancelled.
bool sweepBubbleRate(const SweepInput& input, SweepAxis axis, const std::vector<std::int64_t>& values,
                     const std::function<void(const SweepOutcome&)>& take, const CancelToken& cancel = {});

} // namespace bubblescope
