// SPDX-License-Identifier: Apache-2.0
// Ceilings, kernels, operations of blocks, stage check, optimizer.
#include "probe/cuda/measurement.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

constexpr std::int64_t kCopyBytes = std::int64_t{4} << 30;

using RunnerPtr = std::shared_ptr<BlockRunner>;

/// Works for both sets of weights, so that none is found in a cache by chance.
template <typename Run>
std::vector<Work> withBothSets(Run run)
{
    std::vector<Work> works;
    for (int set = 0; set < BlockRunner::kWeightSets; ++set)
        works.emplace_back([run, set](cudaStream_t stream) { run(set, stream); });
    return works;
}

void addKernelPoints(std::vector<TimedPoint>& points, const RunnerPtr& runner, Block block,
                     Stopwatch& stopwatch)
{
    for (const Kernel& kernel : runner->kernels())
        if (runner->runs(kernel))
            points.push_back(graphPoint(fmt::format("{}.{}", blockName(block), kernel.name), stopwatch,
                                        withBothSets([runner, kernel](int set, cudaStream_t stream) {
                                            runner->run(kernel, set, stream);
                                        }),
                                        true));
}

void addOperationPoints(std::vector<TimedPoint>& points, const RunnerPtr& runner, Block block,
                        Stopwatch& stopwatch)
{
    const auto addPoint = [&](std::string_view name, std::vector<Op> passes) {
        points.push_back(graphPoint(fmt::format("{}.{}", blockName(block), name), stopwatch,
                                    withBothSets([runner, passes](int set, cudaStream_t stream) {
                                        for (const Op pass : passes)
                                            runner->run(pass, set, stream);
                                    }),
                                    false));
    };
    const auto has = [&](Op op) {
        return std::any_of(runner->kernels().begin(), runner->kernels().end(),
                           [op](const Kernel& kernel) { return kernel.op == op; });
    };
    for (const Op op : kOps)
        if (has(op))
            addPoint(opName(op), {op});
    // Without an I, B is W and not measured twice.
    if (has(Op::Input))
        addPoint("B", {Op::Input, Op::Weight});
}

} // namespace

void Measurement::measureCeilings()
{
    const auto from = std::make_shared<DeviceBuffer>(kCopyBytes);
    const auto to = std::make_shared<DeviceBuffer>(kCopyBytes);
    require(device::fillNormal(device::Element::Fp32, from->get(), kCopyBytes / 4, m_request.seed, 0, 1,
                               m_stopwatch.stream()),
            "filling a buffer");
    std::vector<TimedPoint> points;
    points.push_back(graphPoint("ceiling.gemm", m_stopwatch,
                                {[this](cudaStream_t stream) { m_square->run(stream); }}, false));
    points.push_back(graphPoint("ceiling.copy", m_stopwatch, {[from, to](cudaStream_t stream) {
                                    require(cudaMemcpyAsync(to->get(), from->get(),
                                                            static_cast<std::size_t>(kCopyBytes),
                                                            cudaMemcpyDeviceToDevice, stream),
                                            "starting a copy");
                                }},
                                false));
    measure(Phase::Ceilings, std::move(points), {.warmsUp = true});
    m_meter.finish(Phase::Ceilings);
    m_result.device.gemmTflops = rateOf(m_stats.at("ceiling.gemm"), SquareProduct::flops() / 1e6);
    // Read and written; bytes a µs are MB/s.
    m_result.device.copyGbps =
        rateOf(m_stats.at("ceiling.copy"), 2.0 * static_cast<double>(kCopyBytes) / 1e3);
}

