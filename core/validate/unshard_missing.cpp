// SPDX-License-Identifier: Apache-2.0
#include "core/validate/by_stage.h"
#include "core/validate/gathered_places.h"
#include "core/validate/rules.h"

namespace bubblescope {

void findUnshardMissing(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.hasUnshard())
        return;
    ByStage<Parameters> stages;
    std::uint32_t rank = 0;
    forEachAction(facts, [&](const Action& action, const Place& place) {
        if (std::exchange(rank, place.rank) != place.rank)
            stages.clear();
        const bool gathers = action.kind() == ActionKind::Unshard || action.kind() == ActionKind::Reshard;
        if ((!isCompute(action.kind()) && !gathers) || facts.isExcused(place))
            return;
        const std::uint32_t stage = action.stage().value;
        if (!lacksUnshard(stages[stage], action.kind()))
            return;
        problems.add(facts, {place}, [&] {
            return Sentence({"validate.runs-while-sharded",
                             "rank {rank} runs {action} while stage {stage} is sharded: "
                             "there is no {stage}UNSHARD before it"},
                            place.rank, facts.withCell(place), stage);
        });
    });
}

} // namespace bubblescope
