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

/// A part of a block that is there as a whole, too. The last part the table finds by itself.
void findPartsOfWholes(OrderFacts& facts, ProblemList& problems)
{
    forEachAction(facts, [&](const Action& action, const Place& place) {
        const ActionKind whole = wholeOf(action.kind());
        if (!isPart(action.kind()) || classOf(action.kind()) == classOf(whole))
            return;
        const Place other = facts.find({action.stage(), whole, action.microbatch()});
        if (other && !isPart(facts.at(other).kind()))
            report(facts, other, place, problems);
    });
}

} // namespace

void findDuplicateActions(OrderFacts& facts, ProblemList& problems)
{
    for (const auto& [first, again] : facts.table().duplicates())
        report(facts, first, again, problems);
    if (facts.hasAny(isPart))
        findPartsOfWholes(facts, problems);
    if (!facts.hasFullBackward() || !facts.table().has(ActionClass::Weight))
        return;
    forEachAction(facts, [&](const Action& action, const Place& place) {
        if (classOf(action.kind()) != ActionClass::Weight)
            return;
        const Place gradient = facts.find({action.stage(), ActionKind::Backward, action.microbatch()});
        if (gradient && wholeOf(facts.at(gradient).kind()) == ActionKind::Backward)
            report(facts, gradient, place, problems);
    });
}

} // namespace bubblescope
