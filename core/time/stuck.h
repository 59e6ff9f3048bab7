// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/timing_failure.h"
#include "core/time/worklist.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The text of the cell that holds an action, e.g. "0F1" or "(0F1;3B0)OVERLAP_F_B".
[[nodiscard]] std::string cellTextAt(const Row& row, std::size_t index);
/// Number of the cell that holds an action, bubbles counted, from 0. O(index).
[[nodiscard]] std::size_t cellNumber(const Row& row, std::size_t index);

/// Why a worklist came to rest before its end: the cycle that the lowest waiting rank leads into, or the
/// action on that way whose input no rank runs. Requires !worklist.allDone().
[[nodiscard]] TimingFailure explainStuck(const Schedule& schedule, const Worklist& worklist);

} // namespace bubblescope
