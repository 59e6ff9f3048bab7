// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare_text.h"

#include "core/analyze/number_text.h"
#include "core/generate/title.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kShownDeviations = 10;

/// Tenths of a microsecond are enough to read.
std::string tenths(Time time)
{
    return numberText(std::round(time * 10) / 10 + 0.0);
}

std::string metricsRow(const std::string& name, const Metrics& metrics, const std::string& unit, Time base)
{
    const std::string against =
        base > 0 ? fmt::format("{:+.2f} %", 100 * (metrics.makespan / base - 1)) : std::string();
    return fmt::format("{:<50} {:>14} {:<5} {:>10} {:>12.4f} {:>14.4f} {:>17}\n", name,
                       unit == "us" ? tenths(metrics.makespan) : numberText(metrics.makespan),
                       unitLabel(unit), against, metrics.bubbleRate, metrics.idleFraction,
                       numberText(metrics.peakActivations));
}

} // namespace

std::string comparisonTable(std::span<const ComparisonRow> rows, const MeasuredRow* measured)
{
    std::string text = fmt::format("{:<50} {:>14} {:<5} {:>10} {:>12} {:>14} {:>17}\n", "schedule",
                                   "makespan", "", measured != nullptr ? "measured" : "first", "bubble_rate",
                                   "idle_fraction", "peak_activations");
    Time base = 0;
    if (measured != nullptr) {
        text += metricsRow("measured", measured->metrics, "us", 0);
        base = measured->metrics.makespan;
    }
    for (const ComparisonRow& row : rows) {
        text += metricsRow(row.label.empty() ? scheduleTitle(*row.timeline->schedule) : row.label,
                           row.metrics, row.timeline->unit, base);
        if (base == 0)
            base = row.metrics.makespan;
    }
    return text;
}

std::string deviationTables(const Comparison& comparison)
{
    std::string text =
        fmt::format("\n{:>5} {:>14} {:>14} {:>12}", "rank", "measured_end", "predicted_end", "extra");
    for (std::size_t c = 0; c < RankDeviation{}.byCause.size(); ++c)
        text += fmt::format(" {:>12}", causeText(static_cast<DeviationCause>(c)));
    text += "\n";
    for (const RankDeviation& rank : comparison.perRank) {
        text += fmt::format("{:>5} {:>14} {:>14} {:>12}", rank.rank.value, tenths(rank.measuredEnd),
                            tenths(rank.predictedEnd), tenths(rank.measuredEnd - rank.predictedEnd));
        for (const Time time : rank.byCause)
            text += fmt::format(" {:>12}", tenths(time));
        text += "\n";
    }
    text += fmt::format("\n{:>5} {:>12} {:>14} {:>14} {:>14}  {}\n", "rank", "action", "start_delta",
                        "gap_delta", "duration_delta", "cause");
    for (std::size_t i = 0; i < std::min(kShownDeviations, comparison.largest.size()); ++i) {
        const Residual& one = comparison.residuals[comparison.largest[i]];
        text += fmt::format("{:>5} {:>12} {:>14} {:>14} {:>14}  {}\n", one.rank.value, actionText(one.action),
                            tenths(one.startDelta), tenths(one.gapDelta), tenths(one.durationDelta),
                            causeText(one.cause));
    }
    return text;
}

} // namespace bubblescope::cli
