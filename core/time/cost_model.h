// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/action.h"
#include "core/model/timeline.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// A time (or size) for every stage: one value for all, or one a stage. A stage beyond a list is an input
/// error.
struct StageValues
{
    std::vector<double> values{1.0}; ///< never empty

    StageValues() = default;
    explicit StageValues(double value) : values{value} {}
    explicit StageValues(std::vector<double> perStage) : values(std::move(perStage)) {}
    [[nodiscard]] double at(StageId stage) const
    {
        return values.size() == 1 ? values[0] : values[stage.value];
    }
    [[nodiscard]] bool isUniform() const { return values.size() == 1; }
    bool operator==(const StageValues&) const = default;
};

/// Which dependencies are kept and who pays the transfer; the exact rules stand beside the simulation.
enum class TimingProfile : std::uint8_t { Strict, PpScheduleVisualization, PpScheduleVisualizationSync };
[[nodiscard]] std::string_view profileName(TimingProfile profile) noexcept;
[[nodiscard]] Result<TimingProfile> profileFromName(std::string_view name);

/// How long a block of overlapped parts takes.
struct OverlapRule
{
    enum class Fallback : std::uint8_t { Sum, Max };
    Fallback fallback = Fallback::Sum;
    /// Explicit times by the ordered pair of kinds ("F+B" apart from "B+F"), by the stage of the first part.
    std::map<std::pair<ActionKind, ActionKind>, StageValues> times;
    bool operator==(const OverlapRule&) const = default;
};

enum class TransferMode : std::uint8_t { Async, Rendezvous };

/// Transfer between two ranks: latency + bytes / bandwidth.
struct TransferCost
{
    double latency = 0;
    double bytes = 0;
    double bandwidth = 0; ///< 0 = bytes cost nothing
    TransferMode mode = TransferMode::Async;
    [[nodiscard]] double time() const { return latency + (bandwidth > 0 ? bytes / bandwidth : 0.0); }
    bool operator==(const TransferCost&) const = default;
};

/// What an action costs. Times in `unit`; what is empty is derived (see durationOf()).
struct CostModel
{
    std::optional<StageValues> forward;
    std::optional<StageValues> backwardInput;
    std::optional<StageValues> backwardWeight;
    std::optional<StageValues> backward;
    OverlapRule overlap;
    TransferCost transfer;
    StageValues unshard{0.0};
    StageValues reshard{0.0};
    StageValues reduceGrad{0.0};
    StageValues activation{1.0};                ///< size of one stage's activation of one microbatch
    double activationKeptUntilWeight = 1.0;     ///< share that only W releases
    std::map<std::uint32_t, double> rankFactor; ///< stragglers: multiplies everything of one rank
    TimingProfile profile = TimingProfile::Strict;
    std::string unit = "step"; ///< "step", "us" or "ms"

    bool operator==(const CostModel&) const = default;

    /// Time of one action alone, without its rank's factor. Defaults F 1, I 1, W 1, B 2; a missing B is I +
    /// W, a missing I and W are halves of B. Communication and WAITs take 0.
    [[nodiscard]] double durationOf(ActionKind kind, StageId stage) const;
    /// Refuses negative, infinite or NaN values, and per-stage lists whose length is not `stageCount`.
    [[nodiscard]] Result<void> check(std::uint32_t stageCount) const;
    /// Whether F, I and W take one and the same time on every stage and rank.
    [[nodiscard]] bool hasEqualTimes() const;
};

} // namespace bubblescope
