// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

namespace bubblescope {

void findMissingReceives(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.hasCommunication())
        return;
    forEachAction(facts, [&](const Action& action, const Place& place) {
        const bool forward = takesActivation(action.kind());
        if (!forward && !takesGradient(action.kind()))
            return;
        // Before the first stage is one that no action has.
        const StageId stage{forward ? action.stage().value - 1 : action.stage().value + 1};
        const Place producer = facts.find({stage, wholeOf(action.kind()), action.microbatch()});
        const ActionId receive = *bringerOf(action);
        // A producer or consumer on the wrong rank has lost its messages with that.
        if (!producer || producer.rank == place.rank || !facts.isCarried(producer) ||
            facts.isExcused(producer) || facts.isExcused(place) || facts.find(receive))
            return;
        problems.add(facts, {place}, [&] {
            return Sentence(
                {"validate.never-receives",
                 "rank {rank} {action} never receives {input} of rank {other}: no rank runs {receive}"},
                place.rank, facts.withCell(place), actionText(facts.at(producer).id()), producer.rank,
                actionText(receive));
        });
    });
}

} // namespace bubblescope
