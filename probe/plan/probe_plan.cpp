// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/probe_plan.h"

#include "probe/plan/block_memory.h"
#include "probe/plan/statistics.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// Two sets of weights rotate, so that none is found in a cache by chance.
constexpr std::int64_t kWeightSets = 2;
constexpr std::int64_t kWorkspaceBytes = std::int64_t{32} << 20;
constexpr std::int64_t kMostScoreBytes = std::int64_t{1} << 30;
constexpr std::int64_t kCopyBytes = std::int64_t{4} << 30;
constexpr double kWarmUpSeconds = 1.5;
constexpr double kIdentifySeconds = 0.5;
/// Loading the libraries' kernels; the shapes are so small that computing them takes the CPU milliseconds.
constexpr double kSelfCheckSeconds = 1;
constexpr double kSampleOverheadUs = 60;

/// What a phase takes that no sample shows.
double secondsBeside(Phase phase, bool isMeasuring)
{
    switch (phase) {
    case Phase::Identify:
        return kIdentifySeconds;
    case Phase::SelfCheck:
        return kSelfCheckSeconds;
    case Phase::Ceilings:
        return isMeasuring ? kWarmUpSeconds : 0;
    default:
        return 0;
    }
}

class PlanMaker
{
public:
    PlanMaker(const ModelShape& shape, const ProbeScope& scope, const Estimator& estimator)
        : m_shape(shape)
        , m_scope(scope)
        , m_estimator(estimator)
        , m_counts(roundCounts(scope))
        , m_rounds(kBatches * m_counts.perBatch)
        , m_sideRounds(kBatches * m_counts.sidePerBatch)
    {}

    ProbePlan make()
    {
        add("identify", Phase::Identify, 0, 0, 1);
        if (!m_scope.selfCheckOnly)
            addCeilings();
        add("self-check", Phase::SelfCheck, 0, std::int64_t{64} << 20, 1);
        if (!m_scope.selfCheckOnly) {
            if (m_scope.operations)
                addBlocks();
            if (m_scope.overlap)
                addOverlap();
            if (m_scope.transfers)
                addTransfers();
            if (m_scope.optimizer)
                addOptimizer();
        }
        for (const PlanPoint& point : m_plan.points)
            m_plan.deviceBytes = std::max(m_plan.deviceBytes, point.bytes);
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            m_plan.etaSeconds += m_plan.secondsOf(static_cast<Phase>(phase));
        return std::move(m_plan);
    }

private:
    void add(std::string name, Phase phase, double expectedUs, std::int64_t bytes, std::size_t samples)
    {
        m_plan.points.push_back({std::move(name), phase, expectedUs, bytes, samples});
    }

    /// Those that are run: attention may be computed instead.
    [[nodiscard]] std::vector<Kernel> runKernels(Block block) const
    {
        std::vector<Kernel> kernels = kernelsOf(block, m_shape);
        if (m_scope.attention == AttentionWay::Computed)
            kernels.erase(
                std::remove_if(kernels.begin(), kernels.end(),
                               [](const Kernel& kernel) { return kernel.kind == KernelKind::Attention; }),
                kernels.end());
        return kernels;
    }

    /// Without fusion all scores are computed, masked or not, and pass through the memory several times.
    [[nodiscard]] double timeOf(const Kernel& kernel) const
    {
        if (kernel.kind != KernelKind::Attention || m_scope.attention == AttentionWay::Fused)
            return m_estimator.timeOf(kernel);
        // Times that scores are written or read: product, softmax, product; their gradients and softmax's
        // besides.
        constexpr std::int64_t kForwardPasses = 4, kBackwardPasses = 10;
        const bool isForward = kernel.op == Op::Forward || kernel.isRecomputed;
        const std::int64_t scores =
            m_shape.microBatch * (m_shape.heads / m_shape.tp) * m_shape.seq * m_shape.seq * m_shape.element();
        Kernel unfused = kernel;
        unfused.kind = KernelKind::Gemm;
        unfused.m = unfused.n = m_shape.seq;
        unfused.flops *= m_shape.causal ? 2 : 1;
        unfused.bytes = (isForward ? kForwardPasses : kBackwardPasses) * scores;
        return m_estimator.timeOf(unfused);
    }
    [[nodiscard]] double timeOf(const std::vector<Kernel>& kernels, Op op) const
    {
        double time = 0;
        for (const Kernel& kernel : kernels)
            time += kernel.op == op ? timeOf(kernel) : 0;
        return time;
    }

    /// B in one graph, against its halves. Where there is no I, B is W and not measured twice.
    void addBackward(Block block, double expectedUs, std::int64_t bytes)
    {
        add(fmt::format("{}.B", blockName(block)), Phase::Operations, expectedUs, bytes,
            (m_rounds + m_counts.backwardEvery - 1) / m_counts.backwardEvery);
        m_plan.points.back().every = m_counts.backwardEvery;
    }

