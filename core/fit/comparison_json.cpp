// SPDX-License-Identifier: Apache-2.0
#include "core/fit/comparison_json.h"

#include "core/analyze/number_json.h"
#include "core/fit/run_change.h"
#include "core/fit/trace_json.h"
#include "core/fit/waterfall.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

std::string residualJson(const Residual& one, Time scale)
{
    return fmt::format(R"({{"rank": {}, "action": "{}", "start_delta": {}, "duration_delta": {}, )"
                       R"("cause": "{}", "gap_delta": {}, "start": {}, "predicted_start": {}}})",
                       one.rank.value, actionText(one.action), jsonNumber(one.startDelta, scale),
                       jsonNumber(one.durationDelta, scale), causeText(one.cause),
                       jsonNumber(one.gapDelta, scale), jsonNumber(one.measuredStart, scale),
                       jsonNumber(one.predictedStart, scale));
}

std::string deviationJson(const RankDeviation& rank, Time scale)
{
    std::string text = fmt::format(
        R"({{"rank": {}, "measured_end": {}, "predicted_end": {}, "measured_busy": {}, "predicted_busy": {})",
        rank.rank.value, jsonNumber(rank.measuredEnd, scale), jsonNumber(rank.predictedEnd, scale),
        jsonNumber(rank.measuredBusy, scale), jsonNumber(rank.predictedBusy, scale));
    for (std::size_t c = 0; c < rank.byCause.size(); ++c)
        text += fmt::format(R"(, "{}": {})", causeText(static_cast<DeviationCause>(c)),
                            jsonNumber(rank.byCause[c], scale));
    return text + "}";
}

/// Parts that sum to the measured makespan.
std::string waterfallJson(const Comparison& comparison, const std::string& against)
{
    const std::optional<Waterfall> waterfall = waterfallOf(comparison);
    if (!waterfall)
        return "[]";
    std::string text = fmt::format(R"([{{"part": "{}", "time": {}}})", against,
                                   jsonNumber(waterfall->predicted, waterfall->measured));
    for (std::size_t c = 0; c < waterfall->extra.size(); ++c)
        text +=
            fmt::format(R"(, {{"part": "{}", "time": {}}})", waterfallText(static_cast<DeviationCause>(c)),
                        jsonNumber(waterfall->extra[c], waterfall->measured));
    return text + "]";
}

std::string rangeJson(const PredictionRange& range, Time scale)
{
    return fmt::format("[{}, {}]", jsonNumber(range.low, scale), jsonNumber(range.high, scale));
}

std::string rowJson(const ComparisonRow& row)
{
    std::string text = metricsJson(*row.timeline, row.metrics);
    text.pop_back();
    if (row.metrics.bubbleRateHostIdle)
        text += fmt::format(", \"bubble_rate_host_idle\": {}", jsonNumber(*row.metrics.bubbleRateHostIdle));
    if (!row.whatIf.empty())
        text += fmt::format(", \"what_if\": {}", jsonString(row.whatIf));
    if (!row.whatIf.empty() && row.unchanged && *row.unchanged > 0)
        text +=
            fmt::format(", \"against_unchanged\": {}", jsonNumber(row.metrics.makespan / *row.unchanged - 1));
    if (row.range)
        text += ", \"makespan_range\": " + rangeJson(*row.range, row.metrics.makespan);
    return text + "}";
}

void writeMeasured(std::string& text, const MeasuredRow& measured)
{
    const Comparison& comparison = measured.comparison;
    const Time scale = comparison.measured.makespan;
    text += ",\n \"measured\": " + metricsJson(comparison.measured, measured.metrics);
    text +=
        ",\n \"makespan_error\": " + (measured.makespanError ? jsonNumber(*measured.makespanError) : "null");
    if (measured.range) {
        text += ",\n \"makespan_range\": " + rangeJson(*measured.range, scale);
        text += fmt::format(",\n \"makespan_range_steps\": {}, \"makespan_range_lacks\": [",
                            measured.range->steps);
        writeLines(text, whatRangesLack(*measured.range), jsonString);
        text += "]";
    }
    text += ",\n \"replay_error\": " + (measured.replay ? jsonNumber(measured.replay->error) : "null");
    if (measured.replay)
        text += ", \"replay_own_waits\": " + jsonNumber(measured.replay->ownWaits);
    if (measured.change != nullptr)
        text += ",\n \"change\": " + runChangeJson(*measured.change);
    if (!measured.pipeline.absent.empty())
        text += fmt::format(",\n \"absent_ranks\": [{}], \"measured_begin\": {}",
                            fmt::join(measured.pipeline.absent, ", "),
                            jsonNumber(comparison.measuredBegin, scale));
    if (!measured.noAttribution.empty())
        text += ",\n \"no_attribution\": " + jsonString(measured.noAttribution);
    if (!measured.orders.empty())
        text += ",\n \"orders\": " + matchesJson(measured.orders);
    const Comparison nothing;
    const Comparison& shown = measured.noAttribution.empty() ? comparison : nothing;
    text += ",\n \"residuals\": [";
    writeLines(text, shown.residuals, [&](const Residual& one) { return residualJson(one, scale); });
    text += "],\n \"deviations\": [";
    writeLines(text, shown.perRank, [&](const RankDeviation& one) { return deviationJson(one, scale); });
    text += "],\n \"waterfall\": " + waterfallJson(shown, measured.against);
    text += fmt::format(",\n \"largest\": [{}],\n \"warnings\": [", fmt::join(shown.largest, ", "));
    writeLines(text, shown.warnings, jsonString);
    text += "]";
}

} // namespace

std::optional<double> makespanError(const ComparisonRow& row, const MeasuredRow& measured)
{
    const std::vector<std::uint32_t>& absent = measured.pipeline.absent;
    if (!absent.empty() && row.timeline->lanes.size() != measured.pipeline.ranks)
        return std::nullopt;
    const Time run = measured.comparison.measured.makespan;
    // Head and tail count where both sides have them.
    const Time own = measured.comparison.measured.phases.empty()
                         ? makespanWithout(withoutPhases(*row.timeline), absent)
                         : makespanWithout(*row.timeline, absent);
    return run > 0 && own > 0 ? std::optional(own / run - 1) : std::nullopt;
}

std::string comparisonJson(std::span<const ComparisonRow> rows, const MeasuredRow* measured)
{
    std::string text = "{\"rows\": [";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += (i > 0 ? ",\n " : "\n ") + rowJson(rows[i]);
    text += "]";
    if (measured != nullptr)
        writeMeasured(text, *measured);
    return text + "}\n";
}

} // namespace bubblescope
