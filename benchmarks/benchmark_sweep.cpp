// SPDX-License-Identifier: Apache-2.0
// Configurations a second of a sweep on all processors against a plain loop over generating, timing and
// measuring on one. The limit to compare with is 0.8 times the plain loop for each processor ("of_limit" at
// least 1).
#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/sweep/sweep.h"
#include "core/sweep/sweep_text.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <thread>

namespace {

using namespace bubblescope;

constexpr double kLimitAProcessor = 0.8;

/// Small: most of the time goes into what a configuration needs besides its actions. Large: into its actions.
SweepPlan planOf(bool isLarge)
{
    SweepPlan plan;
    for (const char* name : {"1f1b", "interleaved-1f1b", "zbv", "zb-h1", "dualpipe"})
        plan.schedules.push_back(*requestFromText(name));
    plan.ranks = isLarge ? std::vector<std::int64_t>{16, 32} : std::vector<std::int64_t>{2, 4, 8};
    for (std::int64_t k = 1; k <= (isLarge ? 20 : 100); ++k)
        plan.microbatches.push_back(isLarge ? 64 * k : 8 + 2 * k);
    plan.p2pLatencies = {0, 0.1};
    plan.costsPerStage = true; // as simulate() has it
    return plan;
}

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// As one would write it without the sweep.
void plainLoop(const SweepPlan& plan)
{
    for (std::uint64_t i = 0; i < configurationCount(plan); ++i) {
        const SweepConfiguration one = configurationAt(plan, i);
        CostModel costs;
        costs.transfer.latency = one.p2pLatency;
        Result<Schedule> order = generate(one.request, {false, costs});
        if (!order)
            continue;
        const auto timeline = simulate(std::make_shared<const Schedule>(std::move(*order)), costs);
        if (timeline)
            benchmark::DoNotOptimize(measure(*timeline, costs));
    }
}

void sweepAll(const SweepPlan& plan, unsigned threads)
{
    std::size_t bytes = 0;
    runSweep(plan, {{}, threads, 0},
             [&](const SweepRow& row) { bytes += sweepRowText(plan, row, SweepFormat::Csv).size(); });
    benchmark::DoNotOptimize(bytes);
}

/// Plain loop and sweep in turn, so that both see the same machine; the best of each counts.
void againstThePlainLoop(benchmark::State& state)
{
    const SweepPlan plan = planOf(state.range(0) != 0);
    const auto threads =
        static_cast<unsigned>(state.range(1) != 0 ? state.range(1) : std::thread::hardware_concurrency());
    double plain = 1e9;
    double swept = 1e9;
    for (auto _ : state) {
        plain = std::min(plain, secondsOf([&] { plainLoop(plan); }));
        const double seconds = secondsOf([&] { sweepAll(plan, threads); });
        swept = std::min(swept, seconds);
        state.SetIterationTime(seconds);
    }
    const auto count = static_cast<double>(configurationCount(plan));
    state.counters["configurations"] = count;
    state.counters["threads"] = threads;
    state.counters["plain_per_s"] = count / plain;
    state.counters["swept_per_s"] = count / swept;
    state.counters["ratio"] = plain / swept;
    state.counters["of_limit"] = plain / swept / (kLimitAProcessor * threads);
}
// Small and large; one thread, and all.
BENCHMARK(againstThePlainLoop)
    ->ArgNames({"large", "threads"})
    ->Args({0, 1})
    ->Args({0, 0})
    ->Args({1, 1})
    ->Args({1, 0})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(7);

} // namespace
