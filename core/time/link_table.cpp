// SPDX-License-Identifier: Apache-2.0
#include "core/time/link_table.h"

namespace bubblescope {

namespace {

LinkTable::Line lineOf(double latency, double bytes, double bandwidth)
{
    return {latency, bandwidth > 0 ? bytes / bandwidth : 0.0};
}

} // namespace

LinkTable::LinkTable(const CostModel& costs)
    : m_other(lineOf(costs.transfer.latency, costs.transfer.bytes, costs.transfer.bandwidth))
    , m_sizes(costs.microbatches)
    , m_hasSizes(!costs.microbatches.lengths.values.empty())
{
    const TransferCost& transfer = costs.transfer;
    for (const LinkCost& link : transfer.links)
        m_named.emplace(key(link.from, link.to),
                        lineOf(link.latency.value_or(transfer.latency), link.bytes.value_or(transfer.bytes),
                               link.bandwidth.value_or(transfer.bandwidth)));
}

} // namespace bubblescope
