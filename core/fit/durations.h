// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/fit_costs.h"
#include "core/fit/measured_cells.h"
#include "core/time/overlap_rule.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

/// How long each kind takes on each stage, and overlapped blocks; private to core/fit.
namespace bubblescope::fit {

/// What counts as the time that an action worked.
using WorkOf = std::function<Time(const MeasuredAction&)>;

/// By kind, then stage. Times of their own where an action is alone; of a kind that a stage runs in
/// overlapped blocks alone those that the assembly divided the blocks into, as estimated.
[[nodiscard]] std::vector<DurationStatistics> durationsOf(const std::vector<RankCells>& ranks,
                                                          const WorkOf& workOf = &MeasuredAction::work);

/// Ranks of which every kind takes more than 1.25 times the median over ranks (the lower one of an even
/// number). The backward of stage 0 is left aside: it has no input gradient to make.
[[nodiscard]] std::vector<Straggler> stragglersOf(const MeasuredRun& run,
                                                  const std::vector<RankCells>& ranks);

/// Times of every stage, what was not measured filled in: of B, I and W the one that the others leave (B
/// alone in shares, but all of it as W on stage 0, which has no input gradient to make), then estimates, then
/// the median of the kind over the other stages.
class StageTimes
{
public:
    StageTimes(const std::vector<DurationStatistics>& durations, std::uint32_t stageCount,
               SplitShares split = {});

    [[nodiscard]] Time of(ActionKind kind, std::uint32_t stage) const;
    /// Nothing was measured on the stage itself that gives this kind's time.
    [[nodiscard]] bool isBorrowed(ActionKind kind, std::uint32_t stage) const;
    /// I and W of the stage are not known but made of its B.
    [[nodiscard]] bool isDivided(std::uint32_t stage) const;
    [[nodiscard]] std::uint32_t stageCount() const { return m_stageCount; }

private:
    void fillBackward(std::uint32_t stage);
    void borrow();

    [[nodiscard]] Time partOfBackward(ActionKind kind, std::uint32_t stage, Time whole) const;

    std::uint32_t m_stageCount;
    SplitShares m_split;
    std::map<std::pair<ActionKind, std::uint32_t>, Time> m_times;
    std::map<std::pair<ActionKind, std::uint32_t>, Time> m_borrowed;
};

/// For each pair of kinds that a calibration can name: the blocks' time as a share of what both parts take
/// one after the other, the median over the blocks. `overhead` is part of every action's time.
[[nodiscard]] OverlapRule fitOverlap(const std::vector<RankCells>& ranks, const StageTimes& times,
                                     Time overhead);

/// "a pipeline of 4 ranks".
[[nodiscard]] std::string pipelineName(std::size_t rankCount);
/// One sentence for each thing that is not known or taken from elsewhere.
[[nodiscard]] std::vector<std::string> fitWarnings(const MeasuredRun& run, const FittedCosts& fitted,
                                                   const StageTimes& times);

} // namespace bubblescope::fit
