// SPDX-License-Identifier: Apache-2.0
#include "core/search/search_remarks.h"

#include "core/time/free_stages.h"

#include <set>

namespace bubblescope::search {

std::vector<ScheduleRequest> asFastAs(const Incumbent& best, const std::vector<Trial>& trials,
                                      std::optional<double> limit)
{
    std::vector<ScheduleRequest> others;
    std::set<std::string> families{best.candidate.request.schedule};
    const auto add = [&](const ScheduleRequest& request) {
        if (families.insert(request.schedule).second)
            others.push_back(request);
    };
    for (const Trial& trial : trials)
        if (fits(trial, limit) && *trial.objective <= withRounding(best.objective)) {
            add(trial.candidate.request);
            for (const ScheduleRequest& request : trial.sameOrder)
                add(request);
        }
    return others;
}

std::vector<Sentence> warningsOf(const SearchProblem& problem, const FoundSchedule& best)
{
    const Schedule& order = *best.timeline->schedule;
    if (problem.stagesPerRank || problem.costsPerStage || order.stageCount <= order.rankCount() ||
        !stagesAreFree(problem.costs))
        return {};
    return {freeStagesWarning()};
}

} // namespace bubblescope::search
