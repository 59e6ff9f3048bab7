// SPDX-License-Identifier: Apache-2.0
#include "core/search/search_remarks.h"

#include "core/lower/pass_costs.h"
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
    std::vector<Sentence> warnings;
    if (!problem.stagesPerRank && !problem.costsPerStage && order.stageCount > order.rankCount() &&
        stagesAreFree(problem.costs))
        warnings.push_back(freeStagesWarning());
    for (const std::string& pass : problem.passes)
        for (Sentence& doubt :
             doubtfulPasses(withPassCosts(best.costs, {pass}, order.stageCount), {pass}, order.stageCount))
            warnings.push_back(std::move(doubt));
    return warnings;
}

} // namespace bubblescope::search
