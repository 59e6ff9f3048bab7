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

/// Everything computed from one source and one cost model: an immutable snapshot that panels and timeline
/// share.
struct Evaluation
{
    TimelinePtr timeline;
    LaneIndexPtr index;
    Metrics metrics;
    CostModel costs; ///< as the order was timed: composed for its stages, with the what-if in it
    WhatIf whatIf;
    Time makespanBefore = 0;     ///< without the what-if
    MemoryCurvesPtr memory;      ///< never null
    std::size_t actionCount = 0; ///< without bubbles
    bool splitsBackward = false; ///< runs I or W
    /// Why the order cannot run, in words; empty if it can. The times of one that cannot are those it would
    /// have if what it waits for in vain were not needed.
    std::string brokenBecause;
};
using EvaluationPtr = std::shared_ptr<const Evaluation>;

/// Generates (or takes), lowers, times, indexes and measures. An order that cannot run is timed nevertheless,
/// to be shown with its problems. Runs on any thread. Never null; an error where memory does not suffice.
/// `reached` becomes the step that failed, or the last.
[[nodiscard]] Result<EvaluationPtr> evaluate(const EvaluationInput& input, const CancelToken& cancel,
                                             EvaluationStep* reached = nullptr, const WhatIf& whatIf = {});

} // namespace bubblescope::ui
