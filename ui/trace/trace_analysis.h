// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"
#include "core/fit/residuals.h"
#include "ui/document/document.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::ui {

/// What profiles hold, read once; steps and patterns are chosen from it again and again.
using TraceFilesPtr = std::shared_ptr<const std::vector<TraceFile>>;

/// One file of the profiles as the dock lists it.
struct TraceFileFacts
{
    std::string path;
    std::optional<std::uint32_t> rank; ///< of the pipeline, as the assembly found it
    std::string host;
    std::uint64_t events = 0;
    std::size_t records = 0;
    bool isCut = false;
};

/// Everything that one step of a profile tells: an immutable snapshot that the window's parts share.
struct TraceAnalysis
{
    std::vector<TraceFileFacts> files;
    MeasuredRun run;
    Identification identification;
    FittedCosts fitted;
    EvaluationPtr measured;                            ///< null where no label is a pipeline action
    std::optional<bubblescope::Comparison> deviations; ///< nothing where there is no prediction
    std::optional<ScheduleSource> source;              ///< the measured order, or the request that makes it
    EvaluationPtr predicted;                           ///< of `source` with the fitted costs
    std::vector<std::string> warnings;                 ///< of all parts, each sentence once
};
using TraceAnalysisPtr = std::shared_ptr<const TraceAnalysis>;

/// Assembles, identifies, fits, simulates and compares. Runs on any thread. What fails after the assembly is
/// a warning: the measured times are there nevertheless. A run without pipeline actions has plain lanes.
[[nodiscard]] Result<TraceAnalysisPtr> analyzeTrace(const std::vector<TraceFile>& files,
                                                    const AssembleOptions& options);

} // namespace bubblescope::ui
