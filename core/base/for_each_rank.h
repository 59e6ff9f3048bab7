// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace bubblescope {

/// Calls `work` once for each rank number below `ranks`, on as many threads as there are processors, and
/// returns when all are done. The first exception stops the rest and is thrown again here.
void forEachRank(std::uint32_t ranks, const std::function<void(std::uint32_t)>& work, bool inParallel);

} // namespace bubblescope
