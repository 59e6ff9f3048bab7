// SPDX-License-Identifier: Apache-2.0
#include "core/validate/reduction_places.h"
#include "core/validate/rules.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What these rules look at: not what is reported, or will be, on a wrong rank.
bool counts(const OrderFacts& facts, const Place& place)
{
    const ActionKind kind = facts.at(place).kind();
    if (isFsdp(kind))
        return !facts.isExcused(place) && facts.belongs(facts.at(place).id(), place.rank);
    return isCompute(kind) && !facts.isExcused(place);
}

/// Goes through the rows of an order with FSDP actions: each compute and FSDP action that no rule has
/// reported, then the end of the row.
template <typename Visit, typename End>
void forEachRow(const OrderFacts& facts, Visit&& visit, End&& atEnd)
{
    const Schedule& schedule = facts.schedule();
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const Row& row = schedule.rows[r];
        for (std::uint32_t i = 0; i < row.size(); ++i)
            if (counts(facts, {r, i}))
                visit(row[i], Place{r, i});
        atEnd(r);
    }
}

Sentence after(const OrderFacts& facts, const Place& place)
{
    return {{"validate.after", " after {action}"}, facts.withCell(place)};
}

void addMissing(const OrderFacts& facts, std::uint32_t rank, std::uint32_t stage, ActionKind kind,
                const Sentence& where, const Place& beside, ProblemList& problems)
{
    const ActionId missing{StageId{stage}, kind, {}};
    const auto message = [&] {
        return Sentence({"validate.does-not-run-where", "rank {rank} does not run {action}{where}"}, rank,
                        actionText(missing), where);
    };
    problems.add(facts, {beside}, message, {{RankId{rank}, {}, missing}});
}

void addOrder(OrderFacts& facts, const Place& place, const Place& needed, ProblemList& problems,
              bool isPending = false)
{
    problems.add(facts, {place, needed}, [&] {
        return isPending ? Sentence({"validate.runs-before-pending",
                                     "rank {rank} runs {action} before {needed}, and "
                                     "one reduction may be pending at a time"},
                                    place.rank, facts.withCell(place), facts.withCell(needed))
                         : Sentence({"validate.runs-before", "rank {rank} runs {action} before {needed}"},
                                    place.rank, facts.withCell(place), facts.withCell(needed));
    });
}

/// A rank's reductions by stage.
std::vector<std::pair<std::uint32_t, Reduction>> sortedReductions(const OrderFacts& facts, std::uint32_t rank)
{
    const auto reductions = reductionsOf(facts.schedule().rows[rank], rank,
                                         [&](const Place& place) { return counts(facts, place); });
    std::vector<std::pair<std::uint32_t, Reduction>> list(reductions.values().begin(),
                                                          reductions.values().end());
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return list;
}

} // namespace

void findRepeatedFsdp(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.hasFsdp())
        return;
    struct Last
    {
        Place gathered; ///< UNSHARD or RESHARD, with no compute action since
        Place reduce;
        Place wait;
    };
    ByStage<Last> stages;
    const auto once = [&](Place& last, const Place& place, bool isGathered) {
        if (!last || facts.at(last).kind() != facts.at(place).kind()) {
            last = place;
            return;
        }
        facts.excuse(place);
        problems.add(facts, {last, place}, [&] {
            const std::string action = actionText(facts.at(place).id());
            return isGathered ? Sentence({"validate.runs-twice-gathered",
                                          "rank {rank} runs {action} twice, in cells {first} and {again}, "
                                          "with nothing between them"},
                                         place.rank, action, facts.cell(last), facts.cell(place))
                              : Sentence({"validate.runs-twice",
                                          "rank {rank} runs {action} twice, in cells {first} and {again}"},
                                         place.rank, action, facts.cell(last), facts.cell(place));
        });
    };
    forEachRow(
        facts,
        [&](const Action& action, const Place& place) {
            Last& last = stages[action.stage().value];
            switch (action.kind()) {
            case ActionKind::Unshard:
            case ActionKind::Reshard:
                return once(last.gathered, place, true);
            case ActionKind::ReduceGrad:
                return once(last.reduce, place, false);
            case ActionKind::WaitReduceGrad:
                return once(last.wait, place, false);
            default:
                last.gathered = {};
            }
        },
        [&](std::uint32_t) { stages.clear(); });
}

