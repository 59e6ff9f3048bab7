// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_model.h"

#include <QStringList>
#include <cstdint>
#include <vector>

namespace bubblescope::ui {

/// How times are given: one for every stage, one a stage, or composed from embedding, layers and head.
enum class CostMode : std::uint8_t { Uniform, PerStage, ByBlock };
/// The plainest one that says all of it.
[[nodiscard]] CostMode costModeOf(const CostModel& costs);

struct CostConversion
{
    CostModel costs;
    bool loses = false; ///< stages that differed are now equal, to the first one's values
};
/// The costs in another mode. Uniform costs are per-stage costs as they are: a list begins with the first
/// value that differs. Requires costs that passed check(stageCount).
[[nodiscard]] CostConversion convertedTo(CostMode mode, const CostModel& costs, std::uint32_t stageCount,
                                         bool recomputes);

/// The time of a kind as the model has it, derived ones included; in one value where all stages agree.
/// Requires costs without blocks that passed check(stageCount).
[[nodiscard]] StageValues timesOf(const CostModel& costs, ActionKind kind, std::uint32_t stageCount);
/// With F, I, W or B set. I and W make B follow them; B makes them its halves; `independent` ones, of an
/// order that runs B beside I and W, leave each other alone.
[[nodiscard]] CostModel withTimes(CostModel costs, ActionKind kind, StageValues values,
                                  std::uint32_t stageCount, bool independent = false);
/// A value for each stage. Requires a single value or a list that fits.
[[nodiscard]] std::vector<double> inFull(const StageValues& values, std::uint32_t stageCount);

/// The lists that have another number of values than the schedule has stages, in words: "Forward has 4".
[[nodiscard]] QStringList misfits(const CostModel& costs, std::uint32_t stageCount);
/// The same costs with every list cut to the stages, or its last value repeated.
[[nodiscard]] CostModel fittedTo(CostModel costs, std::uint32_t stageCount);

} // namespace bubblescope::ui
