// SPDX-License-Identifier: Apache-2.0
// Time per action of what stands between an order and a picture, beside a plain pass over the same arrays.
// The aim: 10 million actions timed in about a second on one thread, in at most 40 bytes an action beyond
// the order.
#include "core/analyze/metrics.h"
#include "core/time/simulate.h"
#include "core/time/unit_grid.h"
#include "core/validate/validate.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <memory>
#include <sys/resource.h>

namespace {

using namespace bubblescope;

constexpr std::uint32_t kRanks = 64;

SchedulePtr oneForwardOneBackward(std::uint32_t microbatches)
{
    auto schedule = std::make_shared<Schedule>();
    schedule->name = "1f1b";
    schedule->stageCount = kRanks;
    schedule->microbatchCount = microbatches;
    schedule->placement = Placement{PlacementKind::Loop, kRanks, 1};
    schedule->rows.resize(kRanks);
    for (std::uint32_t r = 0; r < kRanks; ++r) {
        Row& row = schedule->rows[r];
        row.reserve(std::size_t{2} * microbatches);
        const std::uint32_t warmUp = std::min(kRanks - 1 - r, microbatches);
        for (std::uint32_t k = 0; k < microbatches + warmUp; ++k) {
            if (k < microbatches)
                row.emplace_back(StageId{r}, ActionKind::Forward, MicrobatchId{k});
            if (k >= warmUp)
                row.emplace_back(StageId{r}, ActionKind::Backward, MicrobatchId{k - warmUp});
        }
    }
    return schedule;
}

SchedulePtr orderOf(const benchmark::State& state)
{
    return oneForwardOneBackward(static_cast<std::uint32_t>(state.range(0)) / (2 * kRanks));
}

void report(benchmark::State& state, const Schedule& schedule)
{
    const auto actions = static_cast<double>(schedule.actionCount());
    state.counters["actions"] = actions;
    state.counters["ns_per_action"] =
        benchmark::Counter(actions * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_rss_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void plainPass(benchmark::State& state)
{
    const SchedulePtr schedule = orderOf(state);
    for (auto _ : state) {
        std::vector<LaneTimes> lanes(schedule->rows.size());
        for (std::size_t r = 0; r < lanes.size(); ++r) {
            const Row& row = schedule->rows[r];
            lanes[r].start.resize(row.size());
            lanes[r].end.resize(row.size());
            Time time = 0;
            for (std::size_t i = 0; i < row.size(); ++i) {
                lanes[r].start[i] = time;
                time += row[i].kind() == ActionKind::Forward ? 1 : 2;
                lanes[r].end[i] = time;
            }
        }
        benchmark::DoNotOptimize(lanes.data());
    }
    report(state, *schedule);
}

void timeOrder(benchmark::State& state)
{
    const SchedulePtr schedule = orderOf(state);
    const CostModel costs;
    for (auto _ : state)
        benchmark::DoNotOptimize(simulate(schedule, costs));
    report(state, *schedule);
}

void spaceOrder(benchmark::State& state)
{
    const SchedulePtr schedule = orderOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(spaceOnUnitGrid(schedule));
    report(state, *schedule);
}

void checkOrder(benchmark::State& state)
{
    const SchedulePtr schedule = orderOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(validate(*schedule));
    report(state, *schedule);
}

void measureTimes(benchmark::State& state)
{
    const SchedulePtr schedule = orderOf(state);
    const CostModel costs;
    const auto timeline = simulate(schedule, costs);
    for (auto _ : state)
        benchmark::DoNotOptimize(measure(*timeline, costs));
    report(state, *schedule);
}

void findCriticalPath(benchmark::State& state)
{
    const SchedulePtr schedule = orderOf(state);
    const CostModel costs;
    const auto timeline = simulate(schedule, costs);
    for (auto _ : state)
        benchmark::DoNotOptimize(criticalPath(*timeline, costs));
    report(state, *schedule);
}

} // namespace

BENCHMARK(plainPass)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(timeOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(spaceOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(checkOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(measureTimes)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(findCriticalPath)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
