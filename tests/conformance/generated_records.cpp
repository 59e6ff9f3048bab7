// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/generated_records.h"

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/time/simulate.h"
#include "tests/conformance/timed_records.h"

#include <cmath>
#include <fmt/format.h>
#include <map>

namespace bubblescope::test {

namespace {

std::string textAt(const Row& row, std::size_t index)
{
    if (index >= row.size())
        return "nothing";
    const CellRole role = row[index].role();
    return actionText(row[index].id()) + (role == CellRole::Single             ? ""
                                          : role == CellRole::OverlapContinued ? " in the block before it"
                                                                               : " at the head of a block");
}

bool differs(double a, double b)
{
    constexpr double kRounding = 2e-6;
    return std::abs(a - b) > kRounding;
}

/// The first sum of the record that ours differs from, in words; empty if none does.
std::string sumDifference(const Timeline& timeline, const CostModel& costs, const nlohmann::json& record)
{
    const Metrics metrics = measure(timeline, costs);
    const std::map<std::string, double> ours{{"makespan", metrics.makespan},
                                             {"bubble_rate", metrics.bubbleRateFb},
                                             {"longest_device_span", metrics.longestRankSpan},
                                             {"idle_fraction", metrics.idleFraction}};
    for (const auto& [name, value] : ours)
        if (record.contains(name) && differs(value, record[name].get<double>()))
            return fmt::format("{} is {}, expected {}", name, value, record[name].dump());
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        if (record.contains("peak_mem") && differs(rank.peakActivations * costs.activation.at(StageId{0}),
                                                   record["peak_mem"][r].get<double>()))
            return fmt::format("peak of rank {} is {}, expected {}", r, rank.peakActivations,
                               record["peak_mem"].dump());
        for (const char* busy : {"device_busy", "device_running_time"})
            if (record.contains(busy) && differs(rank.busy, record[busy][r].get<double>()))
                return fmt::format("{} of rank {} is {}, expected {}", busy, r, rank.busy,
                                   record[busy].dump());
        if (differs(rank.idle, metrics.makespan - rank.busy))
            return fmt::format("idle of rank {} is {}, not the makespan less {}", r, rank.idle, rank.busy);
    }
    const CriticalPath path = criticalPath(timeline, costs);
    if (path.length != metrics.makespan || timeline.startOf(path.actions.front()) != 0)
        return fmt::format("critical path of {} from {}", path.length,
                           timeline.startOf(path.actions.front()));
    return {};
}

/// Where two orders first differ, actions and blocks, in words; empty if nowhere.
std::string orderDifference(const Schedule& actual, const Schedule& expected)
{
    if (actual.rows.size() != expected.rows.size())
        return fmt::format("{} ranks, expected {}", actual.rows.size(), expected.rows.size());
    for (std::size_t r = 0; r < expected.rows.size(); ++r) {
        const Row& ours = actual.rows[r];
        const Row& theirs = expected.rows[r];
        for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i)
            if (i >= ours.size() || i >= theirs.size() || ours[i] != theirs[i])
                return fmt::format("rank {} action {} is {}, expected {}", r, i, textAt(ours, i),
                                   textAt(theirs, i));
    }
    return {};
}

} // namespace

std::string deepSeeksRequest(const nlohmann::json& record)
{
    return fmt::format("{}:ranks={},microbatches={},variant=deepseek",
                       record.at("strategy") == "dualpipe" ? "dualpipe" : "dualpipev",
                       record.at("config").at("ranks").dump(), record.at("config").at("chunks").dump());
}

CostModel costsOfRecord(const nlohmann::json& record)
{
    nlohmann::json bare = record;
    bare["ops"] = nlohmann::json::array();
    return timedRecord(bare).costs;
}

std::string recordDifference(const SchedulePtr& schedule, const CostModel& costs,
                             const nlohmann::json& record)
{
    const auto timeline = simulate(schedule, costs);
    if (!timeline)
        return timeline.error().message.text();
    if (record.contains("ops")) {
        const TimedRecord timed = timedRecord(record);
        if (std::string order = orderDifference(*schedule, *timed.schedule); !order.empty())
            return order;
        if (std::string times = timeDifference(*timeline, timed.lanes); !times.empty())
            return times;
    }
    return sumDifference(*timeline, costs, record);
}

std::string generatedDifference(const ScheduleRequest& request, const nlohmann::json& record,
                                TimingProfile profile)
{
    CostModel costs = costsOfRecord(record);
    costs.profile = profile;
    Result<Schedule> generated = generate(request, {.costs = costs});
    if (!generated)
        return generated.error().text();
    return recordDifference(std::make_shared<const Schedule>(std::move(*generated)), costs, record);
}

} // namespace bubblescope::test
