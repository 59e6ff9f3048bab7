// SPDX-License-Identifier: Apache-2.0
#include "core/search/found.h"

#include "core/search/peak_memory.h"
#include "core/time/simulate.h"

#include <fmt/format.h>

namespace bubblescope::search {

std::optional<StartOrder> startFrom(const Trial& trial, GroupCosts& costs, const CancelToken& cancel)
{
    const Result<TimedCandidate> timed = timedCandidate(trial.candidate, costs, cancel);
    if (!timed)
        return std::nullopt;
    const Schedule& schedule = *timed->timeline->schedule;
    std::optional<OrderModel> model = OrderModel::of(schedule, *timed->costs);
    if (!model)
        return std::nullopt;
    StartOrder start{trial.candidate, {}};
    start.order.model = std::make_shared<const OrderModel>(std::move(*model));
    start.order.order = WorkingOrder(schedule, *start.order.model);
    start.order.objective = *trial.objective;
    return start;
}

std::string requestName(const ScheduleRequest& request)
{
    std::string text = request.schedule;
    char separator = ':';
    for (const auto& [key, value] : request.options) {
        text += fmt::format("{}{}={}", separator, key, value);
        separator = ',';
    }
    return text;
}

FoundSchedulePtr foundOf(const Incumbent& incumbent, GroupCosts& costs, SearchObjective objective,
                         const CancelToken& cancel)
{
    const Result<TimedCandidate> own = timedCandidate(incumbent.candidate, costs, cancel);
    if (!own)
        return nullptr;
    auto found = std::make_shared<FoundSchedule>();
    found->timeline = own->timeline;
    found->costs = *own->costs;
    found->request = incumbent.candidate.request;
    found->pass = incumbent.candidate.pass;
    found->origin = requestName(found->request);
    if (!found->pass.empty())
        found->origin += " with " + found->pass;
    if (incumbent.improved) {
        const OrderModel& model = *incumbent.improved->model;
        const Schedule& before = *own->timeline->schedule;
        found->changes = changesBetween(WorkingOrder(before, model), incumbent.improved->order);
        Result<Timeline, TimingFailure> timeline =
            simulate(std::make_shared<const Schedule>(incumbent.improved->order.schedule(model, before.name)),
                     found->costs, cancel);
        if (!timeline)
            return nullptr;
        found->timeline = std::make_shared<const Timeline>(std::move(*timeline));
        found->origin +=
            fmt::format(", improved by {} change{}", found->changes, found->changes == 1 ? "" : "s");
    }
    if (found->pass.empty())
        found->costs = found->costs.withoutRecomputedLayers();
    found->metrics = measure(*found->timeline, found->costs);
    found->objective = objectiveOf(*found->timeline, objective);
    found->peakMemory = peaksOf(*found->timeline, found->costs).highest;
    return found;
}

} // namespace bubblescope::search
