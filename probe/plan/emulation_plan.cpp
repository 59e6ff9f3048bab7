// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/emulation_plan.h"

#include "core/base/try.h"
#include "core/generate/generate.h"
#include "core/time/dependencies.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

constexpr std::uint32_t kNoStep = 0xFFFFFFFFU;

class PlanWriter
{
public:
    PlanWriter(const Timeline& timeline, const CostModel& costs)
        : m_timeline(timeline)
        , m_schedule(*timeline.schedule)
        , m_table(m_schedule)
        , m_dependencies(m_schedule, m_table, dependencyRule(costs.profile), costs.transfer.mode)
        , m_next(m_schedule.rows.size(), 0)
        , m_stepOf(m_schedule.rows.size())
    {
        for (std::size_t rank = 0; rank < m_schedule.rows.size(); ++rank)
            m_stepOf[rank].assign(m_schedule.rows[rank].size(), kNoStep);
    }

    EmulationPlan write()
    {
        m_plan.name = m_schedule.name;
        m_plan.ranks = m_schedule.rankCount();
        m_plan.simulatedUs = m_timeline.makespan;
        while (writeEarliest()) {
        }
        return std::move(m_plan);
    }

private:
    /// Of all cells whose inputs stand in the plan, the one that starts first.
    bool writeEarliest()
    {
        std::uint32_t best = kNoStep;
        for (std::uint32_t rank = 0; rank < m_next.size(); ++rank) {
            const Row& row = m_schedule.rows[rank];
            while (m_next[rank] < row.size() && row[m_next[rank]].isBubble())
                ++m_next[rank];
            if (m_next[rank] < row.size() && isReady(rank) &&
                (best == kNoStep || startOf(rank) < startOf(best)))
                best = rank;
        }
        if (best == kNoStep)
            return false;
        writeCell(best);
        return true;
    }

    [[nodiscard]] Time startOf(std::uint32_t rank) const
    {
        return m_timeline.lanes[rank].start[m_next[rank]];
    }

    template <typename Use>
    void forInputs(std::uint32_t rank, Use use) const
    {
        const Row& row = m_schedule.rows[rank];
        const std::size_t end = cellEnd(row, m_next[rank]);
        for (std::size_t i = m_next[rank]; i < end; ++i)
            for (const Input& input : m_dependencies.inputsOf(row[i], rank))
                if (input.producer && input.producer.rank != rank)
                    use(m_stepOf[input.producer.rank][input.producer.index]);
    }

    [[nodiscard]] bool isReady(std::uint32_t rank) const
    {
        bool isReady = true;
        forInputs(rank, [&](std::uint32_t step) { isReady = isReady && step != kNoStep; });
        return isReady;
    }

    void writeCell(std::uint32_t rank)
    {
        const LaneTimes& lane = m_timeline.lanes[rank];
        const std::size_t begin = m_next[rank];
        const std::size_t end = cellEnd(m_schedule.rows[rank], begin);
        EmulationStep step{rank, lane.end[begin] - lane.start[begin], {}, {}};
        for (std::size_t i = begin; i < end; ++i)
            step.kinds.push_back(m_schedule.rows[rank][i].kind());
        forInputs(rank, [&](std::uint32_t wanted) { step.waits.push_back(wanted); });
        std::sort(step.waits.begin(), step.waits.end());
        step.waits.erase(std::unique(step.waits.begin(), step.waits.end()), step.waits.end());
        for (std::size_t i = begin; i < end; ++i)
            m_stepOf[rank][i] = static_cast<std::uint32_t>(m_plan.steps.size());
        m_plan.steps.push_back(std::move(step));
        m_next[rank] = end;
    }

    const Timeline& m_timeline;
    const Schedule& m_schedule;
    ActionTable m_table;
    Dependencies m_dependencies;
    std::vector<std::size_t> m_next;
    std::vector<std::vector<std::uint32_t>> m_stepOf; ///< by rank and index
    EmulationPlan m_plan;
};

/// Blocks' times as they are, with nothing between ranks and nothing that varies.
CostModel quietCosts(const CostModel& calibrated)
{
    CostModel costs = calibrated;
    costs.transfer = {};
    costs.jitter = {};
    costs.rankFactor.clear();
    costs.memoryLimit.reset();
    costs.layersPerStage = StageValues{std::max(1.0, calibrated.layersPerStage.values.front())};
    // A block's parts end with it: how early each is done differs from run to run.
    for (auto& [pair, time] : costs.overlap.times)
        time.firstDone = time.secondDone = 1;
    return costs;
}

} // namespace

EmulationPlan emulationOf(const Timeline& timeline, const CostModel& costs)
{
    return PlanWriter(timeline, costs).write();
}

double runOnPaper(const EmulationPlan& plan)
{
    std::vector<double> clock(plan.ranks, 0), done;
    double makespan = 0;
    for (const EmulationStep& step : plan.steps) {
        double begin = clock[step.rank];
        for (const std::uint32_t wanted : step.waits)
            begin = std::max(begin, done[wanted]);
        clock[step.rank] = begin + step.us;
        done.push_back(clock[step.rank]);
        makespan = std::max(makespan, clock[step.rank]);
    }
    return makespan;
}

Result<std::vector<EmulationPlan>> emulationPlans(const CostModel& calibrated)
{
    const CostModel costs = quietCosts(calibrated);
    std::vector<EmulationPlan> plans;
    for (const std::int64_t ranks : {4, 8})
        for (const char* name : {"1f1b", "interleaved-1f1b", "zb-h1", "zbv", "dualpipev"}) {
            ScheduleRequest request;
            request.schedule = name;
            request.ranks = ranks;
            request.microbatches = 2 * ranks;
            TRY(Schedule schedule, generate(request));
            const auto shared = std::make_shared<const Schedule>(withoutBubbles(schedule));
            const Result<Timeline, TimingFailure> timeline = simulate(shared, costs);
            if (!timeline)
                return invalidInput({"probe.ranks", "{name} with {ranks} ranks: {problem}"}, name, ranks,
                                    timeline.error().toError().headline());
            plans.push_back(emulationOf(*timeline, costs));
            plans.back().name = fmt::format("{} with {} ranks", name, ranks);
        }
    return plans;
}

} // namespace bubblescope::probe
