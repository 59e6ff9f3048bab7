// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/measurement.h"

#include "core/io/calibration.h"
#include "probe/plan/self_check_plan.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Estimator expectationOf(const DeviceFacts& facts, DataType type)
{
    const Result<Estimator> estimator =
        Estimator::make(sheetLike(facts.name, facts.smCount, facts.memoryBytes), type);
    if (!estimator)
        throw CudaFailure(Exit::Unsupported, "unsupported", estimator.error().message.text());
    return *estimator;
}

ProbeScope scopeOf(const MeasureRequest& request, const PeerChoice& peers, const CudnnLibrary* cudnn)
{
    ProbeScope scope = request.scope;
    scope.peers = peers.devices;
    scope.attention = attentionWayOf(request.attention, request.model);
    if (scope.attention == AttentionWay::Fused && cudnn == nullptr)
        scope.attention = AttentionWay::Computed;
    return scope;
}

} // namespace

SquareProduct::SquareProduct(const BlasLibrary& library, DataType type, std::uint64_t seed,
                             cudaStream_t stream)
    : m_gemms(library)
    , m_type(type)
    , m_a(kSize * kSize * bytesOf(type))
    , m_b(kSize * kSize * bytesOf(type))
    , m_c(kSize * kSize * bytesOf(type))
{
    for (const DeviceBuffer* matrix : {&m_a, &m_b, &m_c})
        require(device::fillNormal(elementOf(type), matrix->get(), kSize * kSize, ++seed, 0, 1, stream),
                "filling a matrix");
}

void SquareProduct::run(cudaStream_t stream)
{
    // As a forward linear does.
    m_gemms.run(BatchedGemm{{true, false, kSize, kSize, kSize, kSize, kSize, kSize, 0}}, m_type, m_type,
                m_a.get(), m_b.get(), m_c.get(), stream);
}

double SquareProduct::flops()
{
    return 2.0 * static_cast<double>(kSize * kSize) * static_cast<double>(kSize);
}

Measurement::Measurement(const MeasureRequest& request, ProtocolWriter& protocol, const CancelToken& cancel,
                         const Libraries& libraries, const Nvml& nvml, PeerChoice peers)
    : m_request(request)
    , m_protocol(protocol)
    , m_cancel(cancel)
    , m_library(libraries.blas)
    , m_cudnn(libraries.cudnn)
    , m_nvml(nvml)
    , m_begin(now())
    , m_scope(scopeOf(request, peers, libraries.cudnn))
    , m_facts(factsOf(request.device, nvml))
    , m_estimator(expectationOf(m_facts, request.model.dataType))
    , m_plan(planOf(request.model, m_scope, m_estimator))
    , m_meter(m_plan)
    , m_peerWarnings(std::move(peers.warnings))
    , m_watch(nvml, nvml.deviceAt(m_facts.pci))
    , m_stopwatch(m_facts.smCount, m_facts.l2Bytes, &m_watch)
{
    if (libraries.warning)
        m_result.warnings.push_back(*libraries.warning);
}

CalibrationResult Measurement::run()
{
    announce();
    checkMemory();
    try {
        measureAll();
    } catch (const CudaFailure& failure) {
        if (failure.exit != Exit::OutOfMemory)
            throw;
        // The plan fits and yet did not: something clearly smaller than it is what to try.
        const std::string fits =
            whatWouldFit(m_request.model, m_scope, m_estimator,
                         static_cast<std::int64_t>(0.9 * static_cast<double>(m_plan.deviceBytes)));
        throw CudaFailure(
            failure.exit, failure.code,
            fmt::format("{}: {}{}{}", phaseName(m_phase), failure.message, fits.empty() ? "" : "; ", fits));
    }
    takeTimes(m_result, m_stats, analyticTimes());
    addCollectives(m_result, withMeasuredLink(m_estimator, m_result.transfers));
    addClosures(m_result, m_stats);
    m_result.gpuSeconds = elapsed();
    throwIfCancelled();
    if (m_request.emulatesSpin || m_request.emulatesReal)
        try {
            m_request.emulatesReal ? emulateReal() : emulate();
        } catch (const CudaFailure& failure) {
            leaveOut("emulation", {failure.exit, failure.code, failure.message});
        }
    return std::move(m_result);
}

