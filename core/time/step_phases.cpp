// SPDX-License-Identifier: Apache-2.0
#include "core/time/step_phases.h"

#include <algorithm>
#include <array>
#include <set>

namespace bubblescope {

namespace {

/// When a rank is done with what came before.
struct Ready
{
    Time head = 0; ///< with its head
    Time end = 0;  ///< with its last action, then with each phase of its tail
};

/// The ranks of one replica.
using ReadyRanks = std::vector<Ready>;

/// Who came last to what several do together.
struct LastOf
{
    Time time = 0;
    std::uint32_t rank = PhaseSpan::kNobody;
    std::uint32_t replica = 0;

    void consider(Time ready, std::size_t ofRank, std::size_t ofReplica)
    {
        if (rank != PhaseSpan::kNobody && ready <= time)
            return;
        time = ready;
        rank = static_cast<std::uint32_t>(ofRank);
        replica = static_cast<std::uint32_t>(ofReplica);
    }
};

/// When the first action of each rank starts; nothing of a rank without one.
std::vector<std::optional<Time>> firstStarts(const Timeline& timeline)
{
    std::vector<std::optional<Time>> starts(timeline.lanes.size());
    for (std::size_t r = 0; r < starts.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i)
            if (timeline.schedule->rows[r][i].hasTimeOfItsOwn())
                starts[r] =
                    std::min(starts[r].value_or(timeline.lanes[r].start[i]), timeline.lanes[r].start[i]);
    return starts;
}

Time lastEnd(const Timeline& timeline, std::size_t rank)
{
    Time last = 0;
    for (std::size_t i = 0; i < timeline.lanes[rank].end.size(); ++i)
        if (timeline.schedule->rows[rank][i].hasTimeOfItsOwn())
            last = std::max(last, timeline.lanes[rank].end[i]);
    return last;
}

std::vector<std::set<StageId>> stagesOfRanks(const Schedule& schedule)
{
    std::vector<std::set<StageId>> stages(schedule.rows.size());
    for (std::size_t r = 0; r < stages.size(); ++r)
        for (const Action& action : schedule.rows[r])
            if (isCompute(action.kind()))
                stages[r].insert(action.stage());
    return stages;
}

class StepBuilder
{
public:
    StepBuilder(Timeline& timeline, const CostModel& costs) : m_timeline(timeline), m_costs(costs) {}

    [[nodiscard]] bool run(const TimeReplica& replica)
    {
        const StepCosts& step = m_costs.step;
        const std::size_t ranks = m_timeline.lanes.size();
        std::vector<Timeline> others;
        m_factors = {1};
        for (const auto& [number, factor] : step.replicaFactor) {
            std::optional<Timeline> timed = replica(factor);
            if (!timed)
                return false;
            others.push_back(*std::move(timed));
            m_factors.push_back(factor);
        }
        m_timeline.phases.assign(ranks, {});
        m_stages = stagesOfRanks(*m_timeline.schedule);
        m_ready.assign(m_factors.size(), ReadyRanks(ranks));
        addHeads();
        begin(m_timeline, 0);
        for (std::size_t i = 0; i < others.size(); ++i)
            begin(others[i], i + 1);
        addTails();
        for (std::size_t r = 0; r < ranks; ++r)
            m_timeline.makespan = std::max(m_timeline.makespan, m_ready[0][r].end);
        return true;
    }

private:
    [[nodiscard]] double factorOf(std::size_t rank, std::size_t replica) const
    {
        const auto found = m_costs.rankFactor.find(static_cast<std::uint32_t>(rank));
        return (found == m_costs.rankFactor.end() ? 1 : found->second) * m_factors[replica];
    }

    [[nodiscard]] Time timeOf(const RankValues& values, std::size_t rank, std::size_t replica) const
    {
        return values.at(RankId{static_cast<std::uint32_t>(rank)}) * factorOf(rank, replica);
    }

    /// The sum over the rank's stages.
    [[nodiscard]] Time timeOf(const StageValues& values, std::size_t rank, std::size_t replica) const
    {
        Time sum = 0;
        for (const StageId stage : m_stages[rank])
            sum += values.at(stage);
        return sum * factorOf(rank, replica);
    }

    /// Of the timeline that is made; of other replicas only the times count.
    void add(std::size_t rank, std::size_t replica, const PhaseSpan& span)
    {
        if (replica == 0)
            m_timeline.phases[rank].push_back(span);
    }

