// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"

#include <cstddef>
#include <functional>
#include <type_traits>

namespace bubblescope {

/// How parallelFor() runs.
struct ParallelRun
{
    unsigned threads = 0;                ///< at most; 0 = as many as there are processors
    const CancelToken* cancel = nullptr; ///< once it is set, nothing more is begun
    /// Told after each index how many are done, by the thread that did it.
    std::function<void(std::size_t)> progress = {};
};

/// Threads to work on; 0 = as many as there are processors.
[[nodiscard]] unsigned threadsFor(unsigned asked);
/// All processors for what is worth it, else the calling thread alone.
[[nodiscard]] inline unsigned threadsIf(bool isWorthIt)
{
    return isWorthIt ? 0 : 1;
}

/// parallelFor() without its types.
bool runParallel(std::size_t count, const std::function<void(std::size_t, unsigned)>& work,
                 const ParallelRun& run);

/// Calls `work(index)` or `work(index, thread)` once for each index below `count`, handed out rising, on the
/// calling thread and others (as far as they can be had), and returns when all are done. `thread` is below
/// the number of threads, 0 is the caller. An exception stops what has not begun; that of the lowest index is
/// thrown again here, so that the outcome is the same on any number of threads. False if it was cancelled.
template <typename Index, typename Work>
bool parallelFor(Index count, Work&& work, const ParallelRun& run = {})
{
    return runParallel(
        static_cast<std::size_t>(count),
        [&]([[maybe_unused]] std::size_t index, [[maybe_unused]] unsigned thread) {
            if constexpr (std::is_invocable_v<Work&, Index, unsigned>)
                work(static_cast<Index>(index), thread);
            else
                work(static_cast<Index>(index));
        },
        run);
}

} // namespace bubblescope
