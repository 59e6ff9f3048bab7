// SPDX-License-Identifier: Apache-2.0
// Time per action of what stands between an order and a picture, beside a plain pass over the same arrays.
// The aim: 10 million actions timed in about a second on one thread, in at most 40 bytes an action beyond
// the order.
#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/time/simulate.h"
#include "core/time/unit_grid.h"
#include "core/validate/validate.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <sys/resource.h>

namespace {

using namespace bubblescope;

constexpr std::int64_t kRanks = 64;

ScheduleRequest requestOf(const benchmark::State& state)
{
    ScheduleRequest request;
    request.schedule = "1f1b";
    request.ranks = kRanks;
    request.microbatches = state.range(0) / (2 * kRanks);
    return request;
}

SchedulePtr orderOf(const benchmark::State& state)
{
    return std::make_shared<const Schedule>(*generate(requestOf(state)));
}

void report(benchmark::State& state, const Schedule& schedule)
{
    const auto actions = static_cast<double>(schedule.actionCount());
    state.counters["actions"] = actions;
    state.counters["per_action"] = benchmark::Counter(actions, benchmark::Counter::kIsIterationInvariantRate |
                                                                   benchmark::Counter::kInvert);
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

void generateOrder(benchmark::State& state)
{
    const ScheduleRequest request = requestOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(generate(request));
    report(state, *orderOf(state));
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
BENCHMARK(generateOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(timeOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(spaceOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(checkOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(measureTimes)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(findCriticalPath)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
