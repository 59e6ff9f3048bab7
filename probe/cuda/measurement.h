// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/block_runner.h"
#include "probe/cuda/devices.h"
#include "probe/cuda/timed_points.h"
#include "probe/plan/emulation_plan.h"
#include "probe/plan/measure_request.h"
#include "probe/plan/measured_result.h"
#include "probe/plan/peer_choice.h"
#include "probe/plan/progress_meter.h"

#include <fmt/format.h>
#include <optional>

namespace bubblescope::probe {

/// A product as large as a ceiling asks, which also warms the device up.
class SquareProduct
{
public:
    static constexpr std::int64_t kSize = kCeilingSize;
    SquareProduct(const BlasLibrary& library, DataType type, std::uint64_t seed, cudaStream_t stream);
    void run(cudaStream_t stream);
    [[nodiscard]] static double flops();

private:
    Gemms m_gemms;
    DataType m_type;
    DeviceBuffer m_a, m_b, m_c;
};

struct Libraries
{
    const BlasLibrary& blas;
    const CudnnLibrary* cudnn = nullptr; ///< where attention is fused
    std::optional<ProbeWarning> warning; ///< where it could not be
};

/// One measurement of one model on one device, phase by phase. Throws CudaFailure; measureModel() makes
/// values of them.
class Measurement
{
public:
    Measurement(const MeasureRequest& request, ProtocolWriter& protocol, const CancelToken& cancel,
                const Libraries& libraries, const Nvml& nvml, PeerChoice peers);

    /// The result; its schema's time and arguments are left to the caller.
    CalibrationResult run();

private:
    void announce();
    void measureAll();
    void checkMemory() const;
    void measureCeilings();
    void checkSelf();
    void measureBlocks();
    void measureOverlap();
    void measureTransfers();
    void measureOptimizer();
    void emulate();
    void emulateReal();

    struct PhaseOptions
    {
        bool isMain = false; ///< takes rounds until all is good
        bool warmsUp = false;
    };
    /// Measures points into m_stats. Throws where not all of them have a time.
    void measure(Phase phase, std::vector<TimedPoint> points, const PhaseOptions& options);
    /// Does what the blocks' times do not need. What fails there and leaves the device usable becomes a
    /// warning.
    template <typename Run>
    void optionally(Phase phase, const std::string& what, Run run);
    /// Adds the warning, or throws where there is no going on.
    void leaveOut(const std::string& what, const PhaseFailure& failure);
    void tell(Phase phase, const std::string& point);
    void warn(std::string code, std::string message, std::string point = {});
    void throwIfCancelled() const;
    [[nodiscard]] double elapsed() const;
    [[nodiscard]] bool hasPhase(Phase phase) const { return m_plan.countOf(phase) > 0; }
    [[nodiscard]] std::vector<std::string> namesOf(Phase phase) const;
    [[nodiscard]] RunnerOptions runnerOptions(std::uint64_t offset) const;
    [[nodiscard]] std::map<std::string, double> analyticTimes() const;
    [[nodiscard]] TransferResult ladder(const std::string& way, const std::string& kind) const;
    void measurePair(int from, int to);
    void measureStandIns();

    const MeasureRequest& m_request;
    ProtocolWriter& m_protocol;
    const CancelToken& m_cancel;
    const BlasLibrary& m_library;
    const CudnnLibrary* m_cudnn; ///< null where attention is not fused
    const Nvml& m_nvml;
    double m_begin;
    ProbeScope m_scope;
    DeviceFacts m_facts;
    Estimator m_estimator;
    ProbePlan m_plan;
    ProgressMeter m_meter;
    std::vector<ProbeWarning> m_peerWarnings;
    SlowdownWatch m_watch;
    Stopwatch m_stopwatch;
    std::optional<SquareProduct> m_square;
    PointStats m_stats;
    double m_lastTold = -1;
    Phase m_phase = Phase::Identify; ///< what is going on, for what fails
    CalibrationResult m_result;
};

template <typename Run>
void Measurement::optionally(Phase phase, const std::string& what, Run run)
{
    throwIfCancelled();
    m_phase = phase;
    try {
        if (elapsed() >= m_request.maxSeconds)
            throw CudaFailure(Exit::TimeLimit, "time_limit",
                              fmt::format("the limit of {:g} s was reached", m_request.maxSeconds));
        run();
    } catch (const CudaFailure& failure) {
        leaveOut(what, {failure.exit, failure.code, failure.message});
    }
}

/// Where attention is fused, and where "auto" had to do without.
struct FusedChoice
{
    const CudnnLibrary* cudnn = nullptr;
    std::optional<ProbeWarning> warning;
};
/// Whether cuDNN is there and has engines for the model on the current device. Throws CudaFailure where it
/// was asked for by name and is not, or has none.
[[nodiscard]] FusedChoice chooseFused(const MeasureRequest& request, const CudnnLibrary& cudnn);

struct SelfCheckErrors
{
    std::map<std::string, double> errors; ///< by kernel, relative
    std::vector<std::string> untried;     ///< optional shapes that cuBLASLt does not do, with its words
};
/// Small shapes against the CPU in double. Throws CudaFailure.
/// Attention is checked fused, too, where cuDNN is given.
[[nodiscard]] SelfCheckErrors selfCheck(const ModelShape& like, const BlasLibrary& library,
                                        const CudnnLibrary* cudnn, cudaStream_t stream);

/// A schedule as it ran on streams.
struct EmulationRun
{
    std::string name;
    double simulatedUs = 0;
    double measuredUs = 0; ///< median of the runs
};
/// Runs each plan some times; `ran` hears of each. Cancelled between runs.
[[nodiscard]] std::vector<EmulationRun> emulateSchedules(const CostModel& calibrated,
                                                         const CancelToken& cancel,
                                                         const std::function<void(const EmulationRun&)>& ran);

} // namespace bubblescope::probe
