// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"
#include "core/fit/residuals.h"
#include "core/trace/measured_run.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a rank spends its time on: computing, by kind; an overlapped block as a whole; what is before an
/// action, as DeviationCause; and the phases of its step's head and tail, as StepPhase.
enum class RunPart : std::uint8_t {
    Forward,
    Backward,
    InputGradient,
    WeightGradient,
    Overlapped,
    Transfer,
    Host,
    Wait,  ///< in the tail, too: for those who do something together
    Other, ///< what is before a rank's first action and not its head
    Head,  ///< the first of the phases, which follow
};
inline constexpr std::size_t kRunPartCount = static_cast<std::size_t>(RunPart::Head) + kStepPhaseCount;
[[nodiscard]] constexpr RunPart runPartOf(StepPhase phase)
{
    return static_cast<RunPart>(static_cast<std::size_t>(RunPart::Head) + static_cast<std::size_t>(phase));
}
/// The phase that a part is; nothing of what belongs to actions.
[[nodiscard]] constexpr std::optional<StepPhase> phaseOfPart(RunPart part)
{
    return part < RunPart::Head
               ? std::nullopt
               : std::optional(static_cast<StepPhase>(static_cast<std::size_t>(part) -
                                                      static_cast<std::size_t>(RunPart::Head)));
}
/// "forward", "backward", "input-gradient", "weight-gradient", "overlapped", "transfer", "host", "wait",
/// "other"; of a phase stepPhaseId().
[[nodiscard]] std::string_view runPartId(RunPart part) noexcept;

/// Sums over the actions that both runs have, µs.
struct PartChange
{
    std::size_t actions = 0; ///< blocks that have some of it in either run
    Time before = 0;
    Time after = 0;

    [[nodiscard]] Time gained() const { return before - after; } ///< below 0: lost
};
using PartChanges = std::array<PartChange, kRunPartCount>; ///< as RunPart

/// One action, or the first of an overlapped block, µs from the begin of each run's step.
struct ActionChange
{
    RankId rank;
    ActionId action;
    RunPart kind = RunPart::Forward; ///< of its computing
    Time startBefore = 0, startAfter = 0;
    Time lengthBefore = 0, lengthAfter = 0;
    Time gapBefore = 0, gapAfter = 0; ///< between the action before it on its rank and this one
    RunPart most = RunPart::Forward;  ///< what changed most, of its gap and itself

    [[nodiscard]] Time gained() const { return lengthBefore + gapBefore - lengthAfter - gapAfter; }
};

struct RankChange
{
    RankId rank;
    Time endBefore = 0, endAfter = 0; ///< of its step, or of its last action where tails do not count
    PartChanges parts{};
};

/// Two runs of the same model, before and after a change: A and B.
struct RunChange
{
    /// Step of A, of the ranks with a trace in both, head and tail included if `isWhole`; else from the first
    /// action's start to the last one's end.
    Time before = 0;
    Time after = 0;                      ///< the same of B
    bool isWhole = false;                ///< both runs tell head and tail, so both count
    std::vector<std::uint32_t> compared; ///< the ranks with a trace in both, ascending
    std::vector<Sentence> leftOut;       ///< what only one of the runs has: ranks, head and tail
    PartChanges parts{};
    std::vector<RankChange> ranks;     ///< with a trace in both
    std::vector<ActionChange> actions; ///< by rank, in the order of A
    std::size_t onlyBefore = 0;        ///< blocks of these ranks that B does not have
    std::size_t onlyAfter = 0;
    /// Why actions of the same name are not the same work; empty if they are. Nothing but the steps is told
    /// then, and where ranks are missing not even those: they are not alike.
    Sentence notPaired;

    [[nodiscard]] bool hasSteps() const { return before > 0 || after > 0; }
};

/// Pairs the actions by name, on the same rank. An empty run is an error. O(actions).
[[nodiscard]] Result<RunChange> runChange(const MeasuredRun& before, const MeasuredRun& after);

/// For people: "B is 4.1 % faster; rank 2 gained most, 12 ms, in its backwards"; then what was lost, and what
/// only one of the runs has.
[[nodiscard]] std::vector<Sentence> runChangeSentences(const RunChange& change);

/// The value of "change" in `compare --measured --against --json`: {"before": …, "after": …, "sentences":
/// [...], "by_part": {"forward": {"before": …, "after": …}, …}, "by_rank": [{"rank": 0, "end_before": …,
/// "end_after": …, "forward": {…}, …}], "head_and_tail": true, "ranks": [0, …]}, µs. Parts that neither run
/// has are left out.
[[nodiscard]] std::string runChangeJson(const RunChange& change);

} // namespace bubblescope
