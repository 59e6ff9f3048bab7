// SPDX-License-Identifier: Apache-2.0
// Simulated schedules on real streams: a rank is a stream, an action a spin of its time, a dependency between
// ranks an event.
#include "probe/cuda/measurement.h"

#include <algorithm>

namespace bubblescope::probe {

namespace {

constexpr int kRuns = 3;
/// Shorter actions are lengthened, all by one factor: starting a kernel takes microseconds.
constexpr double kLeastActionUs = 1000;
/// Longer runs are shortened, all actions by one factor, so that a cancel is not waited for.
constexpr double kMostRunUs = 1.2e6;

class StreamRun
{
public:
    StreamRun(const EmulationPlan& plan, double factor)
        : m_plan(plan)
        , m_factor(factor)
        , m_stamps(static_cast<std::int64_t>(plan.steps.size() * sizeof(device::SpinStamp)))
        , m_streams(plan.ranks)
    {
        for (std::size_t i = 0; i < plan.steps.size(); ++i)
            m_done.emplace_back(false);
    }

    /// Makespan, µs, by the device's clock.
    double run()
    {
        auto* const stamps = m_stamps.as<device::SpinStamp>();
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
            const EmulationStep& step = m_plan.steps[i];
            const cudaStream_t stream = m_streams[step.rank].get();
            for (const std::uint32_t wanted : step.waits)
                require(cudaStreamWaitEvent(stream, m_done[wanted].get(), 0), "waiting for a rank");
            const double ns = step.us * m_factor * 1e3;
            require(device::spin(static_cast<unsigned long long>(ns), stamps + i, stream), "starting a spin");
            require(cudaEventRecord(m_done[i].get(), stream), "marking an action");
        }
        for (const Stream& stream : m_streams)
            stream.wait();
        unsigned long long begin = ~0ULL, end = 0;
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
            begin = std::min(begin, stamps[i].begin);
            end = std::max(end, stamps[i].end);
        }
        return end > begin ? static_cast<double>(end - begin) / 1e3 : 0;
    }

private:
    const EmulationPlan& m_plan;
    double m_factor;
    SharedBuffer m_stamps;
    std::vector<Stream> m_streams;
    std::vector<Event> m_done;
};

double shortestAction(const EmulationPlan& plan)
{
    double shortest = plan.simulatedUs;
    for (const EmulationStep& step : plan.steps)
        if (step.us > 0)
            shortest = std::min(shortest, step.us);
    return shortest;
}

} // namespace

std::vector<EmulationRun> emulateSchedules(const CostModel& calibrated, const CancelToken& cancel,
                                           const std::function<void(const EmulationRun&)>& ran)
{
    const Result<std::vector<EmulationPlan>> plans = emulationPlans(calibrated);
    if (!plans)
        throw CudaFailure(Exit::CudaError, "emulation", plans.error().message.text());
    std::vector<EmulationRun> runs;
    for (const EmulationPlan& plan : *plans) {
        const double factor =
            std::max(std::min(1.0, kMostRunUs / plan.simulatedUs), kLeastActionUs / shortestAction(plan));
        StreamRun streams(plan, factor);
        std::vector<double> times;
        // The first run loads kernels.
        for (int i = 0; i <= kRuns && !cancel.isCancelled(); ++i)
            if (const double us = streams.run(); i > 0)
                times.push_back(us / factor);
        if (cancel.isCancelled())
            break;
        runs.push_back({plan.name, plan.simulatedUs, medianOf(std::move(times))});
        ran(runs.back());
    }
    return runs;
}

} // namespace bubblescope::probe
