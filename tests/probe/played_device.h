// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/measure_loop.h"

#include <map>
#include <random>

namespace bubblescope::test {

/// Every sample takes its time on a clock of its own.
class PlayedDevice : public probe::Sampler
{
public:
    explicit PlayedDevice(std::vector<double> times) : m_times(std::move(times)) {}

    [[nodiscard]] std::size_t pointCount() const override { return m_times.size(); }
    [[nodiscard]] std::optional<probe::SampleFailure> prepare(std::size_t point) override
    {
        prepared.push_back(point);
        if (point == noMemoryAt)
            return probe::SampleFailure{probe::SampleProblem::OutOfMemory, "out of memory"};
        return std::nullopt;
    }
    [[nodiscard]] std::optional<probe::SampleFailure> sample(std::size_t point, probe::Sample& taken) override
    {
        if (order.size() == failsAfter)
            return failure;
        order.push_back(point);
        taken.us = m_times[point] * (1 + spread * m_normal(m_random)) * (1 + drift * now);
        taken.smMhz = 1980;
        taken.isThrottled = throttledTimes[point] > 0 && throttledTimes[point]-- > 0;
        taken.isPowerCapped = point == cappedPoint;
        now += taken.us / 1e6;
        if (order.size() == cancelAfter)
            cancel.cancel();
        return std::nullopt;
    }
    [[nodiscard]] double busyClock(double seconds) override
    {
        now += seconds;
        ++windows;
        return clockOf ? clockOf(windows) : 1980;
    }
    [[nodiscard]] double seconds() override { return now; }

    double spread = 0.001, drift = 0, now = 0;
    std::size_t noMemoryAt = SIZE_MAX, failsAfter = SIZE_MAX, cancelAfter = SIZE_MAX, cappedPoint = SIZE_MAX;
    /// What `failsAfter` samples are followed by.
    probe::SampleFailure failure{probe::SampleProblem::Device, "an illegal address"};
    std::map<std::size_t, int> throttledTimes; ///< how many samples of a point are throttled
    std::function<double(int)> clockOf;
    CancelToken cancel;
    std::vector<std::size_t> order, prepared;
    int windows = 0;

private:
    std::vector<double> m_times;
    std::mt19937 m_random{7};
    std::normal_distribution<double> m_normal;
};

} // namespace bubblescope::test
