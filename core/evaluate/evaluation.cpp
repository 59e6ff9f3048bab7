// SPDX-License-Identifier: Apache-2.0
#include "core/evaluate/evaluation.h"

#include "core/base/guarded.h"
#include "core/base/parallel_for.h"
#include "core/base/try.h"
#include "core/lower/pass_costs.h"
#include "core/lower/planned_order.h"
#include "core/time/simulate.h"
#include "core/time/simulate_broken.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Figures and curves of memory do not need each other, so long orders get them side by side.
void measureBoth(Evaluation& evaluation, bool withMemory)
{
    constexpr std::size_t kWorthTwoThreads = 1U << 17U;
    parallelFor(withMemory ? 2 : 1,
                [&](int part) {
                    if (part == 0)
                        evaluation.metrics = measure(*evaluation.timeline, evaluation.costs);
                    else
                        evaluation.memory = MemoryCurves::build(*evaluation.timeline, evaluation.costs);
                },
                {.threads = threadsIf(evaluation.timeline->schedule->actionCount() > kWorthTwoThreads)});
}

/// Whether both are made into one and the same order.
bool makeSameOrder(const EvaluationInput& a, const EvaluationInput& b)
{
    return a.source == b.source && a.passes == b.passes &&
           (a.costs == b.costs || !isMadeForCosts(a.source, a.passes));
}

/// Here, on the worker, and not wherever the window shows it.
void takeCounts(Evaluation& evaluation, const Evaluation& before)
{
    evaluation.actionCount = before.actionCount;
    evaluation.kinds = before.kinds;
    evaluation.splitsBackward = before.splitsBackward;
    evaluation.overlaps = before.overlaps;
}

std::vector<Sentence> doubtsOf(const Evaluation& evaluation)
{
    const Schedule& schedule = *evaluation.timeline->schedule;
    std::vector<Sentence> doubts =
        doubtfulPasses(evaluation.costs, evaluation.input.passes, schedule.stageCount);
    if (Sentence unfilled = unfilledSlots(schedule, evaluation.costs); !unfilled.empty())
        doubts.push_back(std::move(unfilled));
    return doubts;
}

/// The order is what is wrong, not what was asked of it.
bool isBroken(const TimingFailure& failure)
{
    return failure.kind == TimingFailure::Kind::Deadlock ||
           failure.kind == TimingFailure::Kind::MissingInput ||
           failure.kind == TimingFailure::Kind::DuplicateAction;
}

/// As generate() says it.
std::string namedBySize(const Schedule& schedule)
{
    std::size_t actions = 0;
    for (const Row& row : schedule.rows)
        actions += row.size();
    return fmt::format("the {} actions of this schedule", actions);
}

/// Times an order, if `brokenBecause` is given be it one that cannot run; that says then why.
Result<Timeline> timed(const SchedulePtr& schedule, const CostModel& costs, const CancelToken& cancel,
                       Sentence* brokenBecause)
{
    auto timeline = simulate(schedule, costs, cancel);
    if (!timeline && brokenBecause != nullptr && isBroken(timeline.error())) {
        *brokenBecause = timeline.error().message;
        timeline = simulateBroken(schedule, costs, cancel);
    }
    return Result<Timeline>(std::move(timeline));
}

/// The makespan without the what-if. Timed only where neither this evaluation nor the one before knows it.
Result<Time> neutralMakespan(const Evaluation& evaluation, const Evaluation* before,
                             const CancelToken& cancel)
{
    const SchedulePtr& schedule = evaluation.timeline->schedule;
    if (evaluation.whatIf.isNeutral())
        return evaluation.timeline->makespan;
    if (before != nullptr && before->timeline->schedule == schedule &&
        before->input.costs == evaluation.input.costs)
        return before->makespanBefore;
    Sentence ignored;
    const CostModel costs =
        withPassCosts(evaluation.input.costs, evaluation.input.passes, schedule->stageCount);
    return timed(schedule, costs.forStages(schedule->stageCount), cancel, &ignored)
        .map([](const Timeline& timeline) { return timeline.makespan; });
}

Result<EvaluationPtr> evaluateOrder(const SchedulePtr& schedule, const EvaluationInput& input,
                                    const EvaluationOptions& options, const CancelToken& cancel)
{
    const auto stopped = [] { return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"}); };
    const Evaluation* before = options.before.get();
    TRY_VOID(input.costs.check(schedule->stageCount, schedule->rankCount(), schedule->microbatchCount));
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->input = input;
    evaluation->whatIf = options.whatIf;
    evaluation->costs = scaled(withPassCosts(input.costs, input.passes, schedule->stageCount), options.whatIf,
                               schedule->stageCount);
    TRY(Timeline timeline, timed(schedule, evaluation->costs, cancel,
                                 options.evenIfBroken ? &evaluation->brokenBecause : nullptr));
    evaluation->timeline = std::make_shared<const Timeline>(std::move(timeline));
    TRY(evaluation->makespanBefore, neutralMakespan(*evaluation, before, cancel));
    if (cancel.isCancelled())
        return stopped();
    if (options.withIndex) {
        evaluation->index = LaneIndex::build(evaluation->timeline);
        if (cancel.isCancelled())
            return stopped();
        if (before != nullptr && before->timeline->schedule == schedule)
            takeCounts(*evaluation, *before);
        else
            evaluation->countActions();
        evaluation->doubts = doubtsOf(*evaluation);
    }
    measureBoth(*evaluation, options.withMemory);
    return EvaluationPtr(std::move(evaluation));
}

/// The order that an input makes, or the one before if that is the same.
Result<SchedulePtr> orderOf(const EvaluationInput& input, const Evaluation* before, const CancelToken& cancel,
                            EvaluationStep& reached)
{
    if (before != nullptr && makeSameOrder(before->input, input))
        return before->timeline->schedule;
    if (const auto* request = std::get_if<ScheduleRequest>(&input.source))
        return makeOrder(*request, input.passes, input.costs, cancel, &reached);
    reached = EvaluationStep::Lower;
    return lowered(std::get<SchedulePtr>(input.source), input.passes, input.costs, cancel);
}

} // namespace

void Evaluation::countActions()
{
    for (const Row& row : timeline->schedule->rows)
        for (const Action& action : row) {
            actionCount += action.isBubble() ? 0 : 1;
            kinds |= kindBit(action.kind());
            overlaps |= action.isOverlapped();
        }
    splitsBackward = runs(ActionKind::BackwardInput) || runs(ActionKind::BackwardWeight);
}

Result<EvaluationPtr> evaluate(const EvaluationInput& input, const CancelToken& cancel,
                               const EvaluationOptions& options)
{
    EvaluationProgress ignored;
    EvaluationProgress& reached = options.progress != nullptr ? *options.progress : ignored;
    return guarded("this schedule", [&]() -> Result<EvaluationPtr> {
        TRY(const SchedulePtr schedule, orderOf(input, options.before.get(), cancel, reached.step));
        reached = {EvaluationStep::Simulate, schedule};
        return guarded(namedBySize(*schedule),
                       [&] { return evaluateOrder(schedule, input, options, cancel); });
    });
}

} // namespace bubblescope
