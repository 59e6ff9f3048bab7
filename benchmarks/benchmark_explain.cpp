// SPDX-License-Identifier: Apache-2.0
// What it costs to explain a timing, beside the timing itself; for compute alone, and with messages that
// occupy their links. The aim: linear in actions, at most 100 ns an action by the clock (compute alone), and
// at most 100 bytes an action beyond order and times.
#include "core/analyze/explanation.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/time/simulate.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <sys/resource.h>

namespace {

using namespace bubblescope;

constexpr std::int64_t kRanks = 64;

SchedulePtr orderOf(std::int64_t actions, const char* pass)
{
    ScheduleRequest request;
    request.schedule = "1f1b";
    request.ranks = kRanks;
    request.microbatches = actions / (2 * kRanks);
    Schedule schedule = *generate(request);
    if (pass != nullptr)
        schedule = *applyPass(pass, schedule);
    return std::make_shared<const Schedule>(std::move(schedule));
}

double peakBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

void explainOrder(benchmark::State& state, const char* pass)
{
    CostModel costs;
    if (pass != nullptr)
        costs.transfer = {.latency = 0.1, .bytes = 0.2, .bandwidth = 1};
    const auto timeline = simulate(orderOf(state.range(0), pass), costs);
    const double before = peakBytes();
    for (auto _ : state)
        benchmark::DoNotOptimize(explain(*timeline, costs));
    const auto actions = static_cast<double>(timeline->schedule->actionCount());
    state.counters["actions"] = actions;
    state.counters["per_action"] = benchmark::Counter(actions, benchmark::Counter::kIsIterationInvariantRate |
                                                                   benchmark::Counter::kInvert);
    // Sizes rise, so what the peak grows by is what the largest so far needed, order and times left out.
    state.counters["peak_growth_per_action"] = (peakBytes() - before) / actions;
}

BENCHMARK_CAPTURE(explainOrder, compute, nullptr)
    ->UseRealTime()
    ->RangeMultiplier(10)
    ->Range(10'000, 10'000'000);
BENCHMARK_CAPTURE(explainOrder, sendReceive, "send-recv")
    ->UseRealTime()
    ->RangeMultiplier(10)
    ->Range(10'000, 1'000'000);
BENCHMARK_CAPTURE(explainOrder, torch, "torch")->UseRealTime()->RangeMultiplier(10)->Range(10'000, 1'000'000);

} // namespace
