// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/metrics.h"
#include "core/base/cancel.h"
#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/scene/lane_index.h"
#include "core/time/memory_curves.h"
#include "core/time/what_if.h"
#include "core/validate/validate.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope::ui {

using ScheduleSource = std::variant<ScheduleRequest, SchedulePtr>;

/// What a picture is made from, and what undo restores.
struct EvaluationInput
{
    ScheduleSource source;
    CostModel costs;
    std::vector<std::string> passes; ///< texts of the passes that lower the order, in turn
    bool operator==(const EvaluationInput&) const = default;
};

/// On the way to an evaluation; where one failed, what is to be mended.
enum class EvaluationStep : std::uint8_t { Generate, Lower, Time };

/// How far an evaluation came.
struct EvaluationProgress
{
    EvaluationStep step = EvaluationStep::Generate; ///< the one that failed, or the last
    SchedulePtr order;                              ///< lowered; null before
};

/// Everything computed from one source and one cost model: an immutable snapshot that panels and timeline
/// share.
struct Evaluation
{
    EvaluationInput input; ///< what it was made from
    TimelinePtr timeline;
    LaneIndexPtr index;
    Metrics metrics;
    CostModel costs; ///< as the order was timed: composed for its stages, with the what-if in it
    WhatIf whatIf;
    Time makespanBefore = 0;     ///< without the what-if
    MemoryCurvesPtr memory;      ///< never null
    std::size_t actionCount = 0; ///< without bubbles
    std::uint32_t kinds = 0;     ///< which kinds the order runs; bit i = ActionKind i
    bool splitsBackward = false; ///< runs I or W
    bool overlaps = false;       ///< has blocks of overlapped actions
    /// Why the order cannot run, in words; empty if it can. The times of one that cannot are those it would
    /// have if what it waits for in vain were not needed.
    Sentence brokenBecause;

    [[nodiscard]] bool runs(ActionKind kind) const
    {
        return (kinds >> static_cast<unsigned>(kind) & 1U) != 0;
    }
    /// Fills in what the timeline's actions tell; wants them at 0 and false.
    void countActions();
};
using EvaluationPtr = std::shared_ptr<const Evaluation>;

/// Generates (or takes), lowers, times, indexes and measures. An order that cannot run is timed nevertheless,
/// to be shown with its problems. Runs on any thread. Never null; an error where memory does not suffice.
/// `progress` tells, also of a failure, how far it came. What `before` has in common with the new evaluation
/// is taken from it: its order if that is made from the same, its neutral makespan if the costs are too.
[[nodiscard]] Result<EvaluationPtr> evaluate(const EvaluationInput& input, const CancelToken& cancel,
                                             EvaluationProgress* progress = nullptr,
                                             const WhatIf& whatIf = {},
                                             const std::shared_ptr<const Evaluation>& before = nullptr);

} // namespace bubblescope::ui