    void addCeilings()
    {
        Kernel square{"ceiling", Op::Forward, KernelKind::Gemm, kCeilingSize, kCeilingSize, kCeilingSize};
        square.flops = 2 * kCeilingSize * kCeilingSize * kCeilingSize;
        square.bytes = 3 * kCeilingSize * kCeilingSize * m_shape.element();
        add("ceiling.gemm", Phase::Ceilings, m_estimator.timeOf(square), square.bytes + kWorkspaceBytes,
            m_sideRounds);
        const Kernel copy{"copy", Op::Forward, KernelKind::Elementwise, 0, 0, 0, 0, 2 * kCopyBytes};
        add("ceiling.copy", Phase::Ceilings, m_estimator.timeOf(copy), 2 * kCopyBytes, m_sideRounds);
    }

    /// Of one block with all that its passes need at once.
    [[nodiscard]] std::int64_t residentBytes(Block block) const
    {
        const BlockMemory memory = memoryOf(block, m_shape);
        // A prediction has an embedding of its own, and its gradient.
        const std::int64_t scores =
            (hasLayer(block) ? scoreBytes() : 0) +
            (block == Block::Prediction ? kWeightSets * memoryOf(Block::Embedding, m_shape).weights +
                                              memoryOf(Block::Embedding, m_shape).gradients
                                        : 0);
        ModelShape kept = m_shape;
        kept.recompute = Recompute::None;
        kept.dataType = m_shape.valueType();
        kept.sequenceParallel = false;
        // Inputs and gradients in fp8, each as it is and turned.
        std::int64_t copies = 0;
        for (const Linear& linear : linearsOf(block, m_shape))
            copies += linear.isFp8 ? 2 * linear.count * linear.rows * (linear.in + linear.out) : 0;
        // What a backward holds at its most, recomputed or not, with gradients of it, beside what is kept for
        // W.
        return kWeightSets * memory.weights + memory.gradients + 2 * memoryOf(block, kept).activation +
               memoryOf(block, kept).freedByWeight + copies + scores + kWorkspaceBytes;
    }

    /// The buffer of unfused scores, or the gradient of the queries in fp32 with sums of each query.
    [[nodiscard]] std::int64_t scoreBytes() const
    {
        const std::int64_t heads = m_shape.heads / m_shape.tp;
        switch (m_scope.attention) {
        case AttentionWay::Unfused:
            return std::min(kMostScoreBytes,
                            m_shape.microBatch * heads * m_shape.seq * m_shape.seq * m_shape.element());
        case AttentionWay::Fused:
            return 4 * m_shape.tokens() * heads * (2 * m_shape.headDim + 2);
        case AttentionWay::Computed:
            break;
        }
        return 0;
    }

    void addBlocks()
    {
        // All blocks are there at once: a round has one sample of every operation.
        std::int64_t bytes = 0;
        for (const Block block : blocksOf(m_shape))
            bytes += residentBytes(block);
        for (const Block block : blocksOf(m_shape)) {
            const std::vector<Kernel> kernels = runKernels(block);
            for (const Kernel& kernel : kernels)
                add(fmt::format("{}.{}", blockName(block), kernel.name), Phase::Kernels, timeOf(kernel),
                    bytes, m_sideRounds);
            double backward = 0;
            bool hasInput = false;
            for (const Op op : kOps) {
                const double time = timeOf(kernels, op);
                if (time <= 0)
                    continue;
                add(fmt::format("{}.{}", blockName(block), opName(op)), Phase::Operations, time, bytes,
                    m_rounds);
                backward += op == Op::Forward ? 0 : time;
                hasInput = hasInput || op == Op::Input;
            }
            if (hasInput)
                addBackward(block, backward, bytes);
        }
        const double layer = timeOf(runKernels(Block::Layer), Op::Forward);
        // The layers of the check share activations and have each its weights.
        constexpr std::int64_t kStageLayers = 2;
        add("stage.F", Phase::StageCheck, kStageLayers * layer, bytes, m_sideRounds);
    }

    void addOverlap()
    {
        const std::vector<Kernel> kernels = runKernels(usualLayer(m_shape));
        const double forward = timeOf(kernels, Op::Forward);
        const double input = timeOf(kernels, Op::Input);
        const double weight = timeOf(kernels, Op::Weight);
        const std::int64_t bytes = 2 * residentBytes(usualLayer(m_shape));
        // Serial and together in each sample: drift meets both, so few rounds give their ratio.
        const std::size_t rounds = kBatches * m_counts.pairsPerBatch;
        add("overlap.F+B", Phase::Overlap, 2 * (forward + input + weight), bytes, rounds);
        add("overlap.F+I", Phase::Overlap, 2 * (forward + input), bytes, rounds);
        add("overlap.F+W", Phase::Overlap, 2 * (forward + weight), bytes, rounds);
    }

