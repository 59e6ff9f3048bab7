// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/order_model.h"
#include "core/search/search.h"

#include <optional>
#include <string>

namespace bubblescope::search {

/// A time that no order of some actions can go below.
struct OrderBound
{
    Time value = 0;
    Sentence text; ///< what it is, in words
};

/// Of every order of the model's units on their ranks, whatever stands before what, B's split or not, within
/// the limit of a rank; with `overlaps` also of orders that run two actions as one cell. The largest of: one
/// microbatch alone; for each rank the earliest way into it, what it must wait for its first backward though
/// it runs as many forwards before as memory allows, its compute, and the shortest way out of it; the same to
/// its last forward, after which memory leaves it only so many backwards while that microbatch goes on and
/// back; and the memory of a rank over time, for which every activation is held at least as long as its
/// microbatch is on its way through the later stages and back. Its words have times of that unit. O(units).
[[nodiscard]] OrderBound boundOf(const OrderModel& model, std::optional<double> limit,
                                 SearchObjective objective, bool overlaps,
                                 const std::string& unitOfTime = "step");

} // namespace bubblescope::search
