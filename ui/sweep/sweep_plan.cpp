// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_plan.h"

#include "core/sweep/configuration_runner.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"

#include <QThread>
#include <algorithm>
#include <optional>

namespace bubblescope::ui {

CostModel wholeShareOf(CostModel costs, std::uint32_t shareStages)
{
    if (shareStages <= 1 || misfitOf(costs, 0))
        return costs;
    // What is only counted is counted in a rank's whole share, as everywhere where schedules are compared.
    const bool counts = countsActivations(costs);
    costs = timesOfWholeShare(std::move(costs), shareStages);
    return counts ? costs : sizesOfWholeShare(std::move(costs), shareStages);
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
