// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"
#include "core/model/placement.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One rank's order. Bubbles are actions of kind Bubble; the parts of an overlapped cell are next to each
/// other.
using Row = std::vector<Action>;

/// A place in an order: the action `index` of the row of `rank`.
struct ActionPosition
{
    RankId rank;
    std::size_t index = 0;

    auto operator<=>(const ActionPosition&) const = default;
};

/// What a plan says of an action: when it begins at the earliest, and how long it takes where that is not
/// what the costs say. In the unit of the costs that it was planned with.
struct ActionPlan
{
    ActionId action;
    double start = 0;
    std::optional<double> duration = {};

    bool operator==(const ActionPlan&) const = default;
};

/// What every rank runs, in order. 8 bytes an action.
struct Schedule
{
    std::string name; ///< product name ("1f1b"), or the file's name for a loaded order
    /// Whose order it is ("torch", "hyper-parallel"), for passes of that project; empty for a loaded order.
    std::string variant;
    std::vector<Row> rows; ///< one per rank
    std::uint32_t stageCount = 0;
    std::uint32_t microbatchCount = 0;
    /// The intended placement of the stages; empty for a loaded order, which has only its rows.
    std::optional<Placement> placement;
    /// Sorted by action; empty but in an order that a pass has planned in time (offload and recompute with
    /// style=zero-bubble). An action that it does not name begins as soon as it can.
    std::vector<ActionPlan> plan = {};

    bool operator==(const Schedule&) const = default;

    [[nodiscard]] std::uint32_t rankCount() const { return static_cast<std::uint32_t>(rows.size()); }
    /// Actions without bubbles. O(actions).
    [[nodiscard]] std::size_t actionCount() const;
    [[nodiscard]] const Action& at(const ActionPosition& position) const
    {
        return rows[position.rank.value][position.index];
    }
    /// Most stages that one rank runs, at least 1; what "stages per rank" is for a loaded order. O(actions).
    [[nodiscard]] std::uint32_t stagesPerRank() const;
};

/// Schedules are shared between threads as constant snapshots.
using SchedulePtr = std::shared_ptr<const Schedule>;

/// One past the last action of the cell that begins at `index`.
[[nodiscard]] std::size_t cellEnd(std::span<const Action> row, std::size_t index);

/// The cell's text as PyTorch writes it: "0F1", "(0F1;3B0)OVERLAP_F_B", "" for a bubble.
[[nodiscard]] std::string cellText(std::span<const Action> cell);

/// A schedule without its bubbles.
[[nodiscard]] Schedule withoutBubbles(const Schedule& schedule);

/// Highest stage and microbatch number + 1 over all rows, written into the schedule's counts.
void countStagesAndMicrobatches(Schedule& schedule);

} // namespace bubblescope
