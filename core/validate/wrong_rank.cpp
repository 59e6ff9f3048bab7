// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What has one rank where it lives: a stage, or in two directions a stage for one microbatch.
std::string livingText(const OrderFacts& facts, const Action& action)
{
    if (facts.isMirrored() && hasMicrobatch(action.kind()))
        return fmt::format("stage {} of microbatch {}", action.stage().value, action.microbatch().value);
    return fmt::format("stage {}", action.stage().value);
}

} // namespace

void findWrongRanks(OrderFacts& facts, ProblemList& problems)
{
    const Schedule& schedule = facts.schedule();
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            const Place place{r, i};
            if (action.isBubble() || facts.belongs(action.id(), r) || facts.isExcused(place))
                continue;
            facts.excuse(place);
            if (problems.isFull())
                problems.addUnlisted(1);
            else
                problems.add(fmt::format("rank {} runs {}, but {} lives on rank {}", r, facts.withCell(place),
                                         livingText(facts, action), *facts.rankFor(action.id())),
                             {facts.problemAction(place)});
        }
}

} // namespace bubblescope
