// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/recorded_orders.h"

#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"

#include <fmt/format.h>

namespace bubblescope::test {

using nlohmann::json;

std::vector<json> recordedOrders()
{
    std::vector<json> records;
    for (const std::string& path : sharedFiles("conformance/orders"))
        for (json& record : sharedJson(path))
            if (record.contains("schedule") && record.contains("kind"))
                records.push_back(std::move(record));
    return records;
}

std::vector<std::string> sourcesOf(const json& record)
{
    std::vector<std::string> sources = {record["source"]};
    for (const json& other : record.value("also", json::array()))
        if (other != record["source"])
            sources.push_back(other);
    return sources;
}

std::string variantOf(const std::string& source)
{
    return source.starts_with("hyper_parallel") ? "hyper-parallel" : source.substr(0, source.find(' '));
}

ScheduleRequest requestOf(const json& record, const std::string& source)
{
    ScheduleRequest request;
    request.schedule = record["schedule"];
    request.ranks = record["ranks"];
    request.microbatches = record["microbatches"];
    request.stagesPerRank = record["stages_per_rank"].get<std::int64_t>();
    request.options["variant"] = variantOf(source);
    return request;
}

std::string kindOf(const json& record, const std::string& source)
{
    return fmt::format("{} {} of {}", record["kind"].get<std::string>(),
                       record["schedule"].get<std::string>(), source);
}

std::string placeOf(const json& record)
{
    return fmt::format("{} of {} ranks, {} microbatches, {} stages per rank {}",
                       record["schedule"].get<std::string>(), record["ranks"].dump(),
                       record["microbatches"].dump(), record["stages_per_rank"].dump(),
                       record["options"].dump());
}

std::string cellDifference(const Schedule& schedule, const json& order, bool exactly)
{
    const auto cells = cellsOf(schedule);
    for (std::size_t r = 0; r < cells.size() && cells.size() == order.size() && exactly; ++r)
        if (cells[r].size() != order[r].size())
            return fmt::format("rank {} has {} cells, expected {}; {}", r, cells[r].size(), order[r].size(),
                               difference(schedule, order));
    return difference(schedule, order);
}

} // namespace bubblescope::test
