// SPDX-License-Identifier: Apache-2.0
// Simulated schedules with the kernels of a layer: a rank is an equal part of the multiprocessors with a
// stream of its own, an action the layer's kernels, a dependency between ranks an event.
#include "core/io/calibration.h"
#include "probe/cuda/measurement.h"
#include "probe/cuda/sm_partition.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope::probe {

namespace {

constexpr unsigned kRanks = 4;
/// Of each rank. Half of a large GPU in all: it stays below its power limit, where clocks do not change when
/// a rank idles.
constexpr unsigned kMultiprocessors = 16;
constexpr int kRealRuns = 5, kCalibrations = 6;
/// What ran before had all multiprocessors and another clock: times have settled once two takes of them, one
/// behind the other, are this near.
constexpr double kSettled = 0.005, kMostSettlingSeconds = 10;
/// Work waits for all of it to be given to the streams.
constexpr double kGateUs = 30'000;

class RankedLayers
{
public:
    RankedLayers(int device, const ModelShape& shape, const BlasLibrary& library, RunnerOptions options)
        : m_partition(device, kRanks, kMultiprocessors)
        , m_layers(std::max<std::int64_t>(1, shape.layersPerStage.front()))
        , m_stamps(static_cast<std::int64_t>((kRanks + 1) * sizeof(device::SpinStamp)))
    {
        for (unsigned rank = 0; rank < kRanks; ++rank) {
            m_partition.enter(rank);
            m_runners.push_back(
                std::make_unique<BlockRunner>(Block::Layer, shape, library, options, stream(rank)));
            options.seed += 1000;
            for (const Op op : kOps)
                m_runners.back()->run(op, 0, stream(rank));
            require(cudaStreamSynchronize(stream(rank)), "running a layer");
        }
    }
    ~RankedLayers()
    {
        // Each rank's memory goes where it was taken.
        for (unsigned rank = 0; rank < m_runners.size(); ++rank) {
            m_partition.enter(rank);
            m_runners[rank].reset();
        }
    }
    RankedLayers(const RankedLayers&) = delete;
    RankedLayers& operator=(const RankedLayers&) = delete;

    /// Times of F, I, W and B, µs, while all ranks compute.
    std::map<std::string, double> calibrate()
    {
        std::map<std::string, std::vector<double>> times;
        const std::array<std::vector<ActionKind>, 2> mixes{
            {{ActionKind::Forward, ActionKind::Backward},
             {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight}}};
        for (const std::vector<ActionKind>& mix : mixes) {
            std::vector<std::vector<Event>> marks(kRanks);
            open();
            for (unsigned rank = 0; rank < kRanks; ++rank) {
                m_partition.enter(rank);
                for (int round = 0; round < kCalibrations; ++round)
                    for (const ActionKind kind : mix) {
                        require(cudaEventRecord(marks[rank].emplace_back().get(), stream(rank)), "marking");
                        run(rank, kind);
                    }
                require(cudaEventRecord(marks[rank].emplace_back().get(), stream(rank)), "marking");
            }
            wait();
            // The first round meets ranks that still wait for the gate.
            for (unsigned rank = 0; rank < kRanks; ++rank)
                for (std::size_t i = mix.size(); i + 1 < marks[rank].size(); ++i)
                    times[nameOf(mix[i % mix.size()])].push_back(
                        microsecondsBetween(marks[rank][i], marks[rank][i + 1]));
        }
        std::map<std::string, double> medians;
        for (auto& [name, values] : times)
            medians[name] = medianOf(std::move(values));
        return medians;
    }

    /// Makespan, µs.
    double run(const EmulationPlan& plan)
    {
        auto* const stamps = m_stamps.as<device::SpinStamp>();
        std::vector<Event> done;
        open();
        for (const EmulationStep& step : plan.steps) {
            m_partition.enter(step.rank);
            for (const std::uint32_t wanted : step.waits)
                require(cudaStreamWaitEvent(stream(step.rank), done[wanted].get(), 0), "waiting for a rank");
            for (const ActionKind kind : step.kinds)
                run(step.rank, kind);
            require(cudaEventRecord(done.emplace_back(false).get(), stream(step.rank)), "marking an action");
        }
        for (unsigned rank = 0; rank < kRanks; ++rank) {
            m_partition.enter(rank);
            require(device::spin(0, stamps + 1 + rank, stream(rank)), "marking the end");
        }
        wait();
        unsigned long long end = 0;
        for (unsigned rank = 0; rank < kRanks; ++rank)
            end = std::max(end, stamps[1 + rank].begin);
        return end > stamps->end ? static_cast<double>(end - stamps->end) / 1e3 : 0;
    }

    [[nodiscard]] static const char* nameOf(ActionKind kind)
    {
        switch (kind) {
        case ActionKind::Forward:
            return "F";
        case ActionKind::BackwardInput:
            return "I";
        case ActionKind::BackwardWeight:
            return "W";
        default:
            return "B";
        }
    }

private:
    [[nodiscard]] cudaStream_t stream(unsigned rank) const { return m_partition.stream(rank); }

