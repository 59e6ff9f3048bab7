// SPDX-License-Identifier: Apache-2.0
#include "core/fit/prediction_range.h"

#include "core/fit/robust.h"
#include "core/fit/step_spread.h"
#include "core/time/issue_plan.h"
#include "core/time/simulate.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace bubblescope {

namespace {

using fit::SharedFactors;
using fit::StepSpread;

/// From a number, without what a library makes of a distribution: the same everywhere.
std::size_t chosen(std::mt19937_64& random, std::size_t count)
{
    return static_cast<std::size_t>(random() % count);
}

/// Draws makespans of an order with communicators.
class IssueTrials
{
public:
    IssueTrials(const Schedule& schedule, const CostModel& costs, const StepSpread& spread,
                std::uint64_t seed, const CancelToken& cancel)
        : m_schedule(schedule)
        , m_spread(spread)
        , m_random(seed)
        , m_cancel(cancel)
    {
        const ActionTable table(schedule);
        m_usual = planIssues(schedule, table, costs.forStages(table.stageCount()), cancel);
    }

    std::optional<Time> draw()
    {
        const SharedFactors shared = m_spread.shared(chosen(m_random, m_spread.stepCount()));
        std::vector<IssueQueue> queues = m_usual;
        for (std::size_t r = 0; r < queues.size(); ++r)
            vary(queues[r], m_schedule.rows[r], shared, r);
        const std::optional<IssueTimes> times = runIssues(queues, m_cancel);
        if (!times)
            return std::nullopt;
        std::optional<Time> first;
        Time last = 0;
        for (std::size_t r = 0; r < queues.size(); ++r)
            for (std::size_t i = 0; i < queues[r].issues.size(); ++i)
                if (queues[r].issues[i].kind == Issue::Kind::Compute) {
                    first = std::min(first.value_or(times->ofRank[r].start[i]), times->ofRank[r].start[i]);
                    last = std::max(last, times->ofRank[r].end[i]);
                }
        return first ? std::optional(last - *first) : std::nullopt;
    }

private:
    void vary(IssueQueue& queue, const Row& row, const SharedFactors& shared, std::size_t rank)
    {
        const double work = shared.workOf(rank);
        const double host = shared.hostOf(rank);
        for (Issue& issue : queue.issues) {
            if (issue.kind != Issue::Kind::Compute) {
                issue.host *= host;
                continue;
            }
            const auto& own = m_spread.residualsOf(row[issue.target]);
            const fit::Residuals one = own.empty() ? fit::Residuals() : own[chosen(m_random, own.size())];
            const double hostFactor = host * one.host;
            issue.bound += issue.host * (hostFactor - 1);
            issue.lead *= hostFactor;
            issue.host *= hostFactor;
            issue.work *= work * one.work;
            issue.gap = std::min(issue.gap, issue.work);
        }
        for (IssuedTransfer& transfer : queue.transfers) {
            const std::vector<double>& own = m_spread.transferResiduals();
            const double factor = shared.transfers * (own.empty() ? 1 : own[chosen(m_random, own.size())]);
            transfer.sent *= factor;
            transfer.arrival *= factor;
            transfer.receive *= factor;
        }
    }

    const Schedule& m_schedule;
    const StepSpread& m_spread;
    std::mt19937_64 m_random;
    CancelToken m_cancel;
    std::vector<IssueQueue> m_usual;
};

/// The same of an order whose times are the actions' alone: ranks are slower together, actions by themselves.
std::optional<Time> drawPlain(const SchedulePtr& schedule, CostModel costs, const StepSpread& spread,
                              std::uint64_t seed, const CancelToken& cancel)
{
    std::mt19937_64 random(seed);
    const SharedFactors shared = spread.shared(chosen(random, spread.stepCount()));
    for (std::uint32_t rank = 0; rank < schedule->rankCount(); ++rank)
        costs.rankFactor.try_emplace(rank, 1).first->second *= shared.workOf(rank);
    costs.jitter = {spread.residualSpread(), seed};
    const Result<Timeline, TimingFailure> timeline = simulate(schedule, costs, cancel);
    return timeline ? std::optional(timeline->makespan) : std::nullopt;
}

} // namespace

std::optional<PredictionRange> predictionRange(std::span<const MeasuredRun> steps,
                                               const SchedulePtr& schedule, const CostModel& costs,
                                               std::uint64_t seed, std::size_t trials,
                                               const CancelToken& cancel)
{
    const StepSpread spread(steps);
    CostModel actions = costs;
    actions.step = StepCosts();
    std::vector<Time> makespans;
    if (costs.communicators.policy != CommunicatorPolicy::None) {
        IssueTrials drawn(*schedule, actions, spread, seed, cancel);
        for (std::size_t i = 0; i < trials && !cancel.isCancelled(); ++i)
            if (const std::optional<Time> makespan = drawn.draw())
                makespans.push_back(*makespan);
    } else {
        for (std::size_t i = 0; i < trials && !cancel.isCancelled(); ++i)
            if (const auto makespan = drawPlain(schedule, actions, spread, seed + i, cancel))
                makespans.push_back(*makespan);
    }
    if (makespans.empty())
        return std::nullopt;
    std::sort(makespans.begin(), makespans.end());
    constexpr std::size_t kTwentieth = 20;
    const std::size_t cut = makespans.size() / kTwentieth;
    // Where ranks wait for the latest of several, any spread makes steps longer: only the spread is told.
    const Result<Timeline, TimingFailure> usual = simulate(schedule, costs, cancel);
    if (!usual)
        return std::nullopt;
    const Time own = withoutPhases(*usual).makespan;
    const Time around = usual->makespan - own; // head and tail do not scatter here
    const Time middle = makespans[makespans.size() / 2];
    const double scale = middle > 0 ? own / middle : 1;
    return PredictionRange{around + scale * makespans[cut],
                           around + scale * makespans[makespans.size() - 1 - cut], spread.stepCount()};
}

std::vector<std::string> whatRangesLack(const PredictionRange& range)
{
    std::vector<std::string> lacks;
    if (range.steps < 2)
        lacks.emplace_back("how far steps differ from each other: the profile has one complete step");
    lacks.emplace_back("what the model itself is wrong by, which replay_error and makespan_error tell");
    lacks.emplace_back("the scatter of head and tail");
    lacks.emplace_back("runs on another day or on other machines");
    return lacks;
}

} // namespace bubblescope
