// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/timing_failure.h"
#include "core/time/worklist.h"

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
inline constexpr std::string_view kDeadlockPrefix = "deadlock: ";

/// The way of waiting from the lowest rank that waits.
struct StuckWay
{
    std::vector<std::uint32_t> cycle; ///< ranks in waiting order from the lowest; empty if the way just ends
    std::uint32_t last = 0;           ///< where it ends: needs something that no rank runs
};

/// Looks for what keeps a worklist at rest, again and again. Keeps its marks, so that a look costs the length
/// of its way and not the number of ranks.
class StuckSearch
{
public:
    explicit StuckSearch(std::size_t ranks) : m_seen(ranks, 0) {}

    /// Requires !worklist.allDone() and a worklist that only goes on between looks.
    [[nodiscard]] StuckWay look(const Worklist& worklist);
    /// Every rank is done, in O(1) amortised.
    [[nodiscard]] bool allDone(const Worklist& worklist);

private:
    std::vector<std::uint32_t> m_seen; ///< number of the look that came by
    std::uint32_t m_look = 0;
    std::uint32_t m_lowest = 0; ///< every rank below is done
};

/// Gives the number of the cell that holds an action.
using CellNumbers = std::function<std::size_t(const Place&)>;

/// The actions of a cycle of ranks: each one that waits, and what it waits for.
[[nodiscard]] std::vector<ActionPosition> cycleActions(const Worklist& worklist,
                                                       const std::vector<std::uint32_t>& cycle);
/// "rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which stands behind 1F1; rank 1 …"
[[nodiscard]] std::string cycleMessage(const Schedule& schedule, const Worklist& worklist,
                                       const std::vector<std::uint32_t>& cycle, const CellNumbers& cellOf);

/// Why a worklist came to rest before its end: the cycle that the lowest waiting rank leads into, or the
/// action on that way whose input no rank runs. Requires !worklist.allDone().
[[nodiscard]] TimingFailure explainStuck(const Schedule& schedule, const Worklist& worklist);

} // namespace bubblescope
