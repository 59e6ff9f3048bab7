// SPDX-License-Identifier: Apache-2.0
#include "core/time/free_stages.h"

#include <algorithm>

namespace bubblescope {

bool stagesAreFree(const CostModel& costs)
{
    const TransferCost& transfer = costs.transfer;
    const auto isFree = [&](const LinkCost& link) {
        const TransferCost own{link.latency.value_or(transfer.latency), link.bytes.value_or(transfer.bytes),
                               link.bandwidth.value_or(transfer.bandwidth)};
        return own.time() <= 0;
    };
    return transfer.time() <= 0 && costs.hostOverhead <= 0 &&
           std::all_of(transfer.links.begin(), transfer.links.end(), isFree);
}

Sentence freeStagesWarning()
{
    return Sentence(
        {"time.stages-are-free",
         "transfers and the overhead of an action take no time in these costs, so more stages per "
         "rank always look better: give either of them to see how many are worth it"});
}

} // namespace bubblescope
