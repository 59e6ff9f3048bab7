// SPDX-License-Identifier: Apache-2.0
// Time per action of what stands between an order and a picture besides its timing, beside a plain pass over
// the same arrays.
#include "benchmarks/benchmark_support.h"
#include "core/analyze/metrics.h"
#include "core/time/simulate.h"
#include "core/time/unit_grid.h"
#include "core/validate/validate.h"

#include <fmt/format.h>

namespace {

using namespace bubblescope;
using namespace bubblescope::bench;

std::string requestOf(const benchmark::State& state)
{
    constexpr std::int64_t kRanks = 64;
    return fmt::format("1f1b:ranks={},microbatches={}", kRanks, state.range(0) / (2 * kRanks));
}

void plainPass(benchmark::State& state)
{
    const SchedulePtr schedule = generated(requestOf(state));
    for (auto _ : state)
        benchmark::DoNotOptimize(plainTimes(*schedule));
    report(state, *schedule);
}

void generateOrder(benchmark::State& state)
{
    const ScheduleRequest request = *requestFromText(requestOf(state));
    for (auto _ : state)
        benchmark::DoNotOptimize(generate(request));
    report(state, *generated(requestOf(state)));
}

void spaceOrder(benchmark::State& state)
{
    const SchedulePtr schedule = generated(requestOf(state));
    for (auto _ : state)
        benchmark::DoNotOptimize(spaceOnUnitGrid(schedule));
    report(state, *schedule);
}

void checkOrder(benchmark::State& state)
{
    const SchedulePtr schedule = generated(requestOf(state));
    for (auto _ : state)
        benchmark::DoNotOptimize(validate(*schedule));
    report(state, *schedule);
}

void measureTimes(benchmark::State& state)
{
    const SchedulePtr schedule = generated(requestOf(state));
    const CostModel costs;
    const auto timeline = simulate(schedule, costs);
    for (auto _ : state)
        benchmark::DoNotOptimize(measure(*timeline, costs));
    report(state, *schedule);
}

void findCriticalPath(benchmark::State& state)
{
    const SchedulePtr schedule = generated(requestOf(state));
    const CostModel costs;
    const auto timeline = simulate(schedule, costs);
    for (auto _ : state)
        benchmark::DoNotOptimize(criticalPath(*timeline, costs));
    report(state, *schedule);
}

} // namespace

BENCHMARK(plainPass)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(generateOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(spaceOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(checkOrder)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(measureTimes)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(findCriticalPath)->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond);
