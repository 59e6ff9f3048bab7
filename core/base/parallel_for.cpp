// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace bubblescope {

unsigned threadsFor(unsigned asked)
{
    return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

bool runParallel(std::size_t count, const std::function<void(std::size_t, unsigned)>& work,
                 const ParallelRun& run)
{
    const auto isCancelled = [&] { return run.cancel != nullptr && run.cancel->isCancelled(); };
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::mutex mutex;
    std::size_t failedIndex = count;
    std::exception_ptr failure;
    const auto take = [&](unsigned thread) {
        while (!isCancelled()) { // what is taken is begun
            const std::size_t index = next++;
            if (index >= count)
                return;
            try {
                work(index, thread);
                ++done;
                if (run.progress)
                    run.progress(done);
            } catch (...) {
                const std::scoped_lock lock(mutex);
                next = count;
                if (index < failedIndex) {
                    failedIndex = index;
                    failure = std::current_exception();
                }
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        try {
            for (unsigned thread = 1; thread < std::min<std::size_t>(threadsFor(run.threads), count);
                 ++thread)
                helpers.emplace_back(take, thread);
        } catch (const std::system_error&) { // no more of them: those that are there do it
        }
        take(0);
    }
    if (failure)
        std::rethrow_exception(failure);
    return !isCancelled();
}

} // namespace bubblescope
