// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/closed_form.h"
#include "core/analyze/simulation_json.h"
#include "core/base/quantity.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/memory_curves.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One rank's share of the metrics; times in the timeline's unit.
struct RankMetrics
{
    Time busy = 0;
    Time idle = 0; ///< makespan - busy: its gaps added up in order; to rounding the sum of the three below
    Time idleWarmup = 0;
    Time idleSteady = 0;
    Time idleCooldown = 0;
    Time rankSpan = 0;
    double peakActivations = 0;
    Time head = 0;            ///< in phases before its first action; not idle
    Time tail = 0;            ///< in phases behind its last one; not idle
    Time exchange = 0;        ///< of its dispatches and combines
    Time exchangeExposed = 0; ///< of these, beside which it computes nothing
};

/// Where a step's time is besides its actions.
struct StepMetrics
{
    Time head = 0;    ///< before the first action of all ranks
    Time actions = 0; ///< from there until the last action of all ranks has ended
    Time tail = 0;    ///< from there until the step ends
};

/// The numbers of docs/cost-model.md, "Metrics", by its names.
struct Metrics
{
    Time makespan = 0; ///< with head and tail, where there are some
    Time idealTime = 0;
    double bubbleRate = 0;
    double idleFraction = 0;
    /// The bubble rate if the host's part of every action (CostModel::hostOverhead) were idle, as it is in
    /// what a profile measures; nothing without such a part.
    std::optional<double> bubbleRateHostIdle = {};
    Time longestRankSpan = 0;
    double bubbleRateFb = 0;
    double peakActivations = 0; ///< highest of all ranks
    double peakActivationsPerRank = 0;
    std::uint32_t peakRank = 0;
    std::vector<RankMetrics> perRank;
    std::optional<StepMetrics> step = {}; ///< nothing without head and tail
};
/// All finite for a timeline of simulate(). Throws std::bad_alloc, and nothing else, if memory for one entry
/// a rank is lacking.
[[nodiscard]] Metrics measure(const Timeline& timeline, const CostModel& costs);

/// What a stretch of a critical path passes with, under a policy of communicators.
struct PathPart
{
    enum class Kind : std::uint8_t {
        Compute,  ///< of the action; an FSDP action as well
        Transfer, ///< the message that the action sends, receives, made or waits for
        Gap,      ///< between two kernels, up to the action
        Host,     ///< the rank's host is on its way to the action
        Phase,    ///< of the head or the tail of the step; what it waits for on another replica, too
    };
    Kind kind = Kind::Compute;
    ActionPosition action; ///< of a phase only the rank counts
    Time start = 0;
    Time end = 0;
    StepPhase phase = StepPhase::Head; ///< of a phase
};
/// "compute", "transfer", "gap", "host", "phase".
[[nodiscard]] std::string_view pathPartId(PathPart::Kind kind) noexcept;

/// The chain of actions that makes the makespan what it is, from its first action to the last end.
struct CriticalPath
{
    Time length = 0;
    std::vector<ActionPosition> actions;
    /// Under a policy of communicators: each begins where the one before ends, from 0 to `length`.
    std::vector<PathPart> parts = {};
};
/// Each action starts when the one before it has ended, or its message has come, the wait for its link
/// counted. Times the order again with `costs`, which must be those of the timeline; empty if memory is
/// lacking.
[[nodiscard]] CriticalPath criticalPath(const Timeline& timeline, const CostModel& costs);

/// The metrics as one line for a picture's title: "makespan 33 · idle 27.3 % · bubble rate 37.5 % · peak 4
/// activations on rank 0". The peak is a PeakSize.
[[nodiscard]] std::string metricsLine(const Metrics& metrics, const std::string& unit,
                                      const MemoryCurves* memory = nullptr);

} // namespace bubblescope
