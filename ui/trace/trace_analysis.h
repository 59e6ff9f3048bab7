// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"
#include "core/fit/replicas.h"
#include "core/fit/residuals.h"
#include "core/fit/waterfall.h"
#include "ui/document/document.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::ui {

/// What profiles hold, read once; steps and patterns are chosen from it again and again.
using TraceFilesPtr = std::shared_ptr<const std::vector<TraceFile>>;

/// What the user says beyond the files.
struct TraceChoices
{
    std::vector<SchedulePtr> candidates; ///< orders of his own that the measured one is held against
    std::map<std::string, std::uint32_t> rankOfFile; ///< by TraceFile::path
};

/// One file of the profiles as the dock lists it.
struct TraceFileFacts
{
    std::string path;
    std::optional<std::uint32_t> rank;  ///< of its pipeline, as the assembly found it
    std::optional<std::size_t> replica; ///< that the rank is of, where another one is shown
    std::string host;
    std::uint64_t events = 0;
    std::size_t records = 0;
    bool isCut = false;
};

/// The prediction with slow ranks as fast as the others.
struct WithoutStragglers
{
    std::vector<Straggler> stragglers;
    WhatIf whatIf;
    std::optional<Time> makespan; ///< µs; nothing without a prediction
};

/// Everything that one step of a profile tells: an immutable snapshot that the window's parts share.
struct TraceAnalysis
{
    std::vector<TraceFileFacts> files;
    MeasuredRun run;
    Identification identification;
    /// The user's own orders held against the measured one, as they were given.
    std::vector<ScheduleMatch> given;
    FittedCosts fitted;
    std::vector<ReplicaFigures> replicas; ///< by number, the shown one too; empty where there is but one
    EvaluationPtr measured;               ///< null where no label is a pipeline action
    std::optional<bubblescope::Comparison> deviations; ///< nothing where there is no prediction
    /// From what the costs of its actions and transfers alone make of the order to what was measured.
    std::optional<Waterfall> lost;
    /// The measured order, the request that makes it, or the nearest one where the measured one cannot run.
    std::optional<ScheduleSource> source;
    EvaluationPtr predicted; ///< of `source` with the fitted costs; null where that cannot run
    /// The slowest stragglers one by one, then all together if there are several; empty where there is none.
    std::vector<WithoutStragglers> without;
    std::vector<std::string> warnings; ///< of all parts, each sentence once

    /// The best match of what can be generated; null without one.
    [[nodiscard]] const ScheduleMatch* bestKnown() const;
};
using TraceAnalysisPtr = std::shared_ptr<const TraceAnalysis>;

/// Assembles, identifies, fits, simulates and compares. Runs on any thread. What fails after the assembly is
/// a warning: the measured times are there nevertheless. A run without pipeline actions has plain lanes.
[[nodiscard]] Result<TraceAnalysisPtr> analyzeTrace(const std::vector<TraceFile>& files,
                                                    const AssembleOptions& options,
                                                    const std::vector<SchedulePtr>& candidates = {});

/// Whether a prediction runs on each rank that has a trace what was measured there, so that single actions
/// can be held against each other. O(actions log actions).
[[nodiscard]] bool runsWhatWasMeasured(const MeasuredRun& run, const Schedule& schedule);
/// The same with the deviations from another prediction; null if that runs other actions, or was cancelled.
/// Copies the run: for a worker. O(actions log actions).
[[nodiscard]] TraceAnalysisPtr heldAgainst(const TraceAnalysisPtr& analysis, const EvaluationPtr& predicted,
                                           const CancelToken& cancel);

} // namespace bubblescope::ui
