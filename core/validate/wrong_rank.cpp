// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

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
    forEachAction(facts, [&](const Action& action, const Place& place) {
        // Every rank has a share of the vocabulary, whatever stage names it.
        if (!action.hasTimeOfItsOwn() || isVocabulary(action.kind()) ||
            facts.belongs(action.id(), place.rank) || facts.isExcused(place))
            return;
        facts.excuse(place);
        problems.add(facts, {place}, [&] {
            return Sentence(
                {"validate.lives-elsewhere", "rank {rank} runs {action}, but {what} is on rank {home}"},
                place.rank, facts.withCell(place), living(facts, action), *facts.rankFor(action.id()));
        });
    });
}

} // namespace bubblescope
