// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/order_oracle.h"

#include <optional>
#include <span>
#include <string>

namespace bubblescope::test {

/// An order that was broken in one place, and the problems that it has now, worked out from what was done.
struct Mutation
{
    Schedule schedule;
    Keys expected;               ///< problemKey() of each, besides deadlocks
    bool mayHaveMore = false;    ///< what follows from those may be told as deadlocks
    bool runs = true;            ///< no deadlock with buffered sends
    std::optional<bool> meets{}; ///< none with rendezvous, where that was worked out
};

struct NamedMutation
{
    const char* name;
    /// Nothing where this cannot be done to the action, or leaves an order that is whole. Requires a cell of
    /// its own.
    std::optional<Mutation> (*mutate)(const Schedule& schedule, const ActionPosition& at);
};
/// Drop, duplicate (beside it, on another rank), move to another rank, swap, delay a RECV.
[[nodiscard]] std::span<const NamedMutation> mutations();

} // namespace bubblescope::test
