// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/sweep/sweep.h"

#include <QString>
#include <functional>

namespace bubblescope::ui {

/// What of the document a sweep begins with.
struct SweepContext
{
    ScheduleRequest request;       ///< of a loaded order: the last there was, with its ranks and microbatches
    CostModel costs;               ///< of its stages
    std::uint32_t shareStages = 1; ///< among how many stages a rank's share is divided (stagesOfAShare())
    WhatIf whatIf;
    bool operator==(const SweepContext&) const = default;
};

/// Whose times and sizes stay the same when schedules cut the model into other numbers of stages.
enum class CostShare : std::uint8_t {
    WholeRank, ///< a rank's whole share: more stages are smaller ones
    Stage,     ///< each stage, so that more stages are more work
};

/// The costs of one of `shareStages` stages as those of a rank's whole share: timesOfOneStage() and
/// sizesOfOneStage() lead back. Activations that are only counted count as a rank's whole share. What blocks
/// compose stays, for blocks know their layers, and so do lists that know each stage, which a sweep divides
/// or joins.
[[nodiscard]] CostModel wholeShareOf(CostModel costs, std::uint32_t shareStages);

/// What a row opens as: its request, and the costs as it was timed with. A limit of the plan becomes theirs.
[[nodiscard]] EvaluationInput openedAs(const SweepPlan& plan, const SweepRow& row);

/// Runs a plan, its rows in the plan's order; false if it was cancelled. Called on a worker.
using SweepFunction = std::function<bool(
    const SweepPlan& plan, const std::function<void(const SweepRow&)>& take, const CancelToken& cancel)>;

/// runSweep() on all processors but one, which the window keeps.
[[nodiscard]] SweepFunction sweepOfTheCore();

/// More configurations are for the command line.
inline constexpr std::uint64_t kMostSwept = 20'000;

} // namespace bubblescope::ui