    void addHeads()
    {
        const StepCosts& step = m_costs.step;
        const std::size_t ranks = m_timeline.lanes.size();
        for (std::size_t k = 0; k < m_ready.size() && step.head; ++k)
            for (std::size_t r = 0; r < ranks; ++r) {
                m_ready[k][r].head = timeOf(*step.head, r, k);
                add(r, k, {StepPhase::Head, 0, m_ready[k][r].head});
            }
        if (!step.gatherParameters || step.gather != ParameterGather::Head)
            return;
        for (std::size_t r = 0; r < ranks; ++r) {
            LastOf last;
            for (std::size_t k = 0; k < m_ready.size(); ++k)
                last.consider(m_ready[k][r].head, r, k);
            for (std::size_t k = 0; k < m_ready.size(); ++k) {
                m_ready[k][r].head = last.time + timeOf(*step.gatherParameters, r, k);
                add(r, k, {StepPhase::HeadGather, last.time, m_ready[k][r].head, last.rank, last.replica});
            }
        }
    }

    /// Lets a replica's actions begin as soon as no head is in the way.
    void begin(Timeline& timeline, std::size_t replica)
    {
        const std::vector<std::optional<Time>> starts = firstStarts(timeline);
        Time head = 0;
        for (std::size_t r = 0; r < starts.size(); ++r)
            if (starts[r])
                head = std::max(head, m_ready[replica][r].head - *starts[r]);
        if (head > 0) {
            for (LaneTimes& lane : timeline.lanes)
                for (auto* times : {&lane.start, &lane.end})
                    for (Time& time : *times)
                        time += head;
            timeline.makespan += head;
            timeline.head = head;
        }
        for (std::size_t r = 0; r < starts.size(); ++r)
            m_ready[replica][r].end = starts[r] ? lastEnd(timeline, r) : m_ready[replica][r].head;
    }

    void addTails()
    {
        const StepCosts& step = m_costs.step;
        if (step.reduceGradients)
            withReplicas(StepPhase::ReduceGradients, *step.reduceGradients);
        if (step.tiedEmbedding > 0)
            sumEmbeddings();
        if (step.clip)
            clip(*step.clip);
        if (step.optimizer)
            alone(StepPhase::Optimizer, *step.optimizer);
        if (step.gatherParameters && step.gather == ParameterGather::Tail)
            withReplicas(StepPhase::GatherParameters, *step.gatherParameters);
        if (step.finish)
            alone(StepPhase::Finish, *step.finish);
    }

    void go(StepPhase phase, std::size_t rank, std::size_t replica, const LastOf& last, Time time)
    {
        m_ready[replica][rank].end = last.time + time;
        add(rank, replica, {phase, last.time, last.time + time, last.rank, last.replica});
    }

    template <typename Values>
    void alone(StepPhase phase, const Values& times)
    {
        for (std::size_t k = 0; k < m_ready.size(); ++k)
            for (std::size_t r = 0; r < m_ready[k].size(); ++r)
                go(phase, r, k, {m_ready[k][r].end}, timeOf(times, r, k));
    }

    void withReplicas(StepPhase phase, const StageValues& times)
    {
        for (std::size_t r = 0; r < m_timeline.lanes.size(); ++r) {
            LastOf last;
            for (std::size_t k = 0; k < m_ready.size(); ++k)
                last.consider(m_ready[k][r].end, r, k);
            for (std::size_t k = 0; k < m_ready.size(); ++k)
                go(phase, r, k, last, timeOf(times, r, k));
        }
    }

    void clip(const StageValues& times)
    {
        LastOf last;
        for (std::size_t k = 0; k < m_ready.size(); ++k)
            for (std::size_t r = 0; r < m_ready[k].size(); ++r)
                last.consider(m_ready[k][r].end, r, k);
        for (std::size_t k = 0; k < m_ready.size(); ++k)
            for (std::size_t r = 0; r < m_ready[k].size(); ++r)
                go(StepPhase::Clip, r, k, last, timeOf(times, r, k));
    }

    /// Between the ranks that have the first stage and those that have the last one.
    void sumEmbeddings()
    {
        const Schedule& schedule = *m_timeline.schedule;
        std::vector<std::size_t> members;
        for (std::size_t r = 0; r < m_stages.size(); ++r)
            if (m_stages[r].contains(StageId{0}) || m_stages[r].contains(StageId{schedule.stageCount - 1}))
                members.push_back(r);
        if (members.size() < 2)
            return; // the gradients are one rank's
        for (std::size_t k = 0; k < m_ready.size(); ++k) {
            LastOf last;
            for (const std::size_t r : members)
                last.consider(m_ready[k][r].end, r, k);
            for (const std::size_t r : members)
                go(StepPhase::TiedEmbedding, r, k, last, m_costs.step.tiedEmbedding);
        }
    }

