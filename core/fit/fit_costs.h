// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"
#include "core/trace/measured_run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Durations of one kind on one stage, µs.
struct DurationStatistics
{
    ActionKind kind = ActionKind::Forward;
    StageId stage;
    Time median = 0;    ///< of the time that they worked: without gaps and waits between their kernels
    Time span = 0;      ///< median from the first start to the last end
    Time deviation = 0; ///< median absolute deviation
    Time least = 0, most = 0;
    std::size_t count = 0;
    std::vector<std::size_t> outliers; ///< microbatches beyond median ± 5 deviations
    bool droppedFirst = false;         ///< microbatch 0 was one of them and is left out
    bool isEstimated = false;          ///< only inside overlapped blocks, or assumed
    bool isAssumed = false;            ///< nothing recorded shows when they ran
};

struct Straggler
{
    RankId rank;
    double factor = 1; ///< median over the median of the ranks, of the kind where it is least
    /// Its actions run so many times the kernels of the others': its stages are larger; 1 where they are not.
    double kernelFactor = 1;
};
/// "rank 2 takes 1.50 times as long as the others"; also that its stage is larger, where it is.
[[nodiscard]] std::string stragglerText(const Straggler& straggler);

/// What I and W take of a B that is not split, on a stage behind the first.
struct SplitShares
{
    double input = 0.5;
    double weight = 0.5;

    [[nodiscard]] bool areHalves() const { return input == 0.5 && weight == 0.5; }
};

/// A value that a run does not tell.
struct FittedDefault
{
    std::string key; ///< in a cost file: "communicators.forward_slowdown"
    std::string why; ///< "1.45, as seen elsewhere: nothing was computed beside a transfer"
};

/// What a measured run says about costs.
struct FittedCosts
{
    std::vector<DurationStatistics> durations; ///< by kind, then stage
    /// The same as the costs have them: as long as each would take without a transfer beside it.
    std::vector<DurationStatistics> alone;
    std::vector<Straggler> stragglers;
    std::optional<Time> hopLatency; ///< median over waiting pairs; nothing where none waited (then a warning)
    std::size_t hopPairs = 0;
    std::optional<Time> hostOverhead; ///< median gap between labels of a rank without a wait
    std::vector<std::string> warnings;
    std::vector<FittedDefault> defaults; ///< of `costs`
    SplitShares split;                   ///< by which I and W are made of B where no B is split
    /// Per stage in µs, provenance in `source`. What is known of the host's overhead is part of every
    /// action's time, for the simulation starts the next one where one ends; the latency of a transfer is
    /// what a hop takes beyond it.
    CostModel costs;
    CostModel medians; ///< the same without latency and overhead
};
/// What of a host's times under PyTorch's profiler is left without it: seen on H100 runs of PyTorch and
/// Megatron-Core (docs/predictions.md). A default, no law.
inline constexpr double kUnprofiledHost = 0.72;

/// What PyTorch's I and W take of its B: seen on H100 runs (docs/predictions.md). Defaults, no laws.
inline constexpr double kTorchSplitInput = 0.57;
inline constexpr double kTorchSplitWeight = 0.51;

/// What the host's times of a profile hold, and how to leave it out: for a file and for the one who reads it.
[[nodiscard]] std::string profilerNote(double hostFactor);

/// Takes medians, so that a few slow actions do not count (docs/profiles.md, "Fitted costs"). A kind that a
/// stage does not run is filled in from its other kinds, else from other stages, with a warning; a run
/// without stages gives costs that are all 0. O(actions log actions).
[[nodiscard]] FittedCosts fitCosts(const MeasuredRun& run);

/// What durations of one kind and stage scatter by from action to action, µs: three median absolute
/// deviations, of the kind and stage in the middle; not less than clocks resolve. O(kinds · stages).
[[nodiscard]] Time durationNoise(const FittedCosts& fitted);

/// As `pipeline-calibration/1` with provenance "trace"; `createdUtc` as "2026-01-31T12:00:00Z". Read back it
/// gives the times of `fitted.costs`. Measured kinds are in "stages", what had to be taken from elsewhere
/// with the flag "estimated"; the overheads in "overheads".
[[nodiscard]] std::string calibrationJson(const FittedCosts& fitted, const MeasuredRun& run,
                                          const std::string& createdUtc);

} // namespace bubblescope