void Measurement::measureBlocks()
{
    std::vector<std::pair<Block, RunnerPtr>> runners;
    double gain = 1;
    for (const Block block : blocksOf(m_request.model)) {
        throwIfCancelled();
        runners.emplace_back(block, std::make_shared<BlockRunner>(block, m_request.model, m_library,
                                                                  runnerOptions(runners.size()),
                                                                  m_stopwatch.stream()));
        // One forward and backward in their order, so that every tensor holds what it would.
        for (const Op op : kOps)
            m_stopwatch.once([&](cudaStream_t stream) { runners.back().second->run(op, 0, stream); });
        if (m_request.autotune)
            gain = std::min(gain, runners.back().second->tune(m_stopwatch.stream()));
    }
    if (m_request.autotune)
        m_result.checks["autotune.best_share_of_first"] = gain;
    std::vector<TimedPoint> kernels, operations, stage;
    for (const auto& [block, runner] : runners) {
        addKernelPoints(kernels, runner, block, m_stopwatch);
        addOperationPoints(operations, runner, block, m_stopwatch);
    }
    const RunnerPtr layer = runners.front().second;
    stage.push_back(graphPoint("stage.F", m_stopwatch, {[layer](cudaStream_t stream) {
                                   for (int i = 0; i < kStageLayers; ++i)
                                       layer->run(Op::Forward, i % BlockRunner::kWeightSets, stream);
                               }},
                               false));
    measure(Phase::Kernels, std::move(kernels), {});
    m_meter.finish(Phase::Kernels);
    m_phase = Phase::Operations;
    measure(Phase::Operations, std::move(operations), {.isMain = true});
    m_meter.finish(Phase::Operations);
    optionally(Phase::StageCheck, "stage check", [&] { measure(Phase::StageCheck, std::move(stage), {}); });
    m_meter.finish(Phase::StageCheck);
}

std::map<std::string, double> Measurement::analyticTimes() const
{
    std::map<std::string, double> added;
    if (m_scope.attention != AttentionWay::Computed || !m_result.device.gemmTflops)
        return added;
    constexpr double kShare = 0.6;
    const double flopsPerUs = kShare * m_result.device.gemmTflops->median * 1e6;
    for (const BlockResult& block : m_result.blocks)
        for (const KernelTime& timed : block.kernels)
            if (timed.kernel.kind == KernelKind::Attention) {
                const double us = static_cast<double>(timed.kernel.flops) / flopsPerUs;
                const std::string prefix = std::string(blockName(block.block)) + '.';
                added[prefix + std::string(opName(timed.kernel.op))] += us;
                if (timed.kernel.op != Op::Forward)
                    added[prefix + "B"] += us;
            }
    return added;
}

void Measurement::measureOptimizer()
{
    constexpr std::int64_t kFloats = 4 * kOptimizerParameters, kHalves = 2 * kOptimizerParameters;
    struct State
    {
        DeviceBuffer gradient{kFloats}, first{kFloats}, second{kFloats}, master{kFloats}, weights{kHalves};
    };
    const auto state = std::make_shared<State>();
    for (const DeviceBuffer* buffer : {&state->gradient, &state->first, &state->master})
        require(device::fillNormal(device::Element::Fp32, buffer->get(), kOptimizerParameters, m_request.seed,
                                   0, 1, m_stopwatch.stream()),
                "filling a buffer");
    // Second moments are means of squares.
    require(device::fillNormal(device::Element::Fp32, state->second.get(), kOptimizerParameters,
                               m_request.seed, 1, 0.01F, m_stopwatch.stream()),
            "filling a buffer");
    require(device::fillNormal(device::Element::Bf16, state->weights.get(), kOptimizerParameters,
                               m_request.seed, 0, 1, m_stopwatch.stream()),
            "filling a buffer");
    std::vector<TimedPoint> points;
    points.push_back(graphPoint("optimizer.adamw", m_stopwatch, {[state](cudaStream_t stream) {
                                    require(device::adamW({}, state->gradient.as<float>(),
                                                          state->first.as<float>(), state->second.as<float>(),
                                                          state->master.as<float>(), state->weights.get(),
                                                          kOptimizerParameters, stream),
                                            "starting a step of the optimizer");
                                }},
                                false));
    points.push_back(graphPoint("optimizer.accumulate", m_stopwatch, {[state](cudaStream_t stream) {
                                    require(device::accumulate(state->weights.get(),
                                                               state->gradient.as<float>(),
                                                               kOptimizerParameters, stream),
                                            "starting an accumulation");
                                }},
                                false));
    measure(Phase::Optimizer, std::move(points), {});
}

} // namespace bubblescope::probe
