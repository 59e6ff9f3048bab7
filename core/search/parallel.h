// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace bubblescope::search {

/// Threads to work on; 0 = as many as there are processors.
[[nodiscard]] unsigned threadsFor(unsigned asked);
/// Calls `work` once for each number below `count`, rising, on so many threads, and returns when all are
/// done. An exception is thrown again here after all.
void forEachTask(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work);

} // namespace bubblescope::search
