// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/zero_bubble_records.h"

#include "core/time/simulate.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace bubblescope::test {

namespace {

using nlohmann::json;

StageValues values(const json& given)
{
    return given.is_array() ? StageValues(given.get<std::vector<double>>())
                            : StageValues(given.get<double>());
}

CostModel costsOf(const json& config)
{
    CostModel costs;
    costs.forward = values(config.at("cost_f"));
    costs.backwardInput = values(config.at("cost_b"));
    costs.backwardWeight = values(config.at("cost_w"));
    costs.transfer.latency = config.at("cost_comm").get<double>();
    if (config.contains("mem_fbw")) {
        const auto memory = config["mem_fbw"].get<std::vector<double>>();
        costs.activation = StageValues(memory[0]);
        costs.activationKeptUntilWeight = StageValues(-memory[2] / memory[0]);
    }
    return costs;
}

ScheduleRequest requestOf(const json& config, const std::string& schedule)
{
    ScheduleRequest request;
    request.schedule = schedule;
    request.ranks = config.at("p");
    request.microbatches = config.at("m");
    if (config.contains("chunks"))
        request.stagesPerRank = config["chunks"].get<std::int64_t>();
    if (config.contains("limit_in_F") && !config["limit_in_F"].is_null())
        request.options["memory_limit"] = config["limit_in_F"].dump();
    if (config.contains("group_size"))
        request.options["group_size"] = config["group_size"].dump();
    return request;
}

std::string orderDifference(const Schedule& ours, const Schedule& theirs)
{
    for (std::size_t r = 0; r < theirs.rows.size(); ++r)
        for (std::size_t i = 0; i < std::max(ours.rows[r].size(), theirs.rows[r].size()); ++i) {
            const auto at = [&](const Row& row) {
                return i < row.size() ? actionText(row[i].id()) : std::string("nothing");
            };
            if (at(ours.rows[r]) != at(theirs.rows[r]))
                return fmt::format("rank {} action {} is {}, expected {}", r, i, at(ours.rows[r]),
                                   at(theirs.rows[r]));
        }
    return {};
}

bool differs(double a, double b)
{
    return std::abs(a - b) > 2e-6;
}

} // namespace

std::vector<ZeroBubbleRecord> zeroBubbleRecords(const std::string& file, const std::string& strategy,
                                                const std::string& schedule)
{
    std::vector<ZeroBubbleRecord> records;
    for (json& record : sharedJson("conformance/timed/" + file))
        if (record.at("strategy") == strategy)
            records.push_back(
                {requestOf(record.at("config"), schedule), costsOf(record.at("config")), std::move(record)});
    return records;
}

Generated generatedFor(const ZeroBubbleRecord& record)
{
    Result<Schedule> schedule = generate(record.request, {.costs = record.costs});
    if (!schedule)
        throw std::runtime_error(schedule.error().text());
    Generated result;
    result.schedule = std::make_shared<const Schedule>(std::move(*schedule));
    const auto timeline = simulate(result.schedule, record.costs);
    if (!timeline)
        throw std::runtime_error(timeline.error().message.text());
    result.metrics = measure(*timeline, record.costs);
    return result;
}

std::string deviation(const ZeroBubbleRecord& record)
{
    const Generated ours = generatedFor(record);
    if (record.expected.contains("ops"))
        if (std::string difference = orderDifference(*ours.schedule, *timedRecord(record.expected).schedule);
            !difference.empty())
            return difference;
    const double makespan = record.expected.at("makespan");
    if (differs(ours.metrics.makespan, makespan))
        return fmt::format("makespan is {}, expected {}", ours.metrics.makespan, makespan);
    const double span = record.expected.at("longest_device_span");
    if (differs(ours.metrics.longestRankSpan, span))
        return fmt::format("longest span is {}, expected {}", ours.metrics.longestRankSpan, span);
    const auto peaks = record.expected.at("peak_mem").get<std::vector<double>>();
    for (std::size_t r = 0; r < peaks.size(); ++r)
        if (differs(ours.metrics.perRank[r].peakActivations * record.costs.activation.at(StageId{0}),
                    peaks[r]))
            return fmt::format("peak of rank {} is {}, expected {}", r,
                               ours.metrics.perRank[r].peakActivations, peaks[r]);
    return {};
}

} // namespace bubblescope::test
