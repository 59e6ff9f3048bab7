// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/zero_bubble_records.h"

#include "core/time/simulate.h"
#include "tests/conformance/generated_records.h"
#include "tests/support/conformance_data.h"

#include <stdexcept>

namespace bubblescope::test {

namespace {

using nlohmann::json;

ScheduleRequest requestOfConfig(const json& config, const std::string& schedule)
{
    ScheduleRequest request;
    request.schedule = schedule;
    request.ranks = config.at("p");
    request.microbatches = config.at("m");
    if (config.contains("chunks"))
        request.stagesPerRank = config["chunks"].get<std::int64_t>();
    if (config.contains("limit_in_F") && !config["limit_in_F"].is_null())
        request.options["memory_limit"] = config["limit_in_F"].dump();
    for (const char* option : {"group_size", "seq_splits", "reorder"})
        if (config.contains(option))
            request.options[option] = config[option].dump();
    return request;
}

} // namespace

std::vector<ZeroBubbleRecord> zeroBubbleRecords(const std::string& file, const std::string& strategy,
                                                const std::string& schedule)
{
    std::vector<ZeroBubbleRecord> records;
    for (json& record : sharedJson("conformance/timed/" + file))
        if (record.at("strategy") == strategy)
            records.push_back(
                {requestOfConfig(record.at("config"), schedule), costsOfRecord(record), std::move(record)});
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
    return generatedDifference(record.request, record.expected, TimingProfile::Strict);
}

} // namespace bubblescope::test
