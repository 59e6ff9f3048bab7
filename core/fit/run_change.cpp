// SPDX-License-Identifier: Apache-2.0
#include "core/fit/run_change.h"

#include "core/fit/cell_gaps.h"
#include "core/fit/pairing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace bubblescope {

namespace {

using fit::GapCell;
using fit::GapTable;

/// Ranks with a trace, ascending.
std::vector<std::uint32_t> tracedNumbers(const MeasuredRun& run)
{
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t r = 0; r < run.ranks.size(); ++r)
        if (run.ranks[r].rank == r && !run.ranks[r].actions.empty())
            numbers.push_back(r);
    return numbers;
}

std::set<StageId> runStages(const MeasuredRank& rank)
{
    std::set<StageId> stages;
    for (const MeasuredAction& action : rank.actions)
        if (isCompute(action.action.kind()))
            stages.insert(action.action.stage());
    return stages;
}

Sentence whyRunsNotPaired(const MeasuredRun& before, const MeasuredRun& after,
                          const std::vector<std::uint32_t>& both)
{
    if (before.stageCount != after.stageCount)
        return {{"run-change.stages", "A has {before} stages and B {after}: actions of the same name are "
                                      "other work"},
                before.stageCount,
                after.stageCount};
    if (both.empty())
        return {{"run-change.no-rank", "no rank has a trace in both runs"}};
    for (const std::uint32_t rank : both)
        if (runStages(before.ranks[rank]) != runStages(after.ranks[rank]))
            return {{"run-change.placement", "rank {rank} runs other stages in B than in A"}, rank};
    return {};
}

RunPart partOfKind(const Timeline& timeline, const GapCell& cell)
{
    if (cell.parts > 1)
        return RunPart::Overlapped;
    switch (timeline.schedule->at(cell.at).kind()) {
    case ActionKind::Backward:
        return RunPart::Backward;
    case ActionKind::BackwardInput:
        return RunPart::InputGradient;
    case ActionKind::BackwardWeight:
        return RunPart::WeightGradient;
    default:
        return RunPart::Forward;
    }
}

RunPart partOfCause(DeviationCause cause)
{
    switch (cause) {
    case DeviationCause::Wait:
        return RunPart::Wait;
    case DeviationCause::Transfer:
        return RunPart::Transfer;
    case DeviationCause::Host:
        return RunPart::Host;
    default:
        return RunPart::Other;
    }
}

void addTo(PartChanges& parts, RunPart part, Time before, Time after)
{
    if (before == 0 && after == 0)
        return;
    PartChange& change = parts[static_cast<std::size_t>(part)];
    ++change.actions;
    change.before += before;
    change.after += after;
}

/// One run as its cells, by rank number.
struct ChangedRun
{
    explicit ChangedRun(const MeasuredRun& run) : timeline(measuredTimeline(run)), table(timeline)
    {
        table.tellWaits(run);
    }

    Timeline timeline;
    GapTable table;
};

class RunPairs
{
public:
    RunPairs(RunChange& change, const MeasuredRun& before, const MeasuredRun& after)
        : m_change(change)
        , m_before(before)
        , m_after(after)
    {}

    void holdRank(std::uint32_t rank)
    {
        RankChange& own = m_change.ranks.emplace_back();
        own.rank = RankId{rank};
        for (const GapCell& cell : m_before.table.ranks()[rank]) {
            own.endBefore = std::max(own.endBefore, cell.end);
            if (const GapCell* other = counterpart(cell, m_before, m_after))
                holdCell(own, cell, *other);
            else
                ++m_change.onlyBefore;
        }
        for (const GapCell& cell : m_after.table.ranks()[rank]) {
            own.endAfter = std::max(own.endAfter, cell.end);
            m_change.onlyAfter += counterpart(cell, m_after, m_before) ? 0 : 1;
        }
        for (std::size_t part = 0; part < kRunPartCount; ++part) {
            m_change.parts[part].actions += own.parts[part].actions;
            m_change.parts[part].before += own.parts[part].before;
            m_change.parts[part].after += own.parts[part].after;
        }
    }

