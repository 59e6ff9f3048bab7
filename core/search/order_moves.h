// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/order_timer.h"
#include "core/search/random.h"

#include <optional>
#include <vector>

namespace bubblescope::search {

/// Proposes changes of an order: mostly of the chain that makes its objective, where two cells run one after
/// the other on a rank (for nothing else can make it shorter: Nowicki and Smutnicki, "A fast taboo search
/// algorithm for the job shop problem", 1996); weight gradients, which nothing waits for, go out of its way
/// or into a wait; and now and then any change, of some cells together, or of B's that are split and joined.
class MoveChooser
{
public:
    explicit MoveChooser(const OrderModel& model) : m_model(&model) {}

    /// Looks at an order that `timer` has timed last.
    void look(const WorkingOrder& order, const OrderTimer& timer);
    /// A change of that order that is legal in itself; nothing if the throw of the dice made none.
    [[nodiscard]] std::optional<Change> choose(const WorkingOrder& order, Random& random) const;

private:
    [[nodiscard]] std::optional<Change> alongChain(const WorkingOrder& order, Random& random) const;
    [[nodiscard]] std::optional<Change> anywhere(const WorkingOrder& order, Random& random) const;
    [[nodiscard]] std::optional<Change> ofBackward(const WorkingOrder& order, const CellPlace& place,
                                                   Random& random) const;
    [[nodiscard]] std::optional<Change> weightAway(const WorkingOrder& order, const OrderTimer::Run& run,
                                                   Random& random) const;

    const OrderModel* m_model;
    std::vector<OrderTimer::Run> m_runs; ///< of two cells or more
    std::uint64_t m_links = 0;           ///< neighbors in all runs
};

} // namespace bubblescope::search
