// SPDX-License-Identifier: Apache-2.0
#include "core/time/recomputed.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::uint64_t recomputedKey(const Action& action)
{
    return std::uint64_t{action.stage().value} << 32U | action.microbatch().value;
}

} // namespace

ActivationShares::ActivationShares(const Schedule& schedule, const CostModel& costs)
    : m_costs(costs)
    , m_lengths(costs.microbatches)
{
    for (const Row& row : schedule.rows)
        for (const Action& action : row)
            if (action.kind() == ActionKind::Recompute)
                m_recomputed.push_back(recomputedKey(action));
    std::sort(m_recomputed.begin(), m_recomputed.end());
}

bool ActivationShares::isRecomputed(const Action& action) const
{
    return std::binary_search(m_recomputed.begin(), m_recomputed.end(), recomputedKey(action));
}

double ActivationShares::withRecomputation(const Action& action, double share) const
{
    if (action.kind() == ActionKind::Recompute)
        return m_costs.recomputedShare(action.stage());
    if ((isForward(action.kind()) || action.kind() == ActionKind::ForwardAttention) && isRecomputed(action))
        return share - m_costs.recomputedShare(action.stage());
    return share;
}

} // namespace bubblescope
