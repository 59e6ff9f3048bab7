// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

namespace bubblescope {

namespace {

Sentence repeated(const OrderFacts& facts, const Place& first, const Place& again)
{
    if (facts.at(first).kind() != facts.at(again).kind())
        return {{"validate.repeats", "rank {rank} {action} repeats the work of {first} on rank {other}"},
                again.rank,
                facts.withCell(again),
                facts.withCell(first),
                first.rank};
    if (first.rank == again.rank)
        return {{"validate.runs-twice", "rank {rank} runs {action} twice, in cells {first} and {again}"},
                again.rank,
                actionText(facts.at(again).id()),
                facts.cell(first),
                facts.cell(again)};
    return {
        {"validate.runs-again", "rank {rank} runs {action} again, which rank {other} runs in cell {cell}"},
        again.rank,
        facts.withCell(again),
        first.rank,
        facts.cell(first)};
}

void report(OrderFacts& facts, Place first, Place again, ProblemList& problems)
{
    // The copy that stands where the stage lives is the right one.
    if (!facts.belongs(facts.at(first).id(), first.rank) && facts.belongs(facts.at(again).id(), again.rank))
        std::swap(first, again);
    facts.excuse(first);
    facts.excuse(again);
    problems.add(facts, {first, again}, [&] { return repeated(facts, first, again); });
}

} // namespace

void findDuplicateActions(OrderFacts& facts, ProblemList& problems)
{
    for (const auto& [first, again] : facts.table().duplicates())
        report(facts, first, again, problems);
    if (!facts.hasFullBackward() || !facts.table().has(ActionClass::Weight))
        return;
    forEachAction(facts, [&](const Action& action, const Place& place) {
        if (action.kind() != ActionKind::BackwardWeight)
            return;
        const Place gradient = facts.find({action.stage(), ActionKind::Backward, action.microbatch()});
        if (gradient && facts.at(gradient).kind() == ActionKind::Backward)
            report(facts, gradient, place, problems);
    });
}

} // namespace bubblescope
