// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/time/cost_model.h"
#include "tests/support/generated.h"

#include <utility>
#include <vector>

namespace bubblescope::test {

/// One value, or one a stage.
[[nodiscard]] inline StageValues randomValues(Dice& dice, std::uint32_t stages)
{
    std::vector<double> values(dice.below(2) == 0 ? 1 : stages);
    for (double& value : values)
        value = 0.1 * (1 + dice.below(30));
    return StageValues(std::move(values));
}

/// Some of the links have costs of their own.
[[nodiscard]] inline TransferCost randomTransfer(Dice& dice, std::uint32_t ranks)
{
    TransferCost transfer{0.1 * dice.below(8), 0.3 * dice.below(8), 1.0 * dice.below(3),
                          dice.below(2) == 0 ? TransferMode::Async : TransferMode::Rendezvous};
    for (std::uint32_t r = 0; r < ranks && ranks > 1; ++r)
        if (dice.below(2) == 0) {
            LinkCost link{r, (r + 1 + dice.below(ranks - 1)) % ranks, {}, {}, {}};
            if (dice.below(2) == 0)
                link.latency = 0.1 * dice.below(30);
            if (dice.below(2) == 0)
                link.bytes = 0.3 * dice.below(20);
            if (dice.below(2) == 0)
                link.bandwidth = 0.5 * dice.below(4);
            transfer.links.push_back(link);
        }
    return transfer;
}

/// Times, shares and part ends for some pairs.
[[nodiscard]] inline OverlapRule randomOverlap(Dice& dice, std::uint32_t stages)
{
    OverlapRule overlap;
    overlap.fallback = dice.below(2) == 0 ? OverlapRule::Fallback::Sum : OverlapRule::Fallback::Max;
    for (const ActionKind kind :
         {ActionKind::Backward, ActionKind::BackwardInput, ActionKind::BackwardWeight})
        if (dice.below(2) == 0) {
            OverlapTime& rule = overlap.times[{ActionKind::Forward, kind}];
            rule.time = randomValues(dice, stages);
            rule.isShareOfSum = dice.below(2) == 0;
            (dice.below(2) == 0 ? rule.firstDone : rule.secondDone) = 0.1 * dice.below(11);
        }
    return overlap;
}

/// Costs that differ by stage, link and rank; FSDP and overlapped parts in all their ways, any profile.
[[nodiscard]] inline CostModel randomCosts(Dice& dice, const Schedule& schedule)
{
    const std::uint32_t stages = schedule.stageCount;
    CostModel costs;
    costs.forward = randomValues(dice, stages);
    costs.backwardInput = randomValues(dice, stages);
    costs.backwardWeight = randomValues(dice, stages);
    costs.backward = randomValues(dice, stages);
    costs.overlap = randomOverlap(dice, stages);
    costs.transfer = randomTransfer(dice, schedule.rankCount());
    costs.unshard = randomValues(dice, stages);
    costs.reshard = randomValues(dice, stages);
    costs.reduceGrad = randomValues(dice, stages);
    costs.overlapsFsdp = dice.below(2) == 0;
    if (dice.below(2) == 0)
        costs.rankFactor[dice.below(schedule.rankCount())] = 0.25 * (1 + dice.below(12));
    if (dice.below(2) == 0)
        costs.jitter = {0.1, dice.below(1000)};
    costs.profile = static_cast<TimingProfile>(dice.below(3));
    return costs;
}

} // namespace bubblescope::test
