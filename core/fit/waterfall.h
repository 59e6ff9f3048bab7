// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/residuals.h"

#include <array>
#include <optional>
#include <vector>

namespace bubblescope {

/// How a prediction becomes what was measured, told of the rank that ended last.
struct Waterfall
{
    RankId rank;        ///< that ended last
    Time predicted = 0; ///< makespan of the ranks that have a trace, µs
    /// What its actions took longer in all (less: below 0), as DeviationCause. The last, the tail, is what is
    /// left: what is not modelled, and where the prediction has another rank end last.
    std::array<Time, 5> extra{};
    Time measured = 0; ///< `predicted` and all of `extra`
};

/// Nothing without a rank that has a trace. O(actions).
[[nodiscard]] std::optional<Waterfall> waterfallOf(const Comparison& comparison);

/// The actions whose delay grew mostly by this cause, on any rank; those in which it grew by no more than
/// `noise` µs are left out. O(actions).
[[nodiscard]] std::vector<ActionId> actionsOf(const Comparison& comparison, DeviationCause cause, Time noise);

/// "compute", "waiting", "transfer", "host", "tail".
[[nodiscard]] std::string_view waterfallText(DeviationCause cause) noexcept;

} // namespace bubblescope
