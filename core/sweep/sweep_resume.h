// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/sweep.h"
#include "core/sweep/sweep_reader.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Whether these rows are the first ones of the plan's part, so that it can go on behind them: each has the
/// configuration that the plan has at its place, and a few, spread over the file, are worked out again and
/// compared whole, so that other costs are noticed. What differs is an error with its line and column.
/// O(rows).
[[nodiscard]] Result<void> checkRowsOfPlan(std::string_view text, const SweepLines& lines,
                                           const std::string& source, SweepFormat format,
                                           const SweepPlan& plan, const SweepShard& shard,
                                           const CancelToken& cancel = {});

} // namespace bubblescope