    [[nodiscard]] const ChangedRun& before() const { return m_before; }
    [[nodiscard]] const ChangedRun& after() const { return m_after; }

private:
    /// The same cell of the other run; null where its first action is not there, or on another rank.
    static const GapCell* counterpart(const GapCell& cell, const ChangedRun& own, const ChangedRun& other)
    {
        const GapCell* found = other.table.find(own.timeline.schedule->at(cell.at).id());
        return found && found->at.rank == cell.at.rank ? found : nullptr;
    }

    void holdCell(RankChange& rank, const GapCell& before, const GapCell& after)
    {
        ActionChange action;
        action.rank = rank.rank;
        action.action = m_before.timeline.schedule->at(before.at).id();
        // An overlapped block in one of them is one in both, for what is told.
        action.kind = std::max(partOfKind(m_before.timeline, before), partOfKind(m_after.timeline, after));
        action.startBefore = before.start;
        action.startAfter = after.start;
        action.lengthBefore = before.end - before.start;
        action.lengthAfter = after.end - after.start;
        action.gapBefore = before.gap;
        action.gapAfter = after.gap;
        addTo(rank.parts, action.kind, action.lengthBefore, action.lengthAfter);
        action.most = action.kind;
        Time most = std::abs(action.lengthBefore - action.lengthAfter);
        for (std::size_t c = 0; c < before.byCause.size(); ++c) {
            const auto cause = static_cast<DeviationCause>(c);
            if (cause == DeviationCause::Compute)
                continue;
            addTo(rank.parts, partOfCause(cause), before.byCause[c], after.byCause[c]);
            if (const Time changed = std::abs(before.byCause[c] - after.byCause[c]); changed > most) {
                most = changed;
                action.most = partOfCause(cause);
            }
        }
        m_change.actions.push_back(action);
    }

    RunChange& m_change;
    ChangedRun m_before;
    ChangedRun m_after;
};

/// Ranks of the timeline that are not in `both`.
std::vector<std::uint32_t> otherRanks(const Timeline& timeline, const std::vector<std::uint32_t>& both)
{
    std::vector<std::uint32_t> others;
    for (std::uint32_t rank = 0; rank < timeline.lanes.size(); ++rank)
        if (!std::binary_search(both.begin(), both.end(), rank))
            others.push_back(rank);
    return others;
}

} // namespace

std::string_view runPartId(RunPart part) noexcept
{
    constexpr std::array<std::string_view, kRunPartCount> kIds{
        "forward", "backward", "input-gradient", "weight-gradient", "overlapped", "transfer",
        "host",    "wait",     "other"};
    return kIds[static_cast<std::size_t>(part)];
}

Result<RunChange> runChange(const MeasuredRun& before, const MeasuredRun& after)
{
    if (before.empty() || after.empty())
        return invalidInput({"run-change.empty", "a run without pipeline actions cannot be compared"});
    const std::vector<std::uint32_t> ours = tracedNumbers(before);
    const std::vector<std::uint32_t> theirs = tracedNumbers(after);
    std::vector<std::uint32_t> both;
    std::set_intersection(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(both));
    RunChange change;
    change.notPaired = whyRunsNotPaired(before, after, both);
    RunPairs pairs(change, before, after);
    if (!change.notPaired.empty()) {
        change.before = pairs.before().timeline.makespan;
        change.after = pairs.after().timeline.makespan;
        return change;
    }
    change.before = makespanWithout(pairs.before().timeline, otherRanks(pairs.before().timeline, both));
    change.after = makespanWithout(pairs.after().timeline, otherRanks(pairs.after().timeline, both));
    for (const std::uint32_t rank : both)
        pairs.holdRank(rank);
    return change;
}

} // namespace bubblescope