void findMissingReshards(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.has(ActionKind::Reshard))
        return;
    ByStage<Place> unsharded;
    forEachRow(
        facts,
        [&](const Action& action, const Place& place) {
            if (action.kind() == ActionKind::Unshard) {
                Place& open = unsharded[action.stage().value];
                if (open)
                    addMissing(facts, place.rank, action.stage().value, ActionKind::Reshard,
                               Sentence({"validate.between", " between {first} and {second}"},
                                        facts.withCell(open), facts.withCell(place)),
                               place, problems);
                open = place;
            } else if (action.kind() == ActionKind::Reshard) {
                unsharded[action.stage().value] = {};
            }
        },
        [&](std::uint32_t rank) {
            std::vector<Place> open;
            for (const auto& [stage, place] : unsharded.values())
                if (place)
                    open.push_back(place);
            std::sort(open.begin(), open.end(),
                      [](const Place& a, const Place& b) { return a.index < b.index; });
            for (const Place& place : open)
                addMissing(facts, rank, facts.at(place).stage().value, ActionKind::Reshard,
                           after(facts, place), place, problems);
            unsharded.clear();
        });
}

void findMissingReductions(OrderFacts& facts, ProblemList& problems)
{
    const bool reduces = facts.has(ActionKind::ReduceGrad);
    if (!reduces && !facts.has(ActionKind::WaitReduceGrad))
        return;
    const bool waits = facts.has(ActionKind::WaitReduceGrad) || facts.has(ActionKind::WaitSendForward) ||
                       facts.has(ActionKind::WaitSendBackward);
    for (std::uint32_t r = 0; r < facts.schedule().rankCount(); ++r)
        for (const auto& [stage, reduction] : sortedReductions(facts, r)) {
            if (!reduction.reduce && reduction.wait)
                addMissing(facts, r, stage, ActionKind::ReduceGrad,
                           Sentence({"validate.for-which-waits", ", which {action} waits for"},
                                    facts.withCell(reduction.wait)),
                           reduction.wait, problems);
            else if (!reduction.reduce && reduces && reduction.isManaged && reduction.lastGradient)
                addMissing(facts, r, stage, ActionKind::ReduceGrad, after(facts, reduction.lastGradient),
                           reduction.lastGradient, problems);
            if (reduction.reduce && !reduction.wait && waits)
                addMissing(facts, r, stage, ActionKind::WaitReduceGrad, after(facts, reduction.reduce),
                           reduction.reduce, problems);
        }
}

void findReductionOrder(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.has(ActionKind::ReduceGrad))
        return;
    for (std::uint32_t r = 0; r < facts.schedule().rankCount(); ++r) {
        std::vector<Reduction> closed; // those that have both ends, in their order
        for (const auto& [stage, reduction] : sortedReductions(facts, r)) {
            const auto& [reduce, wait, last, isManaged] = reduction;
            if (!reduce)
                continue;
            if (last && reduce.index < last.index)
                addOrder(facts, reduce, last, problems);
            if (wait && wait.index < reduce.index)
                addOrder(facts, wait, reduce, problems);
            else if (wait)
                closed.push_back(reduction);
        }
        std::sort(closed.begin(), closed.end(),
                  [](const Reduction& a, const Reduction& b) { return a.reduce.index < b.reduce.index; });
        Place pending;
        for (const Reduction& reduction : closed) {
            if (pending && reduction.reduce.index < pending.index)
                addOrder(facts, reduction.reduce, pending, problems, true);
            if (!pending || pending.index < reduction.wait.index)
                pending = reduction.wait;
        }
    }
}

} // namespace bubblescope
