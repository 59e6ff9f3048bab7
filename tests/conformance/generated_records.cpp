// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/generated_records.h"

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/time/simulate.h"
#include "tests/conformance/timed_records.h"

#include <cmath>
#include <fmt/format.h>

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

} // namespace

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

CostModel costsOfRecord(const nlohmann::json& record)
{
    nlohmann::json bare = record;
    bare["ops"] = nlohmann::json::array();
    return timedRecord(bare).costs;
}

std::string sumDifference(const Timeline& timeline, const CostModel& costs, const nlohmann::json& record)
{
    const Metrics metrics = measure(timeline, costs);
    for (const auto& [name, ours] : {std::pair{"makespan", metrics.makespan},
                                     {"bubble_rate", metrics.bubbleRateFb},
                                     {"longest_device_span", metrics.longestRankSpan}})
        if (record.contains(name) && differs(ours, record[name].get<double>()))
            return fmt::format("{} is {}, expected {}", name, ours, record[name].dump());
    if (record.contains("peak_mem"))
        for (std::size_t r = 0; r < metrics.perRank.size(); ++r)
            if (differs(metrics.perRank[r].peakActivations * costs.activation.at(StageId{0}),
                        record["peak_mem"].at(r).get<double>()))
                return fmt::format("peak of rank {} is {}, expected {}", r,
                                   metrics.perRank[r].peakActivations, record["peak_mem"].dump());
    return {};
}

std::string generatedDifference(const ScheduleRequest& request, const nlohmann::json& record,
                                TimingProfile profile)
{
    Result<Schedule> generated = generate(request);
    if (!generated)
        return generated.error().text();
    const auto schedule = std::make_shared<const Schedule>(std::move(*generated));
    CostModel costs = costsOfRecord(record);
    costs.profile = profile;
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

} // namespace bubblescope::test
