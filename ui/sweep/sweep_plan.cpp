// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_plan.h"

#include "core/sweep/configuration_runner.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"

#include <QThread>
#include <algorithm>
#include <optional>

namespace bubblescope::ui {

namespace {

/// The host's part of an action is there however much the action computes.
void multiplyTimes(StageValues& times, double hostPart, double factor)
{
    for (double& time : times.values) {
        const double host = std::min(hostPart, time);
        time = (time - host) * factor + host;
    }
}

/// A time that is not given is 1, of which a rank's share is `factor`.
void multiplyTimes(std::optional<StageValues>& times, double standard, double hostPart, double factor)
{
    if (!times)
        times = StageValues(standard);
    multiplyTimes(*times, hostPart, factor);
}

} // namespace

CostModel wholeShareOf(CostModel costs, std::uint32_t shareStages)
{
    if (shareStages <= 1 || misfitOf(costs, 0))
        return costs;
    const double factor = shareStages;
    // As timesOfOneStage() tells given times from those that follow from others.
    const bool halves = costs.backwardInput || costs.backwardWeight;
    const bool bothHalves = halves && !costs.backward && !costs.blocks;
    if (!costs.blocks)
        multiplyTimes(costs.forward, 1, costs.hostOverhead, factor);
    if (costs.backward || (!halves && !costs.blocks))
        multiplyTimes(costs.backward, 2, costs.hostOverhead, factor);
    if (costs.backwardInput || bothHalves)
        multiplyTimes(costs.backwardInput, 1, costs.hostOverhead, factor);
    if (costs.backwardWeight || bothHalves)
        multiplyTimes(costs.backwardWeight, 1, costs.hostOverhead, factor);
    for (auto& [pair, rule] : costs.overlap.times)
        if (!rule.isShareOfSum)
            multiplyTimes(rule.time, 0, factor);
    // What is only counted is counted in a rank's whole share, as everywhere where schedules are compared.
    if (!costs.blocks && !countsActivations(costs))
        for (StageValues* sizes : {&costs.activation, &costs.parameters, &costs.gradients, &costs.optimizer})
            for (double& size : sizes->values)
                size *= factor;
    return costs;
}

EvaluationInput openedAs(const SweepPlan& plan, const SweepRow& row)
{
    const Result<CostModel> costs = costsOfConfiguration(plan, row.configuration, row.stages);
    return {row.configuration.request, costs.value_or(plan.costs), {}};
}

SweepFunction sweepOfTheCore()
{
    return [](const SweepPlan& plan, const std::function<void(const SweepRow&)>& take,
              const CancelToken& cancel) {
        SweepRun run;
        run.threads = static_cast<unsigned>(std::max(1, QThread::idealThreadCount() - 1));
        return runSweep(plan, run, take, cancel);
    };
}

} // namespace bubblescope::ui
