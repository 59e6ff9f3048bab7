// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/registry.h"
#include "core/lower/pass.h"
#include "tests/support/generated.h"

#include <string>
#include <vector>

namespace bubblescope::test {

struct NamedOrder
{
    std::string name; ///< "zbv:ranks=2,microbatches=4 torch"
    SchedulePtr schedule;
};

/// Every schedule in some small shapes, as generated and lowered.
[[nodiscard]] inline std::vector<NamedOrder> smallOrders()
{
    std::vector<NamedOrder> orders;
    for (const ScheduleDefinition& definition : scheduleDefinitions())
        for (const char* shape : {"ranks=2,microbatches=4", "ranks=4,microbatches=8",
                                  "ranks=1,microbatches=2", "ranks=3,microbatches=5"}) {
            const std::string request = std::string(definition.info.name) + ":" + shape;
            SchedulePtr order;
            try {
                order = generated(request);
            } catch (const std::invalid_argument&) {
                continue;
            }
            orders.push_back({request, order});
            for (const char* pass : {"send-recv", "torch"})
                if (Result<Schedule> lowered = applyPass(pass, *order))
                    orders.push_back(
                        {request + " " + pass, std::make_shared<const Schedule>(*std::move(lowered))});
        }
    return orders;
}

/// Rows for every profile with both modes of transfer: int "profile", bool "rendezvous".
inline void addProfilesAndModes()
{
    QTest::addColumn<int>("profile");
    QTest::addColumn<bool>("rendezvous");
    for (int profile = 0; profile < 3; ++profile)
        for (const bool rendezvous : {false, true})
            QTest::addRow("%s, %s", profileName(static_cast<TimingProfile>(profile)).data(),
                          rendezvous ? "rendezvous" : "async")
                << profile << rendezvous;
}

/// Sums of quarters but for the jitter of every second.
[[nodiscard]] inline CostModel mixedCosts(Dice& dice, TransferMode mode)
{
    const auto quarters = [&](std::uint32_t most) { return StageValues(0.25 * (1 + dice.below(most))); };
    CostModel costs;
    costs.transfer.mode = mode;
    costs.forward = quarters(8);
    costs.backwardInput = quarters(8);
    costs.backwardWeight = quarters(8);
    costs.unshard = StageValues(0.25 * dice.below(4));
    costs.reshard = StageValues(0.25 * dice.below(2));
    costs.reduceGrad = StageValues(0.25 * dice.below(4));
    costs.overlapsFsdp = dice.below(2) == 1;
    costs.transfer.latency = 0.25 * dice.below(5);
    costs.transfer.bytes = 0.5 * dice.below(9);
    costs.transfer.bandwidth = dice.below(3) > 0 ? 1 : 0;
    if (dice.below(2) == 0)
        costs.transfer.links = {{0, 1, 0.25 * dice.below(9), 0.5 * dice.below(9), 2.0 * dice.below(2)},
                                {2, 1, 0.25 * dice.below(9), {}, {}}};
    costs.jitter = {0.1 * dice.below(2), dice.below(100)};
    for (const ActionKind backward : {ActionKind::Backward, ActionKind::BackwardInput}) {
        OverlapTime block(StageValues(0.5 * (1 + dice.below(6))));
        (dice.below(2) == 0 ? block.firstDone : block.secondDone) = 0.25 * (1 + dice.below(4));
        costs.overlap.times[{ActionKind::Forward, backward}] = block;
        costs.overlap.times[{backward, ActionKind::Forward}] = block;
    }
    costs.rankFactor[dice.below(4)] = 1 + dice.below(2);
    return costs;
}

} // namespace bubblescope::test
