// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/search/order_moves.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

namespace bubblescope::search {

using ModelPtr = std::shared_ptr<const OrderModel>;
using Clock = std::chrono::steady_clock;

/// An order and what it takes.
struct TimedOrder
{
    ModelPtr model;
    WorkingOrder order;
    Time objective = std::numeric_limits<double>::infinity();
};

/// When an improvement ends.
struct ImproveLimits
{
    double memory = std::numeric_limits<double>::infinity(); ///< of a rank; rounding is forgiven
    Time goal = 0;                                           ///< nothing is faster: reaching it is the end
    /// Orders on the way may hold more, at a price; what is found does not. Gets out of dead ends, and wastes
    /// time where there are none.
    bool mayExceed = false;
    std::uint64_t iterations = 0;
    std::optional<Clock::time_point> deadline;
    std::uint64_t seed = 1;
};

/// Simulated annealing of one order (Kirkpatrick, Gelatt and Vecchi, 1983) in rounds, each of which begins
/// with the best of before and cools down to nothing: a change that makes the order slower is taken the more
/// likely the less it does and the warmer it is. Every order on the way is valid. The
/// same for the same limits, but for a deadline and cancelling. `tried` counts changes as they are tried;
/// `tell` is called with each better order.
[[nodiscard]] TimedOrder improved(const TimedOrder& start, SearchObjective objective,
                                  const ImproveLimits& limits, std::atomic<std::uint64_t>& tried,
                                  const std::function<void(const TimedOrder&)>& tell,
                                  const CancelToken& cancel);

} // namespace bubblescope::search
