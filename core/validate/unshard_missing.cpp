// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

#include <fmt/format.h>
#include <unordered_map>

namespace bubblescope {

namespace {

enum class Parameters : std::uint8_t { Sharded, Unsharded, Reported };

} // namespace

void findUnshardMissing(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.hasUnshard())
        return;
    const Schedule& schedule = facts.schedule();
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        std::unordered_map<std::uint32_t, Parameters> stages;
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            if (!isCompute(action.kind()) && !isFsdp(action.kind()))
                continue;
            Parameters& state = stages[action.stage().value];
            const Place place{r, i};
            if (action.kind() == ActionKind::Unshard)
                state = Parameters::Unsharded;
            else if (action.kind() == ActionKind::Reshard)
                state = Parameters::Sharded;
            if (!isCompute(action.kind()) || state != Parameters::Sharded || facts.isExcused(place))
                continue;
            state = Parameters::Reported;
            problems.add(
                fmt::format("rank {} runs {} while stage {} is sharded: no {}UNSHARD stands before it", r,
                            facts.withCell(place), action.stage().value, action.stage().value),
                {facts.problemAction(place)});
        }
    }
}

} // namespace bubblescope
