// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/trace_analysis.h"

#include <QString>

namespace bubblescope::ui {

/// What the document shows beside a measured run.
enum class PredictionKind : std::uint8_t {
    AsMeasured, ///< the run's own schedule with the costs fitted to it
    WhatIf,     ///< another schedule or size, or factors, on those costs
    Other,      ///< other costs: nothing that the run tells about
};
/// Of the document's present state, be its times there yet or not.
[[nodiscard]] PredictionKind predictionKind(const TraceAnalysis& analysis, const Document& document);

/// What the what-if is: "ZB-H1 · 4 ranks × 8 microbatches", "rank 2 × 0.645", or both; empty for none.
[[nodiscard]] QString whatIfName(const TraceAnalysis& analysis, const Document& document);
/// A what-if against the unchanged prediction, like with like: "431.22 ms (−9.8 %)"; of other numbers of
/// microbatches also a microbatch's share of the step: "880.10 ms, 55.01 ms a microbatch (−7.9 %)".
[[nodiscard]] QString whatIfDifference(const TraceAnalysis& analysis, const Evaluation& shown);
/// "1f1b, exact · measured 485.66 ms · predicted 477.87 ms (−1.6 %) · what if ZB-H1 · 4 ranks × 8
/// microbatches: 431.22 ms (−9.8 %)".
[[nodiscard]] QString headingText(const TraceAnalysis& analysis, const Document& document);

/// What the residuals are held against: "against 1F1B as measured"; in a what-if of other actions "against
/// 1F1B as measured, not ZBV · 4 ranks × 8 microbatches", in one of the same "against what if GPipe · …".
/// `isHeldAgainstShown`: they are of what the document shows, not of the unchanged prediction.
[[nodiscard]] QString deviationsText(const TraceAnalysis& analysis, const Document& document,
                                     bool isHeldAgainstShown);

/// How a shown step compares with the measured one: "−1.6" %, a microbatch where their numbers differ.
struct AgainstMeasured
{
    double share = 0; ///< shown / measured - 1
    bool isPerMicrobatch = false;
};
/// Nothing where there is nothing to compare: other units, no measured time.
[[nodiscard]] std::optional<AgainstMeasured> againstMeasured(const TraceAnalysis& analysis,
                                                             const Evaluation& shown);

} // namespace bubblescope::ui
