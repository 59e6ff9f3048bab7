// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evaluation.h"

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
            return failure(ErrorKind::Cancelled, "stopped");
        Result<Schedule> next = applyPass(pass, *schedule, cancel);
        if (!next)
            return tl::unexpected(std::move(next.error()));
        schedule = std::make_shared<const Schedule>(std::move(*next));
    }
    return schedule;
}

/// Here, on the worker, and not wherever the window shows it.
void countActions(Evaluation& evaluation)
{
    for (const Row& row : evaluation.timeline->schedule->rows)
        for (const Action& action : row) {
            evaluation.actionCount += action.isBubble() ? 0 : 1;
            evaluation.splitsBackward |=
                action.kind() == ActionKind::BackwardInput || action.kind() == ActionKind::BackwardWeight;
        }
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

Result<EvaluationPtr> evaluateOrder(const SchedulePtr& schedule, const CostModel& given, const WhatIf& whatIf,
                                    const CancelToken& cancel)
{
    if (auto fits = given.check(schedule->stageCount); !fits)
        return tl::unexpected(std::move(fits.error()));
    const CostModel costs = scaled(given, whatIf, schedule->stageCount);
    auto evaluation = std::make_shared<Evaluation>();
    auto timed = simulate(schedule, costs, cancel);
    if (!timed && isBroken(timed.error())) {
        evaluation->brokenBecause = timed.error().message;
        timed = simulateBroken(schedule, costs, cancel);
    }
    if (!timed)
        return tl::unexpected(timed.error().toError());
    evaluation->timeline = std::make_shared<const Timeline>(std::move(*timed));
    evaluation->costs = costs;
    evaluation->whatIf = whatIf;
    evaluation->makespanBefore = evaluation->timeline->makespan;
    if (cancel.isCancelled())
        return failure(ErrorKind::Cancelled, "stopped");
    evaluation->index = LaneIndex::build(evaluation->timeline);
    if (cancel.isCancelled())
        return failure(ErrorKind::Cancelled, "stopped");
    countActions(*evaluation);
    evaluation->metrics = measure(*evaluation->timeline, costs);
    evaluation->memory = MemoryCurves::build(*evaluation->timeline, costs);
    return EvaluationPtr(std::move(evaluation));
}

} // namespace

Result<EvaluationPtr> evaluate(const EvaluationInput& input, const CancelToken& cancel,
                               EvaluationStep* reached, const WhatIf& whatIf)
{
    const auto reach = [reached](EvaluationStep step) {
        if (reached != nullptr)
            *reached = step;
    };
    return guarded("this schedule", [&]() -> Result<EvaluationPtr> {
        reach(EvaluationStep::Generate);
        Result<SchedulePtr> schedule = generated(input, cancel);
        if (!schedule)
            return tl::unexpected(std::move(schedule.error()));
        reach(EvaluationStep::Lower);
        schedule = lowered(std::move(*schedule), input, cancel);
        if (!schedule)
            return tl::unexpected(std::move(schedule.error()));
        reach(EvaluationStep::Time);
        return guarded(namedBySize(**schedule),
                       [&] { return evaluateOrder(*schedule, input.costs, whatIf, cancel); });
    });
}

} // namespace bubblescope::ui
