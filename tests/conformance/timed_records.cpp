// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/timed_records.h"

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace bubblescope::test {

namespace {

using nlohmann::json;

ActionKind kindOf(const std::string& name)
{
    for (const ActionKind kind :
         {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight, ActionKind::Backward})
        if (name == kindText(kind))
            return kind;
    throw std::invalid_argument("no kind: " + name);
}

StageValues values(const json& given, std::size_t stages)
{
    if (given.is_number())
        return StageValues(given.get<double>());
    if (given.is_array())
        return StageValues(given.get<std::vector<double>>());
    std::vector<double> perStage(stages);
    for (std::size_t s = 0; s < stages; ++s)
        perStage[s] = given.at(std::to_string(s)).get<double>();
    return StageValues(std::move(perStage));
}

void readVisualizationCosts(const json& config, CostModel& costs)
{
    costs.transfer.latency = config.value("p2p_latency", 0.0);
    if (!config.contains("op_times") || config["op_times"].is_null())
        return;
    const auto stages = config.at("num_stages").get<std::size_t>();
    for (const auto& [name, given] : config["op_times"].items()) {
        if (name == "forward")
            costs.forward = values(given, stages);
        else if (name == "backward")
            costs.backward = values(given, stages);
        else if (name == "backward_D")
            costs.backwardInput = values(given, stages);
        else if (name == "backward_W")
            costs.backwardWeight = values(given, stages);
        else if (name == "overlapped_forward_backward")
            costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] =
                OverlapTime(values(given, stages));
        else if (name == "overlapped_backward_forward")
            costs.overlap.times[{ActionKind::Backward, ActionKind::Forward}] =
                OverlapTime(values(given, stages));
        else
            throw std::invalid_argument("unknown time " + name);
    }
}

void readZeroBubbleCosts(const json& config, CostModel& costs)
{
    costs.forward = values(config.at("cost_f"), 0);
    costs.backwardInput = values(config.at("cost_b"), 0);
    costs.backwardWeight = values(config.at("cost_w"), 0);
    costs.transfer.latency = config.at("cost_comm").get<double>();
    if (config.contains("mem_fbw")) {
        const auto memory = config["mem_fbw"].get<std::vector<double>>();
        costs.activation = StageValues(memory[0]);
        costs.activationKeptUntilWeight = StageValues(-memory[2] / memory[0]);
    }
}

} // namespace

TimedRecord timedRecord(const json& record)
{
    TimedRecord result;
    Schedule schedule;
    schedule.name = record.at("strategy").get<std::string>();
    const json& config = record.at("config");
    const auto splits = config.value("seq_splits", 0U);
    const auto ranks =
        config.contains("p") ? config["p"].get<std::size_t>() : config["num_devices"].get<std::size_t>();
    schedule.rows.resize(ranks);
    result.lanes.resize(ranks);
    std::vector<std::int64_t> lastGroup(ranks, -1);
    for (const json& op : record.at("ops")) {
        const auto rank = op[0].get<std::size_t>();
        const std::size_t time = splits > 0 ? 5 : 4;
        auto microbatch = op[2].get<std::uint32_t>();
        if (splits > 0)
            microbatch = microbatch * splits + op[4].get<std::uint32_t>();
        const bool grouped = op.size() > time + 2 && !op[time + 2].is_null();
        const auto group = grouped ? op[time + 2].get<std::int64_t>() : -1;
        const CellRole role = !grouped                   ? CellRole::Single
                              : group == lastGroup[rank] ? CellRole::OverlapContinued
                                                         : CellRole::OverlapForwardBackward;
        lastGroup[rank] = group;
        schedule.rows[rank].emplace_back(StageId{op[3].get<std::uint32_t>()},
                                         kindOf(op[1].get<std::string>()), MicrobatchId{microbatch}, role);
        result.lanes[rank].start.push_back(op[time].get<double>());
        result.lanes[rank].end.push_back(op[time + 1].get<double>());
    }
    countStagesAndMicrobatches(schedule);
    result.schedule = std::make_shared<const Schedule>(std::move(schedule));
    if (config.contains("cost_f"))
        readZeroBubbleCosts(config, result.costs);
    else
        readVisualizationCosts(config, result.costs);
    return result;
}

std::string timeDifference(const Timeline& actual, const std::vector<LaneTimes>& expected)
{
    constexpr double kRounding = 2e-6;
    if (actual.lanes.size() != expected.size())
        return fmt::format("{} ranks, expected {}", actual.lanes.size(), expected.size());
    for (std::size_t r = 0; r < expected.size(); ++r) {
        if (actual.lanes[r].start.size() != expected[r].start.size())
            return fmt::format("rank {} has {} times, expected {}", r, actual.lanes[r].start.size(),
                               expected[r].start.size());
        for (std::size_t i = 0; i < expected[r].start.size(); ++i)
            if (std::abs(actual.lanes[r].start[i] - expected[r].start[i]) > kRounding ||
                std::abs(actual.lanes[r].end[i] - expected[r].end[i]) > kRounding)
                return fmt::format("rank {} action {} {}: {}..{}, expected {}..{}", r, i,
                                   actionText(actual.schedule->rows[r][i].id()), actual.lanes[r].start[i],
                                   actual.lanes[r].end[i], expected[r].start[i], expected[r].end[i]);
    }
    return {};
}

} // namespace bubblescope::test
