// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/sweep/sweep_plan.h"

#include <QSemaphore>
#include <memory>

namespace bubblescope::test {

/// Rows that follow from their numbers alone: more microbatches take longer, later schedules hold less and
/// take longer; every seventh is refused.
inline SweepRow madeUpRow(const SweepPlan& plan, std::uint64_t index)
{
    SweepRow row;
    row.configuration = configurationAt(plan, index);
    const std::uint64_t perSchedule = configurationCount(plan) / plan.schedules.size();
    const auto schedule = static_cast<double>(index / perSchedule);
    const auto microbatches = static_cast<double>(row.configuration.request.microbatches);
    if (index % 7 == 6) {
        row.status = SweepStatus::Refused;
        row.reason = "microbatches is not a multiple of 8";
        return row;
    }
    SweepMetrics metrics;
    metrics.makespan =
        microbatches * (3 + 0.2 * schedule) + static_cast<double>(row.configuration.request.ranks);
    metrics.idealTime = microbatches * 3;
    metrics.bubbleRate = metrics.makespan / metrics.idealTime - 1;
    metrics.peakMemory = microbatches / (1 + schedule);
    row.metrics = metrics;
    row.stages = static_cast<std::uint32_t>(row.configuration.request.ranks);
    if (plan.memoryLimit && metrics.peakMemory > *plan.memoryLimit) {
        row.status = SweepStatus::OverLimit;
        row.reason = "too much";
    }
    return row;
}

/// A run that gives a row for each release of the gate.
inline ui::SweepFunction gatedSweep(const std::shared_ptr<QSemaphore>& gate)
{
    return [gate](const SweepPlan& plan, const std::function<void(const SweepRow&)>& take,
                  const CancelToken& cancel) {
        for (std::uint64_t i = 0; i < configurationCount(plan); ++i) {
            while (!gate->tryAcquire(1, 10))
                if (cancel.isCancelled())
                    return false;
            take(madeUpRow(plan, i));
        }
        return true;
    };
}

/// The same without a gate.
inline ui::SweepFunction madeUpSweep()
{
    return [](const SweepPlan& plan, const std::function<void(const SweepRow&)>& take,
              const CancelToken& cancel) {
        for (std::uint64_t i = 0; i < configurationCount(plan) && !cancel.isCancelled(); ++i)
            take(madeUpRow(plan, i));
        return !cancel.isCancelled();
    };
}

} // namespace bubblescope::test
