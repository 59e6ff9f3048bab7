// SPDX-License-Identifier: Apache-2.0
// What it costs to compare two timelines action by action, and to make the lanes that show it. The aim:
// linear in actions.
#include "core/analyze/schedule_difference.h"
#include "core/generate/generate.h"
#include "core/scene/difference_colors.h"
#include "core/time/simulate.h"

#include <benchmark/benchmark.h>
#include <memory>

namespace {

using namespace bubblescope;

TimelinePtr timelineOf(const char* schedule, std::int64_t actions, double backward)
{
    ScheduleRequest request;
    request.schedule = schedule;
    request.ranks = 64;
    request.microbatches = actions / (2 * request.ranks);
    CostModel costs;
    costs.backward = StageValues(backward);
    const auto order = std::make_shared<const Schedule>(*generate(request));
    auto timeline = std::make_shared<Timeline>();
    simulate(order, costs).map([&](const Timeline& timed) { *timeline = timed; });
    return timeline;
}

void compareTimelines(benchmark::State& state, const char* schedule)
{
    const TimelinePtr reference = timelineOf("1f1b", state.range(0), 2);
    const TimelinePtr current = timelineOf(schedule, state.range(0), 1.9);
    for (auto _ : state) {
        const auto difference = ScheduleDifference::compare(reference, current);
        benchmark::DoNotOptimize(difference->totals().matched);
    }
    const auto actions = static_cast<double>(current->schedule->actionCount());
    state.counters["per_action"] = benchmark::Counter(actions, benchmark::Counter::kIsIterationInvariantRate |
                                                                   benchmark::Counter::kInvert);
}

void recolorLanes(benchmark::State& state)
{
    const TimelinePtr timeline = timelineOf("1f1b", state.range(0), 2);
    std::vector<std::vector<std::uint8_t>> fills;
    for (const Row& row : timeline->schedule->rows) {
        auto& own = fills.emplace_back(row.size());
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] = differenceFill(static_cast<DeltaLevel>(i / 7 % kDeltaLevelCount));
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(LaneIndex::buildRecolored(timeline, fills));
}

BENCHMARK_CAPTURE(compareTimelines, sameOrder, "1f1b")->RangeMultiplier(10)->Range(100'000, 10'000'000);
BENCHMARK_CAPTURE(compareTimelines, otherOrder, "gpipe")->RangeMultiplier(10)->Range(100'000, 10'000'000);
BENCHMARK(recolorLanes)->RangeMultiplier(10)->Range(100'000, 10'000'000);

} // namespace
