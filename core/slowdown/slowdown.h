// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slowdown/training_job.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// One data-parallel rank's place in the pipeline.
struct SlowdownWorker
{
    std::uint64_t rank = 0;    ///< number in the pipeline
    std::uint64_t replica = 0; ///< number of the data-parallel rank
    double share = 1;          ///< the lesser of its rank's and its replica's
    /// How the step would change with this worker at ideal durations, as a share of it: -0.26 is a quarter
    /// less. Only of the workers with the largest shares.
    std::optional<double> without;
};

/// What a run loses to ranks, stages and kinds of operations that take longer than others, by the what-if
/// analysis of ByteDance Seed (docs/slowdown.md). Ratios are to `idealStep`; times are means over the steps,
/// seconds.
struct Slowdown
{
    std::optional<double> measuredStep; ///< as recorded; nothing where clocks of ranks are not known
    double step = 0;                    ///< replayed with recorded durations and no delay of launches
    double idealStep = 0;               ///< replayed with the ideal duration of every kind

    double slowdown = 1;                  ///< step / idealStep
    std::optional<double> launchSlowdown; ///< measuredStep / step

    /// Recorded durations of one kind, rank or replica, ideal ones of all else.
    std::vector<std::pair<std::string, double>> byKind;      ///< as operationGroupText(), the largest first
    std::vector<std::pair<std::uint64_t, double>> byStage;   ///< by number of the pipeline's rank
    std::vector<std::pair<std::uint64_t, double>> byReplica; ///< by number of the data-parallel rank
    /// Share of the loss that is gone with the last stage, and with the slowest 3 % of workers, at ideal
    /// durations: M_S and M_W. Nothing where nothing is lost.
    std::optional<double> lastStage;
    std::optional<double> slowWorkers;
    std::size_t slowWorkerCount = 0;

    std::vector<SlowdownWorker> workers; ///< by rank, then replica
    std::vector<std::uint64_t> steps;
    std::vector<Sentence> notes; ///< what cannot be told
};

/// Errors: what JobReplay::prepare() says; no time in the recorded operations; Cancelled.
[[nodiscard]] Result<Slowdown> measureSlowdown(const TrainingJob& job, const CancelToken& cancel = {});

/// For people: what is lost, and to what; the largest first.
[[nodiscard]] std::vector<Sentence> slowdownSentences(const Slowdown& slowdown);
/// "rank 2", "stage 2 of DP rank 0".
[[nodiscard]] Sentence workerName(const Slowdown& slowdown, const SlowdownWorker& worker);

/// `slowdown --json`; keys as in docs/slowdown.md.
[[nodiscard]] std::string slowdownJson(const Slowdown& slowdown, const std::vector<std::string>& warnings);

} // namespace bubblescope
