// SPDX-License-Identifier: Apache-2.0
// simulate() for the schedules of large orders, 10 thousand to 10 million actions. Stated limits, printed
// beside what was measured: 20 million actions a second and thread, dependencies found included; at most 40
// bytes an action at peak, order and times included; linear. ns and plain_ns are the best processor times of
// one action, here and of a plain pass over the same arrays in the same run; ratio = ns / plain_ns.
// The same with communicators (torch), of orders with SEND and RECV: 8 million actions a second and thread,
// at most 56 bytes an action. And with streams and the step's end, parts of blocks or activations that are
// moved to the host: 20 million and 56 bytes.
#include "benchmarks/benchmark_support.h"
#include "benchmarks/peak_memory.h"
#include "core/lower/pass.h"
#include "core/time/simulate.h"

#include <fmt/format.h>

namespace {

using namespace bubblescope;
using namespace bubblescope::bench;

constexpr double kLimitMillionsPerSecond = 20;
constexpr double kLimitBytes = 40;
constexpr double kLimitMillionsWithMessages = 8;
constexpr double kLimitBytesWithMessages = 56;

/// A schedule with ranks that stay and microbatches that grow.
struct Family
{
    const char* schedule;
    std::int64_t ranks;
    std::int64_t actionsPerMicrobatch; ///< about, over all ranks
    std::int64_t step;                 ///< microbatches are a multiple of this
};
constexpr Family kOneFOneB{"1f1b", 64, 128, 1};
constexpr Family kInterleaved{"interleaved-1f1b:stages-per-rank=4", 16, 128, 16};
constexpr Family kZbv{"zbv", 32, 192, 1};
constexpr Family kDualPipeV{"dualpipev", 16, 64, 2};

SchedulePtr orderOf(const Family& family, std::int64_t actions)
{
    const std::int64_t steps = actions / (family.actionsPerMicrobatch * family.step);
    const std::int64_t microbatches = family.step * std::max<std::int64_t>(steps, 2);
    const std::string name = family.schedule;
    return generated(fmt::format("{}{}ranks={},microbatches={}", name,
                                 name.find(':') == std::string::npos ? ':' : ',', family.ranks,
                                 std::max(microbatches, 2 * family.ranks)));
}

void timeIt(benchmark::State& state, const SchedulePtr& schedule, const CostModel& costs,
            double limitMillions, double limitBytes)
{
    const auto actions = static_cast<double>(schedule->actionCount());
    const auto peak =
        static_cast<double>(peakMemoryOf([&] { return simulate(schedule, costs).has_value(); }));
    const auto order = static_cast<double>(orderBytes(*schedule));
    Samples times;
    Samples plain;
    for (auto _ : state) {
        times.add([&] { benchmark::DoNotOptimize(simulate(schedule, costs)); });
        state.PauseTiming();
        plain.add([&] { benchmark::DoNotOptimize(plainTimes(*schedule)); });
        state.ResumeTiming();
    }
    const double seconds = times.best();
    state.counters["actions"] = actions;
    state.counters["ns"] = 1e9 * seconds / actions;
    state.counters["median_ns"] = 1e9 * times.median() / actions;
    state.counters["plain_ns"] = 1e9 * plain.best() / actions;
    state.counters["ratio"] = seconds / plain.best();
    state.counters["millions/s"] = 1e-6 * actions / seconds;
    state.counters["limit_millions/s"] = limitMillions;
    state.counters["bytes"] = (order + peak) / actions;
    state.counters["limit_bytes"] = limitBytes;
}

void timeOrder(benchmark::State& state, const Family& family)
{
    CostModel costs;
    costs.transfer.latency = 0.1;
    timeIt(state, orderOf(family, state.range(0)), costs, kLimitMillionsPerSecond, kLimitBytes);
}

/// Of an order with all its messages, about three times as many actions as the family's.
void timeMessages(benchmark::State& state, const Family& family)
{
    const Schedule plain = *orderOf(family, state.range(0) / 3);
    const auto schedule = std::make_shared<const Schedule>(*applyPass("send-recv", plain));
    CostModel costs;
    Communicators& own = costs.communicators;
    own.policy = CommunicatorPolicy::Torch;
    own.sent = own.receive = 0.1;
    own.arrival = 0.2;
    own.launch = own.transferGap = 0.01;
    own.forward.host = own.backward.host = StageValues(0.3);
    timeIt(state, schedule, costs, kLimitMillionsWithMessages, kLimitBytesWithMessages);
}

/// Of an order that a pass makes so many times as long, with the end of the step.
void timeStreams(benchmark::State& state, const Family& family, const char* pass, std::int64_t times)
{
    const Schedule plain = *orderOf(family, state.range(0) / times);
    const auto schedule =
        std::make_shared<const Schedule>(*applyPass("tail:reduce=none", *applyPass(pass, plain)));
    CostModel costs;
    costs.transfer.latency = 0.1;
    costs.offload = StageValues(0.5);
    costs.step.clip = costs.step.optimizer = costs.step.gatherParameters = StageValues(0.5);
    timeIt(state, schedule, costs, kLimitMillionsPerSecond, kLimitBytesWithMessages);
}

void sizes(benchmark::internal::Benchmark* benchmark)
{
    benchmark->RangeMultiplier(10)->Range(10'000, 10'000'000)->Unit(benchmark::kMillisecond)->MinTime(1);
}

} // namespace

BENCHMARK_CAPTURE(timeMessages, 1f1b, kOneFOneB)->Apply(sizes);
BENCHMARK_CAPTURE(timeMessages, zbv, kZbv)->Apply(sizes);
BENCHMARK_CAPTURE(timeStreams, parts, kInterleaved, "parts:cells=all", 4)->Apply(sizes);
BENCHMARK_CAPTURE(timeStreams, offload, kZbv, "offload", 2)->Apply(sizes);
BENCHMARK_CAPTURE(timeOrder, 1f1b, kOneFOneB)->Apply(sizes);
BENCHMARK_CAPTURE(timeOrder, interleaved, kInterleaved)->Apply(sizes);
BENCHMARK_CAPTURE(timeOrder, zbv, kZbv)->Apply(sizes);
BENCHMARK_CAPTURE(timeOrder, dualpipev, kDualPipeV)->Apply(sizes);
