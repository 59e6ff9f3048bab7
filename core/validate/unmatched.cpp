// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

namespace bubblescope {

namespace {

/// The SEND or RECV at `place` has no partner: why.
Sentence reasonOf(const Action& action, const ActionId& other, bool exists)
{
    if (exists)
        return {{"validate.no-rank-runs-it", "no rank runs {action}"}, actionText(other)};
    return other.stage.value == action.stage().value + 1
               ? Sentence({"validate.no-stage-after", "there is no stage after it"})
               : Sentence({"validate.no-stage-before", "there is no stage before it"});
}

void findUnmatched(OrderFacts& facts, bool sends, ProblemList& problems)
{
    forEachAction(facts, [&](const Action& action, const Place& place) {
        if (sends ? !isSend(action.kind()) : !isReceive(action.kind()))
            return;
        const ActionId other = *otherEnd(action);
        const bool exists = other.stage.value < facts.table().stageCount();
        const bool isBeforeFirst = action.stage().value == 0 && other.stage.value != 1;
        if ((exists && facts.find(other)) ||
            (!isBeforeFirst && facts.mayRunUnseen(other.stage, action.microbatch())))
            return;
        facts.excuse(place);
        problems.add(facts, {place}, [&] {
            const Sentence why = reasonOf(action, other, exists);
            return sends ? Sentence({"validate.no-receiver", "rank {rank} {action} has no receiver: {why}"},
                                    place.rank, facts.withCell(place), why)
                         : Sentence({"validate.no-sender", "rank {rank} {action} has no sender: {why}"},
                                    place.rank, facts.withCell(place), why);
        });
    });
}

} // namespace

void findUnmatchedSends(OrderFacts& facts, ProblemList& problems)
{
    findUnmatched(facts, true, problems);
}

void findUnmatchedReceives(OrderFacts& facts, ProblemList& problems)
{
    findUnmatched(facts, false, problems);
}

} // namespace bubblescope
