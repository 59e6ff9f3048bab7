// SPDX-License-Identifier: Apache-2.0
// Time per action of the schedules that are searched for costs, and of fixed rules beside them. The aims: 10
// million actions of a fixed rule in under 2 s; a search far below the original's 26.8 s for 64 ranks and
// 1024 microbatches (197 thousand actions).
#include "core/generate/generate.h"

#include <benchmark/benchmark.h>
#include <string>
#include <sys/resource.h>

namespace {

using namespace bubblescope;

constexpr std::int64_t kRanks = 64;

/// Unequal times, so that the searches have something to decide.
CostModel searchCosts()
{
    CostModel costs;
    costs.forward = StageValues(9);
    costs.backwardInput = StageValues(14);
    costs.backwardWeight = StageValues(7);
    costs.transfer.latency = 0.5;
    return costs;
}

/// range(0): microbatches of 64 ranks.
void generateOrder(benchmark::State& state, const std::string& text)
{
    ScheduleRequest request = *requestFromText(text);
    request.ranks = kRanks;
    request.microbatches = state.range(0);
    const GenerateOptions options{.costs = searchCosts()};
    std::size_t actions = 0;
    for (auto _ : state) {
        const Result<Schedule> schedule = generate(request, options);
        if (!schedule) {
            state.SkipWithError(schedule.error().text().c_str());
            return;
        }
        actions = schedule->actionCount();
    }
    state.counters["actions"] = static_cast<double>(actions);
    state.counters["per_action"] =
        benchmark::Counter(static_cast<double>(actions),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_rss_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace

#define BENCHMARK_ORDER(name, text, ...)                                                                     \
    BENCHMARK_CAPTURE(generateOrder, name, text)->Unit(benchmark::kMillisecond)->UseRealTime() __VA_ARGS__

BENCHMARK_ORDER(zb_auto_limit_p, "zb-auto:memory_limit=64", ->Arg(1024)->Arg(52'000));
BENCHMARK_ORDER(zb_auto_limit_2p, "zb-auto:memory_limit=128", ->Arg(1024)->Arg(52'000));
BENCHMARK_ORDER(zb_auto_unlimited, "zb-auto", ->Arg(1024)->Arg(52'000));
BENCHMARK_ORDER(zbv_auto, "zbv-auto", ->Arg(1024)->Arg(26'000));
BENCHMARK_ORDER(zb_h1, "zb-h1", ->Arg(1024)->Arg(78'000));
BENCHMARK_ORDER(zbv_handcrafted, "zbv-handcrafted", ->Arg(1024)->Arg(26'000));
BENCHMARK_ORDER(group_interleaved, "group-interleaved-1f1b:group_size=16", ->Arg(1024)->Arg(26'000));
BENCHMARK_ORDER(groups_of_one,
                "group-interleaved-1f1b:group_size=1,stages-per-rank=4", ->Arg(512)->Arg(13'000));
