// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/timed_points.h"

#include <chrono>

namespace bubblescope::probe {

namespace {

/// Graphs of one point.
struct Variants
{
    std::vector<Work> works;
    std::vector<CapturedGraph> graphs;
    std::size_t next = 0;
};

} // namespace

TimedPoint graphPoint(std::string name, Stopwatch& stopwatch, std::vector<Work> variants, bool flushes)
{
    const auto state = std::make_shared<Variants>();
    state->works = std::move(variants);
    Stopwatch* const watch = &stopwatch;
    return {std::move(name),
            [state, watch] {
                for (const Work& work : state->works) {
                    // Run plainly first: a kernel that is loaded behind a closed gate would wait for it.
                    watch->once(work);
                    state->graphs.emplace_back(work, watch->stream());
                    watch->once([&](cudaStream_t stream) { state->graphs.back().launch(stream); });
                }
            },
            [state, watch, flushes] {
                const CapturedGraph& graph = state->graphs[state->next++ % state->graphs.size()];
                return watch->time([&](cudaStream_t stream) { graph.launch(stream); }, flushes);
            }};
}

TimedPoint streamPoint(std::string name, Stopwatch& stopwatch, Work work)
{
    Stopwatch* const watch = &stopwatch;
    const auto shared = std::make_shared<Work>(std::move(work));
    return {std::move(name), [watch, shared] { watch->once(*shared); },
            [watch, shared] { return watch->time(*shared, false); }};
}

PointSampler::PointSampler(Stopwatch& stopwatch, std::vector<TimedPoint> points, Work busy)
    : m_stopwatch(stopwatch)
    , m_points(std::move(points))
    , m_busy(std::move(busy))
{}

template <typename Run>
std::optional<SampleFailure> PointSampler::guarded(Run run)
{
    try {
        run();
        return std::nullopt;
    } catch (const CudaFailure& failure) {
        return SampleFailure{failure.exit == Exit::OutOfMemory ? SampleProblem::OutOfMemory
                                                               : SampleProblem::Device,
                             failure.message, failure.exit, failure.code};
    }
}

std::optional<SampleFailure> PointSampler::prepare(std::size_t point)
{
    return guarded([&] { m_points[point].prepare(); });
}

std::optional<SampleFailure> PointSampler::sample(std::size_t point, Sample& taken)
{
    return guarded([&] { taken = m_points[point].sample(); });
}

double PointSampler::busyClock(double seconds)
{
    double mhz = 0;
    // What fails here fails again, and is reported, at the first sample.
    static_cast<void>(guarded([&] {
        const double begin = this->seconds();
        while (this->seconds() - begin < seconds)
            mhz = m_stopwatch.time(m_busy, false).smMhz;
    }));
    return mhz;
}

double PointSampler::seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace bubblescope::probe