    void addTransfers()
    {
        constexpr std::int64_t kLeast = 4096, kMost = std::int64_t{256} << 20;
        const double rate =
            std::max(1.0, m_estimator.device().linkGbps > 0 ? m_estimator.device().linkGbps
                                                            : m_estimator.device().memoryGbps);
        const auto addCopy = [&](std::string name, std::int64_t bytes) {
            add(std::move(name), Phase::Transfers,
                m_estimator.constants().linkLatencyUs + static_cast<double>(bytes) / (rate * 1e3), 2 * bytes,
                m_sideRounds);
        };
        const auto addLadder = [&](const std::string& way) {
            for (std::int64_t bytes = kLeast; bytes <= kMost; bytes *= 4)
                addCopy(fmt::format("{}.{}", way, bytes), bytes);
            addCopy(way + ".boundary", memoryOf(Block::Layer, m_shape).boundary);
        };
        if (m_scope.peers.size() < 2) {
            addLadder("copy");
            addLadder("staged");
            return;
        }
        for (const int from : m_scope.peers)
            for (const int to : m_scope.peers)
                if (from != to) {
                    addLadder(fmt::format("peer.{}-{}", from, to));
                    addLadder(fmt::format("busy.{}-{}", from, to));
                }
    }

    void addOptimizer()
    {
        constexpr std::int64_t kParameters = 100'000'000;
        for (const auto& [name, bytes] : {std::pair{"optimizer.adamw", std::int64_t{30}},
                                          std::pair{"optimizer.accumulate", std::int64_t{10}}}) {
            const Kernel kernel{name, Op::Weight, KernelKind::Elementwise, 0, 0, 0, 0, bytes * kParameters};
            add(name, Phase::Optimizer, m_estimator.timeOf(kernel), 18 * kParameters, m_sideRounds);
        }
    }

    const ModelShape& m_shape;
    const ProbeScope& m_scope;
    const Estimator& m_estimator;
    RoundCounts m_counts;
    std::size_t m_rounds, m_sideRounds;
    ProbePlan m_plan;
};

/// The largest value in [1, most] that fits; 0 if none does. More never needs less.
template <typename Fits>
std::int64_t largestThat(std::int64_t most, Fits fits)
{
    std::int64_t good = 0, bad = most + 1;
    while (bad - good > 1) {
        const std::int64_t middle = good + (bad - good) / 2;
        (fits(middle) ? good : bad) = middle;
    }
    return good;
}

} // namespace

std::string_view attentionWayName(AttentionWay way) noexcept
{
    constexpr std::array<std::string_view, 3> names{"analytic", "unfused", "cudnn"};
    return names[static_cast<std::size_t>(way)];
}

std::string_view phaseName(Phase phase) noexcept
{
    constexpr std::array<std::string_view, kPhaseCount> names{"identify", "ceilings",   "self-check",
                                                              "kernels",  "operations", "stage check",
                                                              "overlap",  "transfers",  "optimizer"};
    return names[static_cast<std::size_t>(phase)];
}

std::size_t ProbePlan::countOf(Phase phase) const
{
    return static_cast<std::size_t>(std::count_if(
        points.begin(), points.end(), [&](const PlanPoint& point) { return point.phase == phase; }));
}

double PlanPoint::expectedTotalUs() const
{
    return static_cast<double>(samples) * (expectedUs + kSampleOverheadUs);
}

double ProbePlan::secondsOf(Phase phase) const
{
    if (countOf(phase) == 0)
        return 0;
    const bool isMeasuring = std::any_of(
        points.begin(), points.end(), [](const PlanPoint& point) { return point.phase > Phase::SelfCheck; });
    double seconds = secondsBeside(phase, isMeasuring);
    for (const PlanPoint& point : points)
        if (point.phase == phase)
            seconds += point.expectedTotalUs() / 1e6;
    return seconds;
}

std::size_t ProbePlan::everyOf(std::string_view name) const
{
    const auto found = std::find_if(points.begin(), points.end(),
                                    [name](const PlanPoint& point) { return point.name == name; });
    return found != points.end() ? found->every : 1;
}

RoundCounts roundCounts(const ProbeScope& scope) noexcept
{
    // Quick rounds are too few to leave any out.
    constexpr RoundCounts kQuick{3, 1, 2, 1};
    return scope.quick ? kQuick : RoundCounts{};
}

ProbePlan planOf(const ModelShape& shape, const ProbeScope& scope, const Estimator& estimator)
{
    return PlanMaker(shape, scope, estimator).make();
}

std::string whatWouldFit(const ModelShape& shape, const ProbeScope& scope, const Estimator& estimator,
                         std::int64_t freeBytes)
{
    const auto fits = [&](const ModelShape& smaller) {
        return static_cast<double>(planOf(smaller, scope, estimator).deviceBytes) <=
               0.9 * static_cast<double>(freeBytes);
    };
    const std::int64_t batch = largestThat(shape.microBatch, [&](std::int64_t value) {
        ModelShape smaller = shape;
        smaller.microBatch = value;
        return fits(smaller);
    });
    if (batch > 0)
        return fmt::format("seq {} with micro_batch {} would fit", shape.seq, batch);
    const std::int64_t seq = largestThat(shape.seq, [&](std::int64_t value) {
        ModelShape smaller = shape;
        smaller.microBatch = 1;
        smaller.seq = value;
        return fits(smaller);
    });
    return seq > 0 ? fmt::format("seq {} with micro_batch 1 would fit", seq) : std::string();
}

} // namespace bubblescope::probe