    Timeline& m_timeline;
    const CostModel& m_costs;
    std::vector<double> m_factors;           ///< by replica; the first is the timeline's own
    std::vector<ReadyRanks> m_ready;         ///< by replica
    std::vector<std::set<StageId>> m_stages; ///< by rank
};

/// Some row ends with an action of this kind, others of the step's end behind it.
bool endsWith(const Schedule& schedule, ActionKind kind)
{
    for (const Row& row : schedule.rows)
        for (auto at = row.rbegin(); at != row.rend() && !at->hasTimeOfItsOwn(); ++at)
            if (at->kind() == kind)
                return true;
    return false;
}

/// Requires an action of the step's end.
StepPhase phaseOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::EmbedGrad:
        return StepPhase::TiedEmbedding;
    case ActionKind::Clip:
        return StepPhase::Clip;
    case ActionKind::Optimizer:
        return StepPhase::Optimizer;
    default:
        return StepPhase::GatherParameters;
    }
}

} // namespace

std::string_view stepPhaseId(StepPhase phase) noexcept
{
    constexpr std::array<std::string_view, kStepPhaseCount> kIds{
        "head", "head_gather", "reduce_gradients",  "tied_embedding",
        "clip", "optimizer",   "gather_parameters", "finish"};
    return kIds[static_cast<std::size_t>(phase)];
}

CostModel ofReplica(const CostModel& costs, double factor, std::uint32_t rankCount)
{
    CostModel slower = costs;
    for (std::uint32_t rank = 0; rank < rankCount; ++rank)
        slower.rankFactor.try_emplace(rank, 1).first->second *= factor;
    return slower;
}

CostModel withStepEnd(const CostModel& costs, const Schedule& schedule)
{
    CostModel with = costs;
    const auto fill = [&](ActionKind kind, std::optional<StageValues>& times) {
        if (!times && endsWith(schedule, kind))
            times = StageValues(0.0);
    };
    fill(ActionKind::Clip, with.step.clip);
    fill(ActionKind::Optimizer, with.step.optimizer);
    fill(ActionKind::ParamGather, with.step.gatherParameters);
    return with;
}

const PhaseSpan* phaseOf(const Timeline& timeline, const ActionPosition& action)
{
    const ActionKind kind = timeline.schedule->at(action).kind();
    if (!isTail(kind))
        return nullptr;
    const std::span<const PhaseSpan> phases = timeline.phasesOf(action.rank.value);
    const auto found = std::find_if(phases.begin(), phases.end(),
                                    [&](const PhaseSpan& span) { return span.phase == phaseOf(kind); });
    return found == phases.end() ? nullptr : &*found;
}

ActionExtent extentOf(const Timeline& timeline, const ActionPosition& action)
{
    const PhaseSpan* phase = phaseOf(timeline, action);
    return phase != nullptr ? ActionExtent{phase->start, phase->end}
                            : ActionExtent{timeline.startOf(action), timeline.endOf(action)};
}

bool addStepPhases(Timeline& timeline, const CostModel& costs, const TimeReplica& replica)
{
    return costs.step == StepCosts() || StepBuilder(timeline, costs).run(replica);
}

std::vector<Time> latestEnds(const Timeline& timeline)
{
    const std::size_t ranks = timeline.lanes.size();
    std::vector<Time> latest(ranks, timeline.makespan);
    if (timeline.phases.empty())
        return latest;
    // Backwards, from what the makespan allows the last phase.
    for (std::size_t p = kStepPhaseCount; p-- > 0 && !isHead(static_cast<StepPhase>(p));) {
        const auto phase = static_cast<StepPhase>(p);
        const bool isTogether = phase == StepPhase::Clip || phase == StepPhase::TiedEmbedding;
        std::vector<Time> starts(ranks);
        std::vector<bool> has(ranks);
        Time together = timeline.makespan;
        for (std::size_t r = 0; r < ranks; ++r)
            for (const PhaseSpan& span : timeline.phases[r])
                if (span.phase == phase) {
                    has[r] = true;
                    starts[r] = latest[r] - (span.end - span.start);
                    together = std::min(together, starts[r]);
                }
        for (std::size_t r = 0; r < ranks; ++r)
            if (has[r])
                latest[r] = isTogether ? together : starts[r];
    }
    return latest;
}

ActionExtent actionExtent(const Timeline& timeline)
{
    std::optional<Time> first;
    for (const std::optional<Time>& start : firstStarts(timeline))
        if (start)
            first = std::min(first.value_or(*start), *start);
    ActionExtent extent{first.value_or(0), first.value_or(0)};
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
        extent.end = std::max(extent.end, lastEnd(timeline, r));
    return extent;
}

Timeline withoutPhases(Timeline timeline)
{
    if (timeline.phases.empty())
        return timeline;
    const ActionExtent extent = actionExtent(timeline);
    for (LaneTimes& lane : timeline.lanes)
        for (auto* times : {&lane.start, &lane.end})
            for (Time& time : *times)
                time -= timeline.head;
    timeline.makespan = extent.end - timeline.head;
    timeline.phases.clear();
    timeline.head = 0;
    return timeline;
}

} // namespace bubblescope
