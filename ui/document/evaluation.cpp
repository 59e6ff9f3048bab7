// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evaluation.h"

#include "core/base/try.h"
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/time/simulate.h"
#include "core/time/simulate_broken.h"
#include "ui/document/guarded.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

Result<SchedulePtr> generated(const EvaluationInput& input, const CancelToken& cancel)
{
    if (const auto* order = std::get_if<SchedulePtr>(&input.source))
        return *order;
    const bool padded = std::any_of(input.passes.begin(), input.passes.end(), needsBubbles);
    return generate(std::get<ScheduleRequest>(input.source), {padded, input.costs}, cancel)
        .map([](Schedule&& schedule) { return std::make_shared<const Schedule>(std::move(schedule)); });
}

Result<SchedulePtr> lowered(SchedulePtr schedule, const EvaluationInput& input, const CancelToken& cancel)
{
    for (const std::string& pass : input.passes) {
        if (cancel.isCancelled())
            return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
        TRY(Schedule next, applyPass(pass, *schedule, cancel));
        schedule = std::make_shared<const Schedule>(std::move(next));
    }
    return schedule;
}

/// Whether both are made into one and the same order.
bool makeSameOrder(const EvaluationInput& a, const EvaluationInput& b)
{
    if (a.source != b.source || a.passes != b.passes)
        return false;
    const auto* request = std::get_if<ScheduleRequest>(&a.source);
    const ScheduleInfo* schedule = request != nullptr ? findSchedule(request->schedule) : nullptr;
    return a.costs == b.costs || (schedule == nullptr ? request == nullptr : !schedule->isMadeForCosts);
}

/// Here, on the worker, and not wherever the window shows it.
void takeCounts(Evaluation& evaluation, const Evaluation& before)
{
    evaluation.actionCount = before.actionCount;
    evaluation.kinds = before.kinds;
    evaluation.splitsBackward = before.splitsBackward;
    evaluation.overlaps = before.overlaps;
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

/// Times an order, be it one that cannot run; `brokenBecause` says then why.
Result<Timeline> timed(const SchedulePtr& schedule, const CostModel& costs, const CancelToken& cancel,
                       Sentence& brokenBecause)
{
    auto timeline = simulate(schedule, costs, cancel);
    if (!timeline && isBroken(timeline.error())) {
        brokenBecause = timeline.error().message;
        timeline = simulateBroken(schedule, costs, cancel);
    }
    if (!timeline)
        return tl::unexpected(timeline.error().toError());
    return std::move(*timeline);
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
    return timed(schedule, evaluation.input.costs.forStages(schedule->stageCount), cancel, ignored)
        .map([](const Timeline& timeline) { return timeline.makespan; });
}

Result<EvaluationPtr> evaluateOrder(const SchedulePtr& schedule, const EvaluationInput& input,
                                    const WhatIf& whatIf, const Evaluation* before, const CancelToken& cancel)
{
    TRY_VOID(input.costs.check(schedule->stageCount, schedule->rankCount()));
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->input = input;
    evaluation->whatIf = whatIf;
    evaluation->costs = scaled(input.costs, whatIf, schedule->stageCount);
    TRY(Timeline timeline, timed(schedule, evaluation->costs, cancel, evaluation->brokenBecause));
    evaluation->timeline = std::make_shared<const Timeline>(std::move(timeline));
    TRY(evaluation->makespanBefore, neutralMakespan(*evaluation, before, cancel));
    if (cancel.isCancelled())
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    evaluation->index = LaneIndex::build(evaluation->timeline);
    if (cancel.isCancelled())
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    if (before != nullptr && before->timeline->schedule == schedule)
        takeCounts(*evaluation, *before);
    else
        evaluation->countActions();
    evaluation->metrics = measure(*evaluation->timeline, evaluation->costs);
    evaluation->memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
    return EvaluationPtr(std::move(evaluation));
}

/// The order that an input makes, or the one before if that is the same.
Result<SchedulePtr> orderOf(const EvaluationInput& input, const Evaluation* before, const CancelToken& cancel,
                            EvaluationStep& reached)
{
    if (before != nullptr && makeSameOrder(before->input, input))
        return before->timeline->schedule;
    Result<SchedulePtr> schedule = generated(input, cancel);
    if (!schedule)
        return schedule;
    reached = EvaluationStep::Lower;
    return lowered(std::move(*schedule), input, cancel);
}

} // namespace

void Evaluation::countActions()
{
    for (const Row& row : timeline->schedule->rows)
        for (const Action& action : row) {
            actionCount += action.isBubble() ? 0 : 1;
            kinds |= 1U << static_cast<unsigned>(action.kind());
            overlaps |= action.isOverlapped();
        }
    splitsBackward = runs(ActionKind::BackwardInput) || runs(ActionKind::BackwardWeight);
}

Result<EvaluationPtr> evaluate(const EvaluationInput& input, const CancelToken& cancel,
                               EvaluationProgress* progress, const WhatIf& whatIf,
                               const EvaluationPtr& before)
{
    EvaluationProgress ignored;
    EvaluationProgress& reached = progress != nullptr ? *progress : ignored;
    return guarded("this schedule", [&]() -> Result<EvaluationPtr> {
        TRY(const SchedulePtr schedule, orderOf(input, before.get(), cancel, reached.step));
        reached = {EvaluationStep::Time, schedule};
        return guarded(namedBySize(*schedule),
                       [&] { return evaluateOrder(schedule, input, whatIf, before.get(), cancel); });
    });
}

} // namespace bubblescope::ui
