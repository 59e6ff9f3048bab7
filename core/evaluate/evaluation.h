// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/evaluate/make_order.h"
#include "core/scene/lane_index.h"
#include "core/time/memory_curves.h"
#include "core/time/what_if.h"

#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// What a picture is made from, and what undo restores.
struct EvaluationInput
{
    ScheduleSource source;
    CostModel costs;
    std::vector<std::string> passes; ///< texts of the passes that lower the order, in turn
    bool operator==(const EvaluationInput&) const = default;
};

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
    LaneIndexPtr index; ///< null if not asked for
    Metrics metrics;
    CostModel costs; ///< as the order was timed: composed for its stages, with the what-if in it
    WhatIf whatIf;
    Time makespanBefore = 0;     ///< without the what-if
    MemoryCurvesPtr memory;      ///< null if not asked for
    std::size_t actionCount = 0; ///< without bubbles
    KindMask kinds = 0;          ///< which kinds the order runs
    bool splitsBackward = false; ///< runs I or W
    bool overlaps = false;       ///< has blocks of overlapped actions
    /// Why the order cannot run, in words; empty if it can. The times of one that cannot are those it would
    /// have if what it waits for in vain were not needed.
    Sentence brokenBecause;
    /// What to doubt of these times: of a pass without figures of its own, of slots that costs do not fill.
    std::vector<Sentence> doubts;

    [[nodiscard]] bool runs(ActionKind kind) const { return (kinds & kindBit(kind)) != 0; }
    /// Fills in what the timeline's actions tell; wants them at 0 and false.
    void countActions();
};
using EvaluationPtr = std::shared_ptr<const Evaluation>;

/// What is asked of an evaluation beside the times and the metrics.
struct EvaluationOptions
{
    WhatIf whatIf = {}; ///< factors on the costs
    /// What it has in common with the new evaluation is taken from it: its order if that is made from the
    /// same, its neutral makespan if the costs are too.
    EvaluationPtr before = nullptr;
    EvaluationProgress* progress = nullptr; ///< tells, also of a failure, how far it came
    bool withIndex = true;                  ///< the lane index, what the order runs, and doubts
    bool withMemory = true;
    bool evenIfBroken = true; ///< an order that cannot run is timed, to be shown with its problems
};

/// Generates (or takes), lowers, times, indexes and measures. Runs on any thread. Never null; an error where
/// memory does not suffice.
[[nodiscard]] Result<EvaluationPtr> evaluate(const EvaluationInput& input, const CancelToken& cancel,
                                             const EvaluationOptions& options = {});

} // namespace bubblescope
