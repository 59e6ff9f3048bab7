// SPDX-License-Identifier: Apache-2.0
#include "core/evaluate/make_order.h"

#include "core/base/try.h"
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"

#include <algorithm>

namespace bubblescope {

Result<SchedulePtr> lowered(SchedulePtr order, const std::vector<std::string>& passes, const CostModel& costs,
                            const CancelToken& cancel)
{
    for (const std::string& pass : passes) {
        if (cancel.isCancelled())
            return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
        TRY(Schedule next, applyPass(pass, *order, cancel, costs));
        order = std::make_shared<const Schedule>(std::move(next));
    }
    return order;
}

Result<SchedulePtr> makeOrder(const ScheduleRequest& request, const std::vector<std::string>& passes,
                              const CostModel& costs, const CancelToken& cancel, EvaluationStep* reached)
{
    const bool padded = std::any_of(passes.begin(), passes.end(), needsBubbles);
    TRY(Schedule generated, generate(request, {padded, costs}, cancel));
    if (reached != nullptr)
        *reached = EvaluationStep::Lower;
    return lowered(std::make_shared<const Schedule>(std::move(generated)), passes, costs, cancel);
}

bool isMadeForCosts(const ScheduleRequest& request)
{
    const ScheduleInfo* schedule = findSchedule(request.schedule);
    return schedule == nullptr || schedule->isMadeForCosts;
}

bool isMadeForCosts(const ScheduleSource& source, const std::vector<std::string>& passes)
{
    const auto* request = std::get_if<ScheduleRequest>(&source);
    return (request != nullptr && isMadeForCosts(*request)) ||
           std::any_of(passes.begin(), passes.end(), plansInTime);
}

} // namespace bubblescope
