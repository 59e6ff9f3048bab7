// SPDX-License-Identifier: Apache-2.0
#include "core/fit/run_change.h"

#include "core/base/text_list.h"
#include "core/fit/cell_gaps.h"
#include "core/fit/measured_cells.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace bubblescope {

namespace {

using fit::GapCell;
using fit::GapTable;

constexpr std::size_t kRunChangeRanksTold = 8; ///< ranks
constexpr Time kRoundingLeft = 1e-6;           ///< µs that adding up leaves of nothing

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

bool isComplete(const MeasuredRun& before, const MeasuredRun& after)
{
    return absentRanks(before).empty() && absentRanks(after).empty();
}

Sentence whyRunsNotPaired(const MeasuredRun& before, const MeasuredRun& after,
                          const std::vector<std::uint32_t>& both)
{
    if (both.empty())
        return {{"run-change.no-rank", "no rank has a trace in both runs: A has {before}, B has {after}"},
                listText(tracedNumbers(before), kRunChangeRanksTold),
                listText(tracedNumbers(after), kRunChangeRanksTold)};
    // Where ranks are missing their stages are, too.
    if (isComplete(before, after) && before.stageCount != after.stageCount)
        return {{"run-change.stages", "A has {before} stages and B {after}: actions of the same name are "
                                      "other work"},
                before.stageCount,
                after.stageCount};
    for (const std::uint32_t rank : both)
        if (runStages(before.ranks[rank]) != runStages(after.ranks[rank]))
            return {{"run-change.placement", "rank {rank} runs other stages in B than in A"}, rank};
    return {};
}

/// What only one of the runs has.
std::vector<Sentence> whatIsLeftOut(const MeasuredRun& before, const MeasuredRun& after,
                                    const std::vector<std::uint32_t>& both)
{
    std::vector<Sentence> said;
    const auto others = [&](const MeasuredRun& run) {
        std::vector<std::uint32_t> ranks = tracedNumbers(run);
        std::erase_if(ranks, [&](auto rank) { return std::binary_search(both.begin(), both.end(), rank); });
        return ranks;
    };
    if (const auto ranks = others(before); !ranks.empty())
        said.push_back({{"run-change.not-in-b", "these ranks have no trace in B and are left out: {ranks}"},
                        listText(ranks, kRunChangeRanksTold)});
    if (const auto ranks = others(after); !ranks.empty())
        said.push_back({{"run-change.not-in-a", "these ranks have no trace in A and are left out: {ranks}"},
                        listText(ranks, kRunChangeRanksTold)});
    if (hasEdges(before) != hasEdges(after))
        said.push_back(
            {{"run-change.not-whole", "head and tail are left out of both steps: the profiles of {run} "
                                      "do not mark off the step"},
             hasEdges(before) ? "B" : "A"});
    return said;
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
    ChangedRun(const MeasuredRun& run, bool isWhole) : timeline(stepTimeline(run, isWhole)), table(timeline)
    {
        table.tellWaits(run);
    }

    Timeline timeline;
    GapTable table;
};

/// Whether what the cell waits for is on a rank without a trace: a gap before it tells nothing of its own
/// host.
bool waitsUnseen(const ChangedRun& run, const GapCell& cell, std::uint32_t stageCount)
{
    for (std::size_t i = 0; i < cell.parts; ++i) {
        const std::vector<ActionId> inputs =
            fit::inputsOf(run.timeline.schedule->at({cell.at.rank, cell.at.index + i}).id());
        const bool isSeen = std::any_of(inputs.begin(), inputs.end(), [&](const ActionId& input) {
            return input.stage.value >= stageCount || run.table.find(input) != nullptr;
        });
        if (!inputs.empty() && !isSeen)
            return true;
    }
    return false;
}

/// What a rank does around its actions in one run, by part, and when it is through; what it waits for others
/// in its tail, too. Its head is in the gap before its first action: it is taken from there.
std::array<Time, kRunPartCount> aroundActions(const ChangedRun& run, std::uint32_t rank,
                                              std::uint32_t stageCount, Time& end)
{
    std::array<Time, kRunPartCount> parts{};
    const std::vector<GapCell>& cells = run.table.ranks()[rank];
    const bool waits =
        !cells.empty() && (cells.front().byCause[static_cast<std::size_t>(DeviationCause::Wait)] > 0 ||
                           waitsUnseen(run, cells.front(), stageCount));
    for (const PhaseSpan& span : run.timeline.phasesOf(rank)) {
        const Time start = isHead(span.phase) ? span.start : std::max(span.start, end);
        const Time length = std::max(0.0, span.end - start);
        parts[static_cast<std::size_t>(runPartOf(span.phase))] += length;
        if (isHead(span.phase)) {
            parts[static_cast<std::size_t>(waits ? RunPart::Wait : RunPart::Other)] -= length;
        } else {
            parts[static_cast<std::size_t>(RunPart::Wait)] += start - end;
            end = start + length;
        }
    }
    return parts;
}

class RunPairs
{
public:
    RunPairs(RunChange& change, const MeasuredRun& before, const MeasuredRun& after)
        : m_change(change)
        , m_before(before, change.isWhole)
        , m_after(after, change.isWhole)
        , m_stages(std::max(before.stageCount, after.stageCount))
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
        const auto before = aroundActions(m_before, rank, m_stages, own.endBefore);
        const auto after = aroundActions(m_after, rank, m_stages, own.endAfter);
        for (std::size_t part = 0; part < kRunPartCount; ++part)
            addTo(own.parts, static_cast<RunPart>(part), before[part], after[part]);
        for (PartChange& part : own.parts)
            if (std::abs(part.before) < kRoundingLeft && std::abs(part.after) < kRoundingLeft)
                part = {}; // a head was all that was before the first action
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
            const RunPart part = waitsUnseen(m_before, before, m_stages) ? RunPart::Wait : partOfCause(cause);
            addTo(rank.parts, part, before.byCause[c], after.byCause[c]);
            if (const Time changed = std::abs(before.byCause[c] - after.byCause[c]); changed > most) {
                most = changed;
                action.most = part;
            }
        }
        m_change.actions.push_back(action);
    }

    RunChange& m_change;
    ChangedRun m_before;
    ChangedRun m_after;
    std::uint32_t m_stages;
};

} // namespace

std::string_view runPartId(RunPart part) noexcept
{
    if (const std::optional<StepPhase> phase = phaseOfPart(part))
        return stepPhaseId(*phase);
    constexpr std::array<std::string_view, static_cast<std::size_t>(RunPart::Head)> kIds{
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
    RunChange change;
    std::vector<std::uint32_t>& both = change.compared;
    std::set_intersection(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(both));
    change.notPaired = whyRunsNotPaired(before, after, both);
    change.isWhole = hasEdges(before) && hasEdges(after);
    if (!change.notPaired.empty()) {
        if (isComplete(before, after)) {
            change.before = stepTimeline(before, change.isWhole).makespan;
            change.after = stepTimeline(after, change.isWhole).makespan;
        }
        return change;
    }
    change.leftOut = whatIsLeftOut(before, after, both);
    RunPairs pairs(change, withRanks(before, both), withRanks(after, both));
    change.before = pairs.before().timeline.makespan;
    change.after = pairs.after().timeline.makespan;
    for (const std::uint32_t rank : both)
        pairs.holdRank(rank);
    return change;
}

} // namespace bubblescope
