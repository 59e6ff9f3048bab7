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

void findMissingClips(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.has(ActionKind::Clip) || facts.hasAbsentRanks())
        return;
    const std::vector<Row>& rows = facts.schedule().rows;
    for (std::uint32_t r = 0; r < rows.size(); ++r)
        if (std::none_of(rows[r].begin(), rows[r].end(),
                         [](const Action& action) { return action.kind() == ActionKind::Clip; }))
            problems.add(
                Sentence({"validate.no-clip", "rank {rank} has no CLIP, in which all ranks meet"}, r),
                {{RankId{r}, {}, {StageId{0}, ActionKind::Clip, MicrobatchId{}}}});
}

} // namespace bubblescope
