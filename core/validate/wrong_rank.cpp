// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What has one rank where it lives: a stage, or in two directions a stage for one microbatch.
Sentence living(const OrderFacts& facts, const Action& action)
{
    if (facts.isMirrored() && hasMicrobatch(action.kind()))
        return Sentence({"validate.stage-of-microbatch", "stage {stage} of microbatch {microbatch}"},
                        action.stage().value, action.microbatch().value);
    return Sentence({"validate.stage", "stage {stage}"}, action.stage().value);
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
                problems.add(Sentence({"validate.lives-elsewhere",
                                       "rank {rank} runs {action}, but {what} lives on rank {home}"},
                                      r, facts.withCell(place), living(facts, action),
                                      *facts.rankFor(action.id())),
                             {facts.problemAction(place)});
        }
}

} // namespace bubblescope
