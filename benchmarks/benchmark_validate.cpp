// SPDX-License-Identifier: Apache-2.0
// Time of validate() on orders of compute actions, with SEND and RECV, and with WAIT_SEND and FSDP actions
// too, for both kinds of sends. The aim: 10 million actions in under 3 s; `of_limit` is the share of that
// which was needed. `bytes_per_action` is what validate() itself kept at its peak.
#include "core/generate/generate.h"
#include "core/validate/validate.h"

#include <benchmark/benchmark.h>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>

namespace {

using namespace bubblescope;

constexpr std::int64_t kRanks = 64;
constexpr double kLimitPerAction = 3.0 / 10e6;

enum Lowering : std::int64_t { kCompute, kMessages, kComplete };

void addMessages(const Row& row, std::uint32_t stages, bool complete, Row& lowered)
{
    const auto add = [&](const Action& a, ActionKind kind) {
        lowered.emplace_back(a.stage(), kind, a.microbatch());
    };
    if (complete && !row.empty())
        lowered.emplace_back(row.front().stage(), ActionKind::Unshard);
    for (const Action& action : row) {
        const bool forward = isForward(action.kind());
        const bool receives = forward ? action.stage().value > 0 : action.stage().value + 1 < stages;
        const bool sends = forward ? action.stage().value + 1 < stages : action.stage().value > 0;
        if (receives)
            add(action, forward ? ActionKind::ReceiveForward : ActionKind::ReceiveBackward);
        lowered.push_back(action);
        if (sends)
            add(action, forward ? ActionKind::SendForward : ActionKind::SendBackward);
        // Any place behind its SEND will do; PyTorch waits behind the backward.
        if (complete && !forward && action.stage().value + 1 < stages)
            add(action, ActionKind::WaitSendForward);
    }
    if (!complete || row.empty())
        return;
    for (const Action& action : row)
        if (!isForward(action.kind()) && action.stage().value > 0)
            add(action, ActionKind::WaitSendBackward);
    for (const ActionKind kind : {ActionKind::ReduceGrad, ActionKind::WaitReduceGrad, ActionKind::Reshard})
        lowered.emplace_back(row.front().stage(), kind);
}

/// 1F1B with about that many actions.
Schedule orderOf(std::int64_t actions, Lowering lowering)
{
    ScheduleRequest request;
    request.schedule = "1f1b";
    request.ranks = kRanks;
    const std::int64_t each = lowering == kCompute ? 2 : lowering == kMessages ? 6 : 8;
    request.microbatches = actions / (each * kRanks);
    Schedule schedule = *generate(request);
    if (lowering == kCompute)
        return schedule;
    for (Row& row : schedule.rows) {
        Row lowered;
        addMessages(row, schedule.stageCount, lowering == kComplete, lowered);
        row = std::move(lowered);
    }
    return schedule;
}

/// A number of bytes from the system's account of this process, e.g. "VmHWM:".
double processBytes(const std::string& wanted)
{
    std::ifstream status("/proc/self/status");
    std::string name;
    double kilobytes = 0;
    while (status >> name) {
        if (name == wanted && status >> kilobytes)
            return kilobytes * 1024;
        status.ignore(4096, '\n');
    }
    return 0;
}

void validateOrder(benchmark::State& state)
{
    const Schedule schedule = orderOf(state.range(0), static_cast<Lowering>(state.range(1)));
    const ValidateOptions options{state.range(2) != 0 ? SendSemantics::Rendezvous : SendSemantics::Buffered};
    const auto actions = static_cast<double>(schedule.actionCount());
    // The peak of this process from here on.
    std::ofstream("/proc/self/clear_refs") << "5";
    const double before = processBytes("VmRSS:");
    std::size_t problems = 0;
    const std::clock_t begin = std::clock();
    for (auto _ : state)
        problems = validate(schedule, options).size();
    const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    using benchmark::Counter;
    state.counters["actions"] = actions;
    state.counters["problems"] = static_cast<double>(problems);
    state.counters["bytes_per_action"] = (processBytes("VmHWM:") - before) / actions;
    state.counters["per_action"] = Counter(actions, Counter::kIsIterationInvariantRate | Counter::kInvert);
    state.counters["of_limit"] =
        taken / static_cast<double>(state.iterations()) / (actions * kLimitPerAction);
}

} // namespace

BENCHMARK(validateOrder)
    ->ArgNames({"actions", "lowering", "rendezvous"})
    ->ArgsProduct({{100'000, 10'000'000}, {kCompute, kMessages, kComplete}, {0, 1}})
    ->Unit(benchmark::kMillisecond);
