// SPDX-License-Identifier: Apache-2.0
#include "core/search/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bubblescope::search {

unsigned threadsFor(unsigned asked)
{
    return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

void forEachTask(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failed;
    const auto takeTasks = [&] {
        try {
            for (std::size_t task = next++; task < count; task = next++)
                work(task);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failed = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (unsigned k = 1; k < std::min<std::size_t>(threads, count); ++k)
            helpers.emplace_back(takeTasks);
        takeTasks();
    }
    if (failed)
        std::rethrow_exception(failed);
}

} // namespace bubblescope::search
