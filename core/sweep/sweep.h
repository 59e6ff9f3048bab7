// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/time/cost_model.h"
#include "core/time/what_if.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Every combination of some schedules and numbers, in one order that only the plan decides: the last list
/// varies fastest.
struct SweepPlan
{
    std::vector<ScheduleRequest> schedules; ///< name, placement and own options; their numbers are not used
    std::vector<std::int64_t> ranks;        ///< at least one each
    std::vector<std::int64_t> microbatches;
    std::vector<std::int64_t> stagesPerRank; ///< empty = each schedule's default
    std::vector<double> p2pLatencies;        ///< empty = as the costs say
    CostModel costs;                         ///< as given
    bool costsPerStage = false;              ///< else scalar times and sizes are a rank's whole share
    std::optional<double> memoryLimit;       ///< of one rank, as SearchProblem::memoryLimit
    WhatIf whatIf;
    std::vector<std::string> passes = {}; ///< that lower each order, in turn
    std::vector<std::string> tried = {};  ///< passes, each order also with one of them; varies fastest
    /// An order of more actions is left out, for want of time; nothing = none.
    std::optional<std::uint64_t> mostActions = {};
};

inline constexpr std::uint64_t kMostConfigurations = 1'000'000'000;

/// One combination.
struct SweepConfiguration
{
    std::uint64_t index = 0; ///< its place in the plan
    ScheduleRequest request; ///< complete: its stages per rank are given, by the plan or as the default
    double p2pLatency = 0;
    std::string pass; ///< that is tried; empty = none
};

enum class SweepStatus : std::uint8_t {
    Done,
    OverLimit, ///< timed, and its peak is above the limit
    Refused,   ///< the schedule does not take these numbers
    Failed,    ///< deadlock, or not enough memory here
};
/// "ok", "over-memory-limit", "refused", "failed".
[[nodiscard]] std::string_view sweepStatusName(SweepStatus status);

/// The scalar metrics of `simulate`, by its names.
struct SweepMetrics
{
    double makespan = 0;
    double idealTime = 0;
    double bubbleRate = 0;
    double idleFraction = 0;
    double longestRankSpan = 0;
    double bubbleRateFb = 0;
    double peakActivations = 0;
    double peakActivationsPerRank = 0;
    double peakMemory = 0;      ///< in the unit of the limit
    std::uint32_t peakRank = 0; ///< the lowest with the most activations
};

struct SweepRow
{
    SweepConfiguration configuration;
    SweepStatus status = SweepStatus::Done;
    std::string reason;                  ///< in words; empty when done
    std::uint32_t stages = 0;            ///< of the order; 0 when refused
    std::optional<SweepMetrics> metrics; ///< of Done and OverLimit
};

/// "zbv", or "interleaved-1f1b:placement=v,variant=torch": by its product name, what is given of placement
/// and options in one order. Rows of a sweep are distinguished by it.
[[nodiscard]] std::string sweepScheduleText(const ScheduleRequest& request);

/// Refuses an empty or repeated list, unknown names and numbers that no schedule takes, in words that begin
/// with what is wrong: "schedules", "ranks", "microbatches", "stages-per-rank", "p2p-latency",
/// "memory-limit". More than kMostConfigurations are refused, too.
[[nodiscard]] Result<void> checkPlan(const SweepPlan& plan);
[[nodiscard]] std::uint64_t configurationCount(const SweepPlan& plan);
/// What makes a comparison of its rows doubtful, in words.
[[nodiscard]] std::vector<Sentence> warningsOf(const SweepPlan& plan);
/// Requires index < configurationCount(plan).
[[nodiscard]] SweepConfiguration configurationAt(const SweepPlan& plan, std::uint64_t index);
/// Generates, times and measures one; the same on any machine and thread. Stopped = nothing.
[[nodiscard]] std::optional<SweepRow> runConfiguration(const SweepPlan& plan,
                                                       const SweepConfiguration& configuration,
                                                       const CancelToken& cancel = {});

/// Part `index` (from 1) of `count` of a plan: every count-th configuration.
struct SweepShard
{
    std::uint64_t index = 1;
    std::uint64_t count = 1;
};
/// How many configurations the part has.
[[nodiscard]] std::uint64_t configurationCount(const SweepPlan& plan, const SweepShard& shard);
/// The number in the plan of the part's configuration number `place` (from 0).
[[nodiscard]] std::uint64_t indexInPlan(const SweepShard& shard, std::uint64_t place);

struct SweepRun
{
    SweepShard shard;
    unsigned threads = 0;      ///< 0 = all processors
    std::uint64_t skipped = 0; ///< configurations of the shard that are done already
};

/// Runs a shard's configurations on all threads and hands their rows to `take` in the plan's order, from one
/// thread at a time, each as soon as all before it are there. False if it was cancelled; every row handed out
/// until then is finished. Memory: rows that wait for an earlier one are bounded.
bool runSweep(const SweepPlan& plan, const SweepRun& run, const std::function<void(const SweepRow&)>& take,
              const CancelToken& cancel = {});

/// The rows that no other beats in both step time and peak memory (places in `rows`, by rising step time);
/// of equal ones the first. Only rows that are Done count.
[[nodiscard]] std::vector<std::size_t> paretoFront(const std::vector<SweepRow>& rows);

} // namespace bubblescope
