// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/base/quantity.h"

#include <fmt/format.h>

namespace bubblescope {

std::string metricsLine(const Metrics& metrics, const std::string& unit, const MemoryCurves* memory)
{
    const bool isInBytes = memory != nullptr && memory->unit() == MemoryUnit::Bytes;
    return fmt::format(
        "makespan {} · idle {} · bubble rate {} · peak {} on rank {}",
        unit.empty() || unit == "step" ? shortNumber(metrics.makespan) : timeInUnits(metrics.makespan, unit),
        percentOf(metrics.idleFraction), rateOf(metrics.bubbleRate),
        isInBytes ? byteText(memory->highestPeak()) : shortNumber(metrics.peakActivationsPerRank),
        isInBytes ? memory->peakRank().value : metrics.peakRank);
}

} // namespace bubblescope
