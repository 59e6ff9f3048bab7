// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bubblescope {

std::vector<std::size_t> paretoFront(const std::vector<SweepRow>& rows)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].status == SweepStatus::Done && rows[i].metrics)
            order.push_back(i);
    const auto keyOf = [&](std::size_t i) {
        return std::tuple(rows[i].metrics->makespan, rows[i].metrics->peakMemory, i);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keyOf(a) < keyOf(b); });
    // Each that follows is slower, so it counts only where it holds less than all before it.
    double least = std::numeric_limits<double>::infinity();
    std::erase_if(order, [&](std::size_t i) {
        if (rows[i].metrics->peakMemory >= least)
            return true;
        least = rows[i].metrics->peakMemory;
        return false;
    });
    return order;
}

} // namespace bubblescope
