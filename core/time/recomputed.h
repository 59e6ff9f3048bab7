// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/activation_share.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// How an action changes the activations that its rank holds, in shares of one of its stage for a
/// microbatch of length 1, in an order some
/// of whose forwards are run again: what an R makes is given back while its F runs, layer by layer, so that
/// only the R holds it. O(R log R) to build; without an R one comparison an action.
class ActivationShares
{
public:
    /// Keeps a reference to the costs.
    ActivationShares(const Schedule& schedule, const CostModel& costs);

    [[nodiscard]] double of(const Action& action) const
    {
        const double share =
            activationShare(action.kind(), m_costs.activationKeptUntilWeight.at(action.stage()));
        const double ofOne = m_recomputed.empty() ? share : withRecomputation(action, share);
        return m_lengths.areOne() ? ofOne : ofOne * lengthOf(action);
    }

    /// How long the action's microbatch is, as a share of what the costs are of.
    [[nodiscard]] double lengthOf(const Action& action) const
    {
        return m_lengths.sizeOf(action.microbatch());
    }

    /// Whether the action is of a stage and a microbatch that are run again.
    [[nodiscard]] bool isRecomputed(const Action& action) const;

private:
    [[nodiscard]] double withRecomputation(const Action& action, double share) const;

    const CostModel& m_costs;
    MicrobatchFactors m_lengths;
    std::vector<std::uint64_t> m_recomputed; ///< stage and microbatch of each R, sorted
};

} // namespace bubblescope
