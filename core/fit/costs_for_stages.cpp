// SPDX-License-Identifier: Apache-2.0
#include "core/fit/costs_for_stages.h"

#include "core/base/try.h"
#include "core/time/cost_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// The number of stages that the lists are of; 1 where every value holds for all stages.
std::size_t stagesOf(const CostModel& costs)
{
    std::size_t count = 1;
    const auto look = [&](const StageValues& values) { count = std::max(count, values.values.size()); };
    visitStageValues(costs, [&](const CostField&, const StageValues& values) { look(values); });
    for (const auto& [pair, rule] : costs.overlap.times)
        look(rule.time);
    return count;
}

/// How stages become others: each divided into `parts`, or `parts` of them joined to one.
struct Division
{
    std::size_t from = 1;
    std::size_t to = 1;

    [[nodiscard]] bool divides() const { return to >= from; }
    [[nodiscard]] std::size_t parts() const { return divides() ? to / from : from / to; }
};

/// Values that add up over the stages; `each` is in every one of them besides and is not divided.
StageValues shared(const StageValues& values, const Division& division, double each = 0)
{
    const std::size_t parts = division.parts();
    const auto valueOf = [&](std::size_t stage) { return values.values[values.isUniform() ? 0 : stage]; };
    const auto amountOf = [&](std::size_t stage) { return std::max(0.0, valueOf(stage) - each); };
    const auto part = [&](std::size_t stage) {
        if (division.divides())
            return amountOf(stage / parts) / static_cast<double>(parts) +
                   std::min(each, valueOf(stage / parts));
        double sum = std::min(each, valueOf(stage * parts));
        for (std::size_t i = 0; i < parts; ++i)
            sum += amountOf(stage * parts + i);
        return sum;
    };
    std::vector<double> result(values.isUniform() ? 1 : division.to);
    for (std::size_t stage = 0; stage < result.size(); ++stage)
        result[stage] = part(stage);
    return StageValues(std::move(result));
}

/// A share of what stages take is the same of their parts, and the mean of joined ones.
StageValues sharesOf(const StageValues& values, const Division& division)
{
    if (values.isUniform())
        return values;
    StageValues result = shared(values, division);
    for (double& value : result.values)
        value *= division.divides() ? static_cast<double>(division.parts())
                                    : 1 / static_cast<double>(division.parts());
    return result;
}

/// Of joined stages what W releases of all that they hold: who holds more counts for more.
StageValues keptSharesOf(const CostModel& costs, const Division& division)
{
    const StageValues& shares = costs.activationKeptUntilWeight;
    if (shares.isUniform() || division.divides())
        return sharesOf(shares, division);
    const std::size_t parts = division.parts();
    std::vector<double> joined(division.to);
    for (std::size_t stage = 0; stage < joined.size(); ++stage) {
        double held = 0;
        double kept = 0;
        for (std::size_t i = 0; i < parts; ++i) {
            const StageId part{static_cast<std::uint32_t>(stage * parts + i)};
            held += costs.activation.at(part);
            kept += costs.activation.at(part) * shares.at(part);
        }
        joined[stage] = held > 0 ? kept / held : shares.values[stage * parts];
    }
    return StageValues(std::move(joined));
}

/// Layers are whole: what an even division leaves goes to the first parts.
StageValues layersOf(const StageValues& layers, const Division& division)
{
    if (layers.isUniform())
        return layers;
    StageValues result = shared(layers, division);
    const std::size_t parts = division.parts();
    for (std::size_t stage = 0; division.divides() && stage < result.values.size(); ++stage) {
        const double whole = layers.values[stage / parts];
        const double least = std::floor(whole / static_cast<double>(parts));
        const double left = whole - least * static_cast<double>(parts);
        result.values[stage] = least + (static_cast<double>(stage % parts) < left ? 1 : 0);
    }
    return result;
}

/// What was not given holds for a stage of before, so it is divided like what was given.
void giveTimes(CostModel& costs)
{
    if (!costs.forward)
        costs.forward = StageValues(costs.durationOf(ActionKind::Forward, {}));
    if (costs.backward)
        return;
    for (auto* half : {&costs.backwardInput, &costs.backwardWeight})
        if (!*half)
            *half = StageValues(1.0);
}

void divideTimes(CostModel& costs, const Division& division)
{
    visitComputeTimes(costs, [&](const CostField&, std::optional<StageValues>& times) {
        if (times)
            times = shared(*times, division, costs.hostOverhead);
    });
    for (auto& [pair, rule] : costs.overlap.times)
        rule.time = rule.isShareOfSum ? sharesOf(rule.time, division)
                                      : shared(rule.time, division, costs.hostOverhead);
}

/// What the host does for an action before its first kernel, however few layers the stage has.
double hostOfEachAction(const CostField& field, const Communicators& communicators)
{
    constexpr std::array<std::pair<std::string_view, IssueCosts Communicators::*>, 4> kHosts{
        {{"forward_host", &Communicators::forward},
         {"backward_host", &Communicators::backward},
         {"backward_input_host", &Communicators::backwardInput},
         {"backward_weight_host", &Communicators::backwardWeight}}};
    for (const auto& [key, kind] : kHosts)
        if (field.key == key)
            return (communicators.*kind).lead;
    return 0;
}

std::string noteOf(const Division& division)
{
    if (division.divides())
        return fmt::format("the costs are for {} stages: each is split evenly into {} of the schedule's {}",
                           division.from, division.parts(), division.to);
    return fmt::format(
        "the costs are for {} stages: {} consecutive ones are joined into each of the schedule's {}",
        division.from, division.parts(), division.to);
}

} // namespace

Result<CostModel> costsForStages(const CostModel& costs, std::uint32_t stageCount)
{
    const Division division{stagesOf(costs), stageCount};
    if (division.from == 1 || division.from == stageCount)
        return costs;
    TRY_VOID(costs.check(static_cast<std::uint32_t>(division.from)));
    if (stageCount == 0 || std::max(division.from, division.to) % std::min(division.from, division.to) != 0)
        return invalidInput({"fit.costs-stages-schedule-they",
                             "the costs are for {stages} stages, but the schedule has {wanted}: they can be "
                             "split or joined evenly only for a multiple or a divisor of {stages2}"},
                            division.from, stageCount, division.from);
    CostModel result = costs;
    if (costs.blocks) {
        result.layersPerStage = layersOf(costs.layersPerStage, division);
    } else {
        giveTimes(result);
        divideTimes(result, division);
    }
    visitStageValues(result, [&](const CostField& field, StageValues& values) {
        const bool addsUp =
            field.unit == CostUnit::Size || field.unit == CostUnit::Duration || field.unit == CostUnit::Count;
        // 1 for all is no size but the unit in which activations are counted: stages.
        const bool isCount = field.inBlock == &BlockCost::activation && values == StageValues(1.0);
        if (addsUp && !isCount && !field.isComputeTime())
            values = shared(values, division, hostOfEachAction(field, costs.communicators));
    });
    result.activationKeptUntilWeight = keptSharesOf(costs, division);
    result.notes.push_back(noteOf(division));
    return result;
}

} // namespace bubblescope
