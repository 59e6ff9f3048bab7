// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/timing_failure.h"
#include "core/time/wait_cycles.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The text of the cell that holds an action, e.g. "0F1" or "(0F1;3B0)OVERLAP_F_B".
[[nodiscard]] std::string cellTextAt(const Row& row, std::size_t index);
/// Number of the cell that holds an action, bubbles counted, from 0. O(index).
[[nodiscard]] std::size_t cellNumber(const Row& row, std::size_t index);

/// What a deadlock's message begins with.

/// Gives the number of the cell that holds an action.
using CellNumbers = std::function<std::size_t(const Place&)>;

/// The actions of a cycle of ranks: each one that waits, and what it waits for.
[[nodiscard]] std::vector<ActionPosition> cycleActions(const WaitCycle& cycle);
/// "rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which stands behind 1F1; rank 1 …"
[[nodiscard]] Sentence cycleSentence(const Schedule& schedule, const WaitCycle& cycle,
                                     const CellNumbers& cellOf);

/// Why a worklist came to rest before its end: the shortest cycle of ranks that wait for each other
/// (findWaitCycles()), or, where there is none, the action whose input no rank runs and for which the lowest
/// waiting rank waits in the end. Requires !worklist.allDone().
[[nodiscard]] TimingFailure explainStuck(const Schedule& schedule, const Worklist& worklist,
                                         const Dependencies& dependencies);

} // namespace bubblescope
