// SPDX-License-Identifier: Apache-2.0
#include "core/time/check_order.h"
#include "core/validate/rules.h"

#include <algorithm>

namespace bubblescope {

void findTailOrder(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.hasAny(isTail))
        return;
    for (std::uint32_t r = 0; r < facts.schedule().rankCount(); ++r) {
        const std::optional<MisplacedTail> misplaced = misplacedTail(facts.schedule().rows[r]);
        if (!misplaced)
            continue;
        const Place at{r, misplaced->action};
        const Place behind{r, misplaced->behind};
        problems.add(facts, {at, behind}, [&] { return tailSentence(facts.schedule(), r, *misplaced); });
    }
}

void findMissingMeetings(OrderFacts& facts, ProblemList& problems)
{
    if (facts.hasAbsentRanks())
        return;
    const Schedule& schedule = facts.schedule();
    const auto find = [&](ActionKind kind, auto&& meets, auto&& missingOn) {
        for (std::uint32_t r = 0; facts.has(kind) && r < schedule.rankCount(); ++r)
            if (const Row& row = schedule.rows[r];
                meets(row) && std::none_of(row.begin(), row.end(),
                                           [&](const Action& action) { return action.kind() == kind; }))
                problems.add(missingOn(r), {{RankId{r}, {}, {StageId{0}, kind, MicrobatchId{}}}});
    };
    const auto runsAnEnd = [&](const Row& row) {
        return std::any_of(row.begin(), row.end(), [&](const Action& action) {
            const std::uint32_t stage = action.stage().value;
            return isCompute(action.kind()) && (stage == 0 || stage + 1 == schedule.stageCount);
        });
    };
    find(ActionKind::EmbedGrad, runsAnEnd, [](std::uint32_t rank) {
        return Sentence({"validate.no-embed-grad", "rank {rank} has no EMBED_GRAD, in which the ranks of the "
                                                   "first and the last stage meet"},
                        rank);
    });
    find(
        ActionKind::Clip, [](const Row&) { return true; },
        [](std::uint32_t rank) {
            return Sentence({"validate.no-clip", "rank {rank} has no CLIP, in which all ranks meet"}, rank);
        });
}

} // namespace bubblescope