void Measurement::measureAll()
{
    if (m_scope.selfCheckOnly) {
        m_phase = Phase::SelfCheck;
        checkSelf();
        return;
    }
    m_phase = Phase::Ceilings;
    m_square.emplace(m_library, m_request.model.valueType(), m_request.seed, m_stopwatch.stream());
    measureCeilings();
    m_phase = Phase::SelfCheck;
    checkSelf();
    m_phase = Phase::Kernels;
    if (m_scope.operations)
        measureBlocks();
    if (m_scope.overlap)
        optionally(Phase::Overlap, "overlap", [this] { measureOverlap(); });
    m_meter.finish(Phase::Overlap);
    if (m_scope.transfers)
        measureTransfers();
    m_meter.finish(Phase::Transfers);
    if (m_scope.optimizer)
        optionally(Phase::Optimizer, "optimizer", [this] { measureOptimizer(); });
}

void Measurement::leaveOut(const std::string& what, const PhaseFailure& failure)
{
    const std::optional<ProbeWarning> warning = leftOut(what, failure);
    if (!warning)
        throw CudaFailure(failure);
    m_result.isPartial = true;
    m_result.warnings.push_back(*warning);
}

void Measurement::announce()
{
    m_protocol.device(m_facts);
    m_meter.addRound(Phase::Identify, 1);
    m_meter.finish(Phase::Identify);
    m_protocol.plan(m_plan.points.size(), m_plan.etaSeconds);
    m_result.provenance = "measured";
    m_result.model = m_request.model;
    m_result.device = m_facts;
    m_result.timing = "graph";
    m_result.attention = attentionWayName(m_scope.attention);
    m_result.targetRelativeCi = m_request.targetRelativeCi;
    m_result.confidence = 0.95;
    m_result.seed = static_cast<std::int64_t>(m_request.seed);
    m_result.blocks = untimedBlocks(m_request.model);
    if (const auto warning = warningOfAttention(m_request))
        m_result.warnings.push_back(*warning);
    if (m_scope.transfers && !m_scope.selfCheckOnly)
        for (const ProbeWarning& warning : m_peerWarnings) {
            m_result.isPartial = true;
            m_result.warnings.push_back(warning);
        }
    m_result.assumptions = assumptionsOf(m_request.model);
    if (m_request.model.bias)
        m_result.assumptions.emplace_back("additions of biases and their gradients are not measured");
    m_result.assumptions.emplace_back("every norm is measured as one that only scales (RMS)");
    if (m_scope.attention == AttentionWay::Fused)
        m_result.assumptions.emplace_back("attention is measured fused, by cuDNN");
    else if (m_scope.attention == AttentionWay::Unfused)
        m_result.assumptions.emplace_back("attention is measured unfused: products and softmax over all "
                                          "scores, including those that a causal mask excludes");
    else
        m_result.assumptions.emplace_back(
            "attention is not measured: its FLOPs over 0.6 of the measured rate of products");
}

void Measurement::checkMemory() const
{
    std::size_t free = 0, total = 0;
    require(cudaMemGetInfo(&free, &total), "querying the free memory");
    if (static_cast<double>(m_plan.deviceBytes) <= 0.9 * static_cast<double>(free))
        return;
    const std::string fits =
        whatWouldFit(m_request.model, m_scope, m_estimator, static_cast<std::int64_t>(free));
    throw CudaFailure(Exit::OutOfMemory, "out_of_memory",
                      fmt::format("this needs {:.2f} GB of device memory, but only {:.2f} GB are free; {}",
                                  static_cast<double>(m_plan.deviceBytes) / 1e9,
                                  static_cast<double>(free) / 1e9,
                                  fits.empty() ? "not even one token would fit" : fits));
}

