// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/analyze/peak_size.h"
#include "core/base/quantity.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string peakText(const PeakSize& peak)
{
    switch (peak.unit) {
    case PeakUnit::Bytes:
        return byteText(peak.size);
    case PeakUnit::Own:
        return shortNumber(peak.size);
    case PeakUnit::Activations:
        break;
    }
    return shortNumber(peak.size) + (peak.size == 1 ? " activation" : " activations");
}

} // namespace

PeakSize peakOf(const Metrics& metrics, const MemoryCurves* memory)
{
    if (memory == nullptr || memory->countsActivations())
        return {metrics.peakActivationsPerRank, PeakUnit::Activations, metrics.peakRank};
    return {memory->highestPeak(), memory->unit() == MemoryUnit::Bytes ? PeakUnit::Bytes : PeakUnit::Own,
            memory->peakRank().value};
}

std::string metricsLine(const Metrics& metrics, const std::string& unit, const MemoryCurves* memory)
{
    const PeakSize peak = peakOf(metrics, memory);
    return fmt::format(
        "makespan {} · idle {} · bubble rate {} · peak {} on rank {}",
        unit.empty() || unit == "step" ? shortNumber(metrics.makespan) : timeInUnits(metrics.makespan, unit),
        percentOf(metrics.idleFraction), rateOf(metrics.bubbleRate), peakText(peak), peak.rank);
}

} // namespace bubblescope
