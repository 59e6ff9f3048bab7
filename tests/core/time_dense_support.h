// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/dense_simulation.h"
#include "core/time/simulate.h"
#include "core/time/simulate_general.h"
#include "tests/support/generated.h"

#include <array>
#include <bit>
#include <fmt/format.h>

namespace bubblescope::test {

/// A number of [0, 4) that rounds in every sum.
[[nodiscard]] inline double anyTime(Dice& dice)
{
    return dice.below(8) == 0 ? 0.0 : 4.0 * dice.below(1U << 30U) / (1U << 30U) + 1.0 / 3;
}

[[nodiscard]] inline StageValues anyTimes(Dice& dice, std::uint32_t stageCount)
{
    if (dice.below(2) == 0)
        return StageValues(anyTime(dice));
    std::vector<double> values(stageCount);
    for (double& value : values)
        value = anyTime(dice);
    return StageValues(std::move(values));
}

/// Costs of every sort that the dense simulation knows.
[[nodiscard]] inline CostModel anyCosts(Dice& dice, const Schedule& schedule)
{
    using enum ActionKind;
    CostModel costs;
    const std::uint32_t stages = schedule.stageCount;
    for (auto* times : {&costs.forward, &costs.backwardInput, &costs.backwardWeight, &costs.backward})
        if (dice.below(3) > 0)
            *times = anyTimes(dice, stages);
    if (dice.below(2) == 0)
        costs.recompute = anyTimes(dice, stages);
    costs.transfer.latency = anyTime(dice);
    costs.transfer.bytes = anyTime(dice);
    costs.transfer.bandwidth = anyTime(dice);
    for (std::uint32_t from = 0; from < schedule.rankCount() && dice.below(2) == 0; ++from)
        for (std::uint32_t to = 0; to < schedule.rankCount(); ++to)
            if (from != to && dice.below(2) == 0)
                costs.transfer.links.push_back({from, to, anyTime(dice), std::nullopt, anyTime(dice)});
    if (dice.below(4) == 0)
        costs.transfer.mode = TransferMode::Rendezvous;
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank)
        if (dice.below(3) == 0)
            costs.rankFactor[rank] = anyTime(dice);
    if (dice.below(2) == 0)
        costs.overlap.fallback = OverlapRule::Fallback::Max;
    for (const auto& pair : {std::pair{Forward, Backward}, std::pair{Backward, Forward},
                             std::pair{Forward, BackwardInput}, std::pair{Forward, BackwardWeight}})
        if (dice.below(3) == 0) {
            OverlapTime& time = costs.overlap.times[pair];
            time.time = anyTimes(dice, stages);
            time.isShareOfSum = dice.below(2) == 0;
        }
    return costs;
}

/// Where two timelines differ in a bit, in words; empty if nowhere.
[[nodiscard]] inline std::string bitDifference(const Timeline& left, const Timeline& right)
{
    const auto bits = [](Time time) { return std::bit_cast<std::uint64_t>(time); };
    if (bits(left.makespan) != bits(right.makespan) || left.unit != right.unit)
        return fmt::format("makespan {} {} and {} {}", left.makespan, left.unit, right.makespan, right.unit);
    if (left.schedule != right.schedule || left.lanes.size() != right.lanes.size())
        return "not of one schedule";
    for (std::size_t r = 0; r < left.lanes.size(); ++r) {
        const LaneTimes& one = left.lanes[r];
        const LaneTimes& other = right.lanes[r];
        const std::size_t size = left.schedule->rows[r].size();
        for (const auto* times : {&one.start, &one.end, &other.start, &other.end})
            if (times->size() != size)
                return fmt::format("rank {} has {} times of {}", r, times->size(), size);
        for (std::size_t i = 0; i < size; ++i)
            if (bits(one.start[i]) != bits(other.start[i]) || bits(one.end[i]) != bits(other.end[i]))
                return fmt::format("rank {} action {}: {}-{} and {}-{}", r, i, one.start[i], one.end[i],
                                   other.start[i], other.end[i]);
    }
    return {};
}

/// What simulate() and the general simulation say differently; empty if they agree.
[[nodiscard]] inline std::string disagreement(const SchedulePtr& schedule, const CostModel& costs)
{
    const auto fast = simulate(schedule, costs);
    const auto general = simulateGeneral(schedule, costs);
    if (fast.has_value() != general.has_value())
        return "only one refuses: " + (fast ? general.error() : fast.error()).message.text();
    if (fast)
        return bitDifference(*fast, *general);
    if (fast.error().kind != general.error().kind ||
        fast.error().message.text() != general.error().message.text() ||
        fast.error().actions != general.error().actions)
        return fast.error().message.text() + " / " + general.error().message.text();
    return {};
}

/// The dense simulation times the order by itself.
[[nodiscard]] inline bool isTimedDense(const SchedulePtr& schedule, const CostModel& costs)
{
    return simulateDense(*schedule, costs, {}).timeline.has_value();
}

} // namespace bubblescope::test