void Measurement::measure(Phase phase, std::vector<TimedPoint> points, const PhaseOptions& options)
{
    if (points.empty())
        return;
    LoopOptions loop;
    loop.seed = m_request.seed;
    loop.targetRelativeCi = m_request.targetRelativeCi;
    loop.warmsUp = options.warmsUp;
    constexpr double kQuickWarmUpSeconds = 3;
    if (m_scope.quick)
        loop.mostWarmUpSeconds = kQuickWarmUpSeconds;
    const RoundCounts counts = roundCounts(m_scope);
    loop.roundsPerBatch = phase == Phase::Operations ? counts.perBatch
                          : phase == Phase::Overlap  ? counts.pairsPerBatch
                                                     : counts.sidePerBatch;
    const std::size_t rounds = kBatches * loop.roundsPerBatch;
    if (!options.isMain || m_scope.quick)
        loop.mostRounds = rounds;
    if (phase != Phase::Operations)
        loop.fewSamples = rounds;
    for (const TimedPoint& point : points)
        loop.every.push_back(m_plan.everyOf(point.name));
    const double left = m_request.maxSeconds - elapsed();
    // What comes after gets its part of the time, if there is more than this phase wants at the least.
    loop.maxSeconds = options.isMain ? std::max(left - m_meter.secondsAfter(phase), left / 2) : left;
    PointSampler sampler(m_stopwatch, std::move(points),
                         [this](cudaStream_t stream) { m_square->run(stream); });
    const LoopResult result = measureInRounds(sampler, loop, m_cancel, [&](const LoopProgress& progress) {
        m_meter.addRound(phase, progress.samples);
        tell(phase, sampler.nameOf(progress.point));
    });
    if (result.end != LoopEnd::Done)
        throw CudaFailure(
            failureOf(result, result.failedPoint ? sampler.nameOf(*result.failedPoint) : std::string()));
    if (!result.isWarm)
        warn("not_warm",
             fmt::format("the clock did not settle within {:g} s of warming up", loop.mostWarmUpSeconds));
    if (options.isMain && !m_result.rounds)
        m_result.rounds = static_cast<std::int64_t>(result.rounds);
    for (std::size_t point = 0; point < result.stats.size(); ++point) {
        m_stats[sampler.nameOf(point)] = result.stats[point];
        m_protocol.point(sampler.nameOf(point), result.stats[point]);
    }
}

void Measurement::tell(Phase phase, const std::string& point)
{
    // A window shows ten a second at most.
    constexpr double kPeriod = 0.1;
    const double time = elapsed();
    if (time - m_lastTold < kPeriod)
        return;
    m_lastTold = time;
    m_protocol.progress(m_meter.done(), m_meter.total(), phaseName(phase), point, m_meter.etaSeconds(time));
}

void Measurement::warn(std::string code, std::string message, std::string point)
{
    m_result.warnings.push_back({std::move(code), std::move(message), std::move(point)});
}

void Measurement::throwIfCancelled() const
{
    if (m_cancel.isCancelled())
        throw CudaFailure(Exit::Cancelled, "cancelled", "cancelled");
}

double Measurement::elapsed() const
{
    return now() - m_begin;
}

std::vector<std::string> Measurement::namesOf(Phase phase) const
{
    std::vector<std::string> names;
    for (const PlanPoint& point : m_plan.points)
        if (point.phase == phase)
            names.push_back(point.name);
    return names;
}

RunnerOptions Measurement::runnerOptions(std::uint64_t offset) const
{
    RunnerOptions options;
    options.seed = m_request.seed + 1000 * offset;
    options.attention = m_scope.attention;
    options.cudnn = m_cudnn;
    return options;
}

void Measurement::checkSelf()
{
    const auto [errors, untried] = selfCheck(m_request.model, m_library, m_cudnn, m_stopwatch.stream());
    for (const std::string& why : untried)
        warn("self_check", "not checked: " + why);
    const double tolerance = toleranceOf(m_request.model.dataType);
    double worst = 0;
    std::string where;
    for (const auto& [name, error] : errors)
        if (!(error <= worst)) {
            worst = error;
            where = name;
        }
    m_result.checks["self_check.max_rel_error"] = worst;
    m_meter.addRound(Phase::SelfCheck, 1);
    m_meter.finish(Phase::SelfCheck);
    if (!(worst <= tolerance))
        throw CudaFailure(
            Exit::CudaError, "self_check",
            fmt::format("self-check: {} differs from the CPU by {:.3g}; at most {:g} is allowed", where,
                        worst, tolerance));
    throwIfCancelled();
}

void Measurement::emulate()
{
    throwIfCancelled();
    // Times that were not measured in this run are taken from what is expected of the device.
    const CalibrationResult times =
        m_scope.operations ? m_result : estimateModel(m_request.model, m_estimator, {});
    const Result<Calibration> calibration = readCalibration(calibrationText(times), "calibration");
    if (!calibration)
        throw CudaFailure(Exit::CudaError, "emulation", calibration.error().message.text());
    constexpr double kMost = 0.01;
    const auto ran = [&](const EmulationRun& run) {
        const double ratio = run.measuredUs / run.simulatedUs;
        fmt::print(stderr, "emulation: {}: simulated {:.1f} us, measured {:.1f} us, ratio {:.4f}\n", run.name,
                   run.simulatedUs, run.measuredUs, ratio);
        m_result.checks["emulation." + run.name] = ratio;
        if (std::abs(ratio - 1) > kMost)
            warn("emulation", fmt::format("{}: ran {:.4f} times as long as simulated", run.name, ratio));
    };
    static_cast<void>(emulateSchedules(calibration->costs, m_cancel, ran));
    throwIfCancelled();
}

} // namespace bubblescope::probe
