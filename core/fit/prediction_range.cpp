// SPDX-License-Identifier: Apache-2.0
#include "core/fit/prediction_range.h"

#include "core/fit/fit_costs.h"
#include "core/fit/pairing.h"
#include "core/fit/residuals.h"
#include "core/fit/robust.h"
#include "core/fit/step_spread.h"
#include "core/time/issue_plan.h"
#include "core/time/simulate.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <cmath>
#include <numbers>
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

/// Of mean 0 and variance 1 (Box and Muller 1958).
double normal(std::mt19937_64& random)
{
    const auto unit = [&random] { return (static_cast<double>(random() >> 11U) + 1) * 0x1p-53; };
    const double radius = std::sqrt(-2 * std::log(unit()));
    return radius * std::cos(2 * std::numbers::pi * unit());
}

/// By how much a step's hosts and transfers take longer than the fitted ones, beside its scatter.
struct RunFactors
{
    double host = 1;
    double transfers = 1;
};
RunFactors drawnRun(const PredictionDoubt& doubt, std::mt19937_64& random)
{
    RunFactors factors;
    if (doubt.isOtherRun) {
        factors.host = std::exp(PredictionDoubt::kRunSpread * normal(random));
        factors.transfers = std::exp(PredictionDoubt::kRunSpread * normal(random));
    }
    return factors;
}

/// A step that was drawn: its actions, and by what its head and tail are longer than usual.
struct DrawnStep
{
    Time actions = 0;
    double edges = 1;
    double model = 1; ///< what the model may be wrong by
};

/// Draws makespans of an order with communicators.
class IssueTrials
{
public:
    IssueTrials(const Schedule& schedule, const CostModel& costs, const StepSpread& spread,
                const PredictionDoubt& doubt, std::uint64_t seed, const CancelToken& cancel)
        : m_schedule(schedule)
        , m_spread(spread)
        , m_doubt(doubt)
        , m_random(seed)
        , m_cancel(cancel)
    {
        const ActionTable table(schedule);
        m_usual = planIssues(schedule, table, costs.forStages(table.stageCount()), cancel);
    }

    std::optional<DrawnStep> draw()
    {
        SharedFactors shared = m_spread.shared(chosen(m_random, m_spread.stepCount()));
        const RunFactors run = drawnRun(m_doubt, m_random);
        for (double& factor : shared.host)
            factor *= run.host;
        shared.transfers *= run.transfers;
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
                if (queues[r].issues[i].kind == Issue::Kind::Compute && !isAbsent(r)) {
                    first = std::min(first.value_or(times->ofRank[r].start[i]), times->ofRank[r].start[i]);
                    last = std::max(last, times->ofRank[r].end[i]);
                }
        const double model = std::exp(m_doubt.ofStep() * normal(m_random));
        return first ? std::optional(DrawnStep{last - *first, shared.edges, model}) : std::nullopt;
    }

private:
    [[nodiscard]] bool isAbsent(std::size_t rank) const
    {
        return std::binary_search(m_doubt.absent.begin(), m_doubt.absent.end(), rank);
    }

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
    const PredictionDoubt& m_doubt;
    std::mt19937_64 m_random;
    CancelToken m_cancel;
    std::vector<IssueQueue> m_usual;
};

/// The same of an order whose times are the actions' alone: ranks are slower together, actions by themselves.
std::optional<DrawnStep> drawPlain(const SchedulePtr& schedule, CostModel costs, const StepSpread& spread,
                                   const PredictionDoubt& doubt, std::uint64_t seed,
                                   const CancelToken& cancel)
{
    std::mt19937_64 random(seed);
    const SharedFactors shared = spread.shared(chosen(random, spread.stepCount()));
    for (std::uint32_t rank = 0; rank < schedule->rankCount(); ++rank)
        costs.rankFactor.try_emplace(rank, 1).first->second *= shared.workOf(rank);
    costs.jitter = {spread.residualSpread(), seed};
    const Result<Timeline, TimingFailure> timeline = simulate(schedule, costs, cancel);
    if (!timeline)
        return std::nullopt;
    return DrawnStep{makespanWithout(*timeline, doubt.absent), shared.edges,
                     std::exp(doubt.ofStep() * normal(random))};
}

std::vector<DrawnStep> drawnSteps(const StepSpread& spread, const SchedulePtr& schedule, CostModel costs,
                                  const PredictionDoubt& doubt, std::uint64_t seed, std::size_t trials,
                                  const CancelToken& cancel)
{
    costs.step = StepCosts();
    std::vector<DrawnStep> drawn;
    const auto take = [&](const std::optional<DrawnStep>& one) {
        if (one)
            drawn.push_back(*one);
    };
    if (costs.communicators.policy == CommunicatorPolicy::None) {
        for (std::size_t i = 0; i < trials && !cancel.isCancelled(); ++i)
            take(drawPlain(schedule, costs, spread, doubt, seed + i, cancel));
        return drawn;
    }
    IssueTrials issues(*schedule, costs, spread, doubt, seed, cancel);
    for (std::size_t i = 0; i < trials && !cancel.isCancelled(); ++i)
        take(issues.draw());
    return drawn;
}

} // namespace

double PredictionDoubt::ofStep() const
{
    return std::hypot(model, leavesProfilerOut ? kProfilerError : 0, isOtherRun ? kScheduleError : 0);
}

double modelErrorOf(std::span<const MeasuredRun> steps, const SchedulePtr& schedule,
                    const CancelToken& cancel)
{
    double squares = 0;
    double count = 0;
    for (const MeasuredRun& step : steps)
        if (const auto compared = compareRun(step, fitCosts(step).costs, schedule, cancel)) {
            squares += compared->makespanError * compared->makespanError;
            ++count;
        }
    return std::max(PredictionDoubt::kUsualModelError, count > 0 ? std::sqrt(squares / count) : 0);
}

std::optional<PredictionRange> predictionRange(std::span<const MeasuredRun> steps,
                                               const SchedulePtr& schedule, const CostModel& costs,
                                               const PredictionDoubt& doubt, std::uint64_t seed,
                                               std::size_t trials, const CancelToken& cancel)
{
    const StepSpread spread(steps);
    const std::vector<DrawnStep> drawn = drawnSteps(spread, schedule, costs, doubt, seed, trials, cancel);
    const Result<Timeline, TimingFailure> usual = simulate(schedule, costs, cancel);
    if (drawn.empty() || !usual)
        return std::nullopt;
    std::vector<Time> makespans;
    for (const DrawnStep& one : drawn)
        makespans.push_back(one.actions);
    const Time middle = fit::medianOf(makespans);
    // Where ranks wait for the latest of several, any spread makes steps longer: only the spread is told.
    const Time own = makespanWithout(withoutPhases(*usual), doubt.absent);
    const double scale = middle > 0 ? own / middle : 1;
    const Time around = doubt.absent.empty() ? usual->makespan - own : 0;
    for (std::size_t i = 0; i < drawn.size(); ++i)
        makespans[i] = (scale * drawn[i].actions + around * drawn[i].edges) * drawn[i].model;
    std::sort(makespans.begin(), makespans.end());
    constexpr std::size_t kTwentieth = 20;
    const std::size_t cut = makespans.size() / kTwentieth;
    return PredictionRange{makespans[cut], makespans[makespans.size() - 1 - cut], spread.stepCount()};
}

std::vector<std::string> whatRangesLack(const PredictionRange& range)
{
    std::vector<std::string> lacks;
    if (range.steps < 2)
        lacks.emplace_back("how far steps differ from each other: the profile has one complete step");
    lacks.emplace_back("other machines");
    return lacks;
}

} // namespace bubblescope
