// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/residual_lane.h"
#include "ui/trace/trace_analysis.h"

namespace bubblescope::ui {

/// What is held against what, and in which of both timelines it is drawn.
struct ResidualSubject
{
    TraceAnalysisPtr analysis;
    EvaluationPtr prediction; ///< the document's; has no part in what the measured run is held against
    EvaluationPtr shown;      ///< the measured run, or the prediction
    [[nodiscard]] bool isMeasured() const { return shown == analysis->measured; }
    bool operator==(const ResidualSubject&) const = default;
};

/// How much longer each action of the run took than predicted, as lanes under those of the shown timeline,
/// with the figures of the Deviations page and the Inspector: the measured run is held against the unchanged
/// prediction, a prediction that is shown against the run. Ranks without a trace have no lane. Null if a
/// prediction that is shown runs other actions, nothing was held against the run, or it was cancelled. For a
/// worker where there are many. O(actions log actions).
[[nodiscard]] ResidualLanePtr makeResidualLane(const ResidualSubject& subject,
                                               const CancelToken& cancel = {});

} // namespace bubblescope::ui