    /// All ranks wait until the first one's gate is over.
    void open()
    {
        m_partition.enter(0);
        const auto ns = static_cast<unsigned long long>(kGateUs * 1e3);
        require(device::spin(ns, m_stamps.as<device::SpinStamp>(), stream(0)), "starting a gate");
        m_gate.emplace(false);
        require(cudaEventRecord(m_gate->get(), stream(0)), "marking a gate");
        for (unsigned rank = 1; rank < kRanks; ++rank) {
            m_partition.enter(rank);
            require(cudaStreamWaitEvent(stream(rank), m_gate->get(), 0), "waiting for a gate");
        }
    }
    void run(unsigned rank, ActionKind kind)
    {
        BlockRunner& runner = *m_runners[rank];
        for (std::int64_t layer = 0; layer < m_layers; ++layer) {
            if (kind == ActionKind::Forward)
                runner.run(Op::Forward, 0, stream(rank));
            if (kind == ActionKind::BackwardInput || kind == ActionKind::Backward)
                runner.run(Op::Input, 0, stream(rank));
            if (kind == ActionKind::BackwardWeight || kind == ActionKind::Backward)
                runner.run(Op::Weight, 0, stream(rank));
        }
    }
    void wait() const
    {
        for (unsigned rank = 0; rank < kRanks; ++rank) {
            m_partition.enter(rank);
            require(cudaStreamSynchronize(stream(rank)), "waiting for the ranks");
        }
    }

    SmPartition m_partition;
    std::int64_t m_layers;
    SharedBuffer m_stamps;
    std::optional<Event> m_gate;
    std::vector<std::unique_ptr<BlockRunner>> m_runners;
};

/// Largest relative difference of a time.
double driftOf(const std::map<std::string, double>& before, const std::map<std::string, double>& after)
{
    double drift = 0;
    for (const auto& [op, us] : before)
        drift = std::max(drift, std::abs(after.at(op) / us - 1));
    return drift;
}

/// The layer alone, with these times of a stage's layers.
CalibrationResult calibrationOf(const CalibrationResult& measured, const std::map<std::string, double>& times,
                                std::int64_t layers)
{
    CalibrationResult result = measured;
    result.blocks.erase(std::remove_if(result.blocks.begin(), result.blocks.end(),
                                       [](const BlockResult& block) { return block.block != Block::Layer; }),
                        result.blocks.end());
    for (const auto& [op, us] : times) {
        Stat stat;
        stat.median = us / static_cast<double>(layers);
        result.blocks.front().ops[op] = stat;
    }
    result.overlap.clear();
    return result;
}

} // namespace

void Measurement::emulateReal()
{
    throwIfCancelled();
    RunnerOptions options = runnerOptions(50);
    if (options.attention == AttentionWay::Computed)
        options.attention = AttentionWay::Unfused;
    ModelShape shape = shapeOf(Block::Layer, m_request.model);
    shape.vocab = 0;
    RankedLayers ranks(m_request.device, shape, m_library, options);
    CalibrationResult part = m_result;
    part.model = shape;
    if (part.blocks.empty())
        part.blocks = untimedBlocks(shape);
    const auto planned = [&](const std::string& name, const std::map<std::string, double>& times) {
        const CalibrationResult timed =
            calibrationOf(part, times, std::max<std::int64_t>(1, shape.layersPerStage.front()));
        const Result<Calibration> calibration = readCalibration(calibrationText(timed), "calibration");
        if (!calibration)
            throw CudaFailure(Exit::CudaError, "emulation", calibration.error().message.text());
        Result<std::vector<EmulationPlan>> plans = emulationPlans(calibration->costs);
        if (!plans)
            throw CudaFailure(Exit::CudaError, "emulation", plans.error().message.text());
        return std::move(*std::find_if(plans->begin(), plans->end(),
                                       [&](const EmulationPlan& plan) { return plan.name == name; }));
    };
    std::map<std::string, double> times = ranks.calibrate();
    const double begin = elapsed();
    for (double drift = 1; drift > kSettled && elapsed() - begin < kMostSettlingSeconds;) {
        throwIfCancelled();
        std::map<std::string, double> next = ranks.calibrate();
        drift = driftOf(times, next);
        times = std::move(next);
    }
    constexpr double kMost = 0.03;
    for (const char* name : {"1f1b with 4 ranks", "interleaved-1f1b with 4 ranks", "zbv with 4 ranks"}) {
        // A run is held against the layers' times right before and right after it: the clock may change.
        EmulationPlan plan = planned(name, times);
        std::vector<double> ratios;
        double simulatedUs = 0, drift = 0;
        for (int i = 0; i <= kRealRuns; ++i) {
            throwIfCancelled();
            const double us = ranks.run(plan);
            std::map<std::string, double> after = ranks.calibrate();
            EmulationPlan next = planned(name, after);
            simulatedUs = (plan.simulatedUs + next.simulatedUs) / 2;
            // The first run loads what the others find.
            if (i > 0) {
                ratios.push_back(us / simulatedUs);
                drift = std::max(drift, driftOf(times, after));
            }
            times = std::move(after);
            plan = std::move(next);
        }
        const double ratio = medianOf(ratios);
        const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
        fmt::print(
            stderr,
            "real kernels: {}: simulated {:.1f} us, ratio {:.4f} ({:.4f} to {:.4f}; times changed by up to "
            "{:.1f} % during a run)\n",
            name, simulatedUs, ratio, *least, *most, 100 * drift);
        m_result.checks[std::string("real.") + name] = ratio;
        if (std::abs(ratio - 1) > kMost)
            warn("emulation",
                 fmt::format("{} of real kernels: ran {:.4f} times as long as simulated", name, ratio));
    }
}

} // namespace bubblescope::probe
