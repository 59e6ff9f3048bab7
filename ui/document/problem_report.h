// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"
#include "core/validate/validate.h"
#include "ui/document/unread_cells.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// An action that a problem is about, where it is drawn.
struct ProblemMark
{
    Time start = 0;
    Time end = 0;
    std::size_t index = 0; ///< in the rank's row
};

/// The marked actions of one rank, by start.
struct LaneMarks
{
    std::vector<ProblemMark> marks;
    Time longest = 0; ///< of the marks
};

/// What validation found in a timeline's order, and where its actions stand. Immutable, shared.
struct ProblemReport
{
    TimelinePtr timeline;
    SendSemantics sends = SendSemantics::Buffered;
    std::vector<Problem> problems;
    /// Per problem, its actions that stand in the order; of a deadlock the cycle, in order; of a cell that
    /// could not be read the empty one.
    std::vector<std::vector<ActionPosition>> places;
    std::vector<LaneMarks> lanes; ///< per rank
};
using ProblemReportPtr = std::shared_ptr<const ProblemReport>;

/// Validates, and puts the cells that could not be read before what that finds. Finds the actions of the
/// problems, which count cells, in the rows, which hold actions. What may run on `absentRanks`, of which
/// nothing is known, is not missing. O(actions + problems · log problems). For a worker; too little memory
/// throws std::bad_alloc.
[[nodiscard]] ProblemReportPtr findProblems(const TimelinePtr& timeline, SendSemantics sends,
                                            const UnreadCellsPtr& unread = nullptr,
                                            const std::vector<std::uint32_t>& absentRanks = {});

/// A moment on a rank's lane.
struct LaneMoment
{
    RankId rank;
    Time time = 0;
    bool operator==(const LaneMoment&) const = default;
};

/// Where an action that is missing belongs: beside its nearest relative on the rank (same stage and kind),
/// else where what it needs is ready, else at the begin. O(actions).
[[nodiscard]] LaneMoment placeOfMissing(const Timeline& timeline, const ProblemAction& missing);

} // namespace bubblescope::ui
