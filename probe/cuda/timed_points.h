// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/stopwatch.h"

#include <optional>

namespace bubblescope::probe {

/// One point as the loop wants it.
struct TimedPoint
{
    std::string name;
    std::function<void()> prepare;
    std::function<Sample()> sample;
};

/// Work that is captured once a variant; the variants take turns from sample to sample.
[[nodiscard]] TimedPoint graphPoint(std::string name, Stopwatch& stopwatch, std::vector<Work> variants,
                                    bool flushes);
/// Work that is given anew each time.
[[nodiscard]] TimedPoint streamPoint(std::string name, Stopwatch& stopwatch, Work work);

/// Points on a device for the measuring loop. Failures become values here.
class PointSampler : public Sampler
{
public:
    /// `busy` keeps the device computing for some milliseconds.
    PointSampler(Stopwatch& stopwatch, std::vector<TimedPoint> points, Work busy);

    [[nodiscard]] std::size_t pointCount() const override { return m_points.size(); }
    [[nodiscard]] std::optional<SampleFailure> prepare(std::size_t point) override;
    [[nodiscard]] std::optional<SampleFailure> sample(std::size_t point, Sample& taken) override;
    [[nodiscard]] double busyClock(double seconds) override;
    [[nodiscard]] double seconds() override;

    [[nodiscard]] const std::string& nameOf(std::size_t point) const { return m_points[point].name; }

private:
    template <typename Run>
    std::optional<SampleFailure> guarded(Run run);

    Stopwatch& m_stopwatch;
    std::vector<TimedPoint> m_points;
    Work m_busy;
};

} // namespace bubblescope::probe
