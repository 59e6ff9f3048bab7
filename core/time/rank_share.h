// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <cstdint>

namespace bubblescope {

/// Among how many stages a rank's share of a model of so many stages is divided. Not always the stages that a
/// rank holds: where two pipelines run in opposite directions (Chimera, DualPipe) it holds two, each for half
/// of the microbatches, and its share of the model is one.
[[nodiscard]] std::uint32_t stagesOfAShare(std::uint32_t stageCount, std::uint32_t ranks);

/// Costs whose times are those of a rank's whole share of the model, as those of one of its `stagesPerRank`
/// stages (docs/cost-model.md, "Durations"): so that schedules of different numbers of stages do the same
/// work. Every value of a list is divided, too; what blocks compose is not, for blocks know their layers.
/// Transfers and the host's part of an action stay what they are.
[[nodiscard]] CostModel timesOfOneStage(CostModel costs, std::uint32_t stagesPerRank);

/// Costs of a whole rank's share for a schedule that cuts each microbatch into `units` (Seq1F1B): times and
/// activations of one of the `stagesPerRank` stages for one unit; a model's own sizes as those of a stage.
[[nodiscard]] CostModel shareOfOneStage(CostModel costs, std::uint32_t stagesPerRank,
                                        std::uint32_t units = 1);

/// The same as timesOfOneStage() for sizes: activations, parameters, gradients and optimizer states. The
/// limit of a rank stays.
[[nodiscard]] CostModel sizesOfOneStage(CostModel costs, std::uint32_t stagesPerRank);

/// Costs of the stages of a pipeline with `stagesPerRank` on each rank, as those of another that shares the
/// same model among `otherStagesPerRank` on each.
[[nodiscard]] CostModel timesForOtherStages(CostModel costs, std::uint32_t stagesPerRank,
                                            std::uint32_t otherStagesPerRank);
[[nodiscard]] CostModel sizesForOtherStages(CostModel costs, std::uint32_t stagesPerRank,
                                            std::uint32_t otherStagesPerRank);

/// Back again: times, or sizes, of one of `stagesPerRank` stages as those of a rank's whole share.
[[nodiscard]] CostModel timesOfWholeShare(CostModel costs, double stagesPerRank);
[[nodiscard]] CostModel sizesOfWholeShare(CostModel costs, double stagesPerRank);

/// Whether sizes are not given, so that what a rank holds is a number of activations.
[[nodiscard]] bool countsActivations(const CostModel& costs);

} // namespace bubblescope
