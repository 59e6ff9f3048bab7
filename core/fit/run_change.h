// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"
#include "core/fit/residuals.h"
#include "core/trace/measured_run.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a rank spends its time on: computing, by kind; an overlapped block as a whole; and what is before an
/// action, as DeviationCause.
enum class RunPart : std::uint8_t {
    Forward,
    Backward,
    InputGradient,
    WeightGradient,
    Overlapped,
    Transfer,
    Host,
    Wait,
    Other, ///< what is before a rank's first action
};
inline constexpr std::size_t kRunPartCount = 9;
/// "forward", "backward", "input-gradient", "weight-gradient", "overlapped", "transfer", "host", "wait",
/// "other".
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

/// One action, or the first of an overlapped block, µs from the first start of each run.
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
    Time endBefore = 0, endAfter = 0; ///< of its last action
    PartChanges parts{};
};

/// Two runs of the same model, before and after a change: A and B.
struct RunChange
{
    Time before = 0; ///< step of A: from the first start to the last end of the ranks with a trace in both
    Time after = 0;  ///< the same of B
    PartChanges parts{};
    std::vector<RankChange> ranks;     ///< with a trace in both
    std::vector<ActionChange> actions; ///< by rank, in the order of A
    std::size_t onlyBefore = 0;        ///< blocks of these ranks that B does not have
    std::size_t onlyAfter = 0;
    /// Why actions of the same name are not the same work; empty if they are. Nothing but the steps is told
    /// then.
    Sentence notPaired;
};

/// Pairs the actions by name, on the same rank. An empty run is an error. O(actions).
[[nodiscard]] Result<RunChange> runChange(const MeasuredRun& before, const MeasuredRun& after);

/// For people: "B is 4.1 % faster; rank 2 gained most, 12 ms, in its backwards"; then what was lost, and what
/// only one of the runs has.
[[nodiscard]] std::vector<Sentence> runChangeSentences(const RunChange& change);

/// The value of "change" in `compare --measured --against --json`: {"before": …, "after": …, "sentences":
/// [...], "by_part": {"forward": {"before": …, "after": …}, …}, "by_rank": [{"rank": 0, "end_before": …,
/// "end_after": …, "forward": {…}, …}]}, µs. Parts that neither run has are left out.
[[nodiscard]] std::string runChangeJson(const RunChange& change);

} // namespace bubblescope
