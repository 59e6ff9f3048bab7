// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/transfer_cost.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace bubblescope {

/// Time of a transfer between two ranks.
class LinkTimes
{
public:
    explicit LinkTimes(const TransferCost& transfer) : m_time(transfer.time())
    {
        for (const LinkCost& link : transfer.links) {
            TransferCost own = transfer;
            own.latency = link.latency.value_or(own.latency);
            own.bytes = link.bytes.value_or(own.bytes);
            own.bandwidth = link.bandwidth.value_or(own.bandwidth);
            m_named.emplace_back(key(link.from, link.to), own.time());
        }
        std::sort(m_named.begin(), m_named.end());
    }

    /// 0 within one rank.
    [[nodiscard]] double between(std::uint32_t from, std::uint32_t to) const
    {
        if (from == to)
            return 0;
        if (m_named.empty())
            return m_time;
        const auto found = std::lower_bound(m_named.begin(), m_named.end(), std::pair{key(from, to), -1.0});
        return found != m_named.end() && found->first == key(from, to) ? found->second : m_time;
    }

private:
    static std::uint64_t key(std::uint32_t from, std::uint32_t to) { return std::uint64_t{from} << 32U | to; }

    double m_time;
    std::vector<std::pair<std::uint64_t, double>> m_named; ///< sorted by (from, to)
};

} // namespace bubblescope
