// SPDX-License-Identifier: Apache-2.0
#include "core/base/for_each_rank.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bubblescope {

void forEachRank(std::uint32_t ranks, const std::function<void(std::uint32_t)>& work, bool inParallel)
{
    // Wide, so that threads counting on past the end cannot wrap around.
    std::atomic<std::uint64_t> next = 0;
    std::mutex failureMutex;
    std::exception_ptr firstFailure;
    const auto takeRanks = [&] {
        try {
            for (std::uint64_t rank = next++; rank < ranks; rank = next++)
                work(static_cast<std::uint32_t>(rank));
        } catch (...) {
            next = ranks;
            const std::scoped_lock lock(failureMutex);
            if (!firstFailure)
                firstFailure = std::current_exception();
        }
    };
    {
        const std::uint32_t threads =
            inParallel ? std::min(ranks, std::max(1U, std::thread::hardware_concurrency())) : 1;
        std::vector<std::jthread> helpers;
        for (std::uint32_t k = 1; k < threads; ++k)
            helpers.emplace_back(takeRanks);
        takeRanks();
    }
    if (firstFailure)
        std::rethrow_exception(firstFailure);
}

} // namespace bubblescope
