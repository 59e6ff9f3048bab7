// SPDX-License-Identifier: Apache-2.0
#include "core/fit/comparison_json.h"

#include "core/analyze/number_json.h"
#include "core/fit/trace_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace bubblescope {

namespace {

using Out = std::back_insert_iterator<std::string>;

void writeResiduals(Out out, const Comparison& comparison)
{
    const Time scale = comparison.measured.makespan;
    for (std::size_t i = 0; i < comparison.residuals.size(); ++i) {
        const Residual& one = comparison.residuals[i];
        fmt::format_to(out,
                       R"({}{{"rank": {}, "action": "{}", "start_delta": {}, "duration_delta": {}, )"
                       R"("cause": "{}", "gap_delta": {}, "start": {}, "predicted_start": {}}})",
                       i > 0 ? ",\n  " : "\n  ", one.rank.value, actionText(one.action),
                       jsonNumber(one.startDelta, scale), jsonNumber(one.durationDelta, scale),
                       causeText(one.cause), jsonNumber(one.gapDelta, scale),
                       jsonNumber(one.measuredStart, scale), jsonNumber(one.predictedStart, scale));
    }
}

void writeDeviations(Out out, const Comparison& comparison)
{
    const Time scale = comparison.measured.makespan;
    for (std::size_t r = 0; r < comparison.perRank.size(); ++r) {
        const RankDeviation& rank = comparison.perRank[r];
        fmt::format_to(out,
                       R"({}{{"rank": {}, "measured_end": {}, "predicted_end": {}, "measured_busy": {}, )"
                       R"("predicted_busy": {})",
                       r > 0 ? ",\n  " : "\n  ", rank.rank.value, jsonNumber(rank.measuredEnd, scale),
                       jsonNumber(rank.predictedEnd, scale), jsonNumber(rank.measuredBusy, scale),
                       jsonNumber(rank.predictedBusy, scale));
        for (std::size_t c = 0; c < rank.byCause.size(); ++c)
            fmt::format_to(out, R"(, "{}": {})", causeText(static_cast<DeviationCause>(c)),
                           jsonNumber(rank.byCause[c], scale));
        fmt::format_to(out, "}}");
    }
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
    return text + "}";
}

/// `told`: the row whose makespan is compared with the run's.
void writeMeasured(std::string& text, const MeasuredRow& measured, const ComparisonRow* told)
{
    const Comparison& comparison = measured.comparison;
    const Out out = std::back_inserter(text);
    fmt::format_to(out, ",\n \"measured\": {}", metricsJson(comparison.measured, measured.metrics));
    const std::optional<double> error = told != nullptr ? makespanError(*told, measured) : std::nullopt;
    fmt::format_to(out, ",\n \"makespan_error\": {}", error ? jsonNumber(*error) : "null");
    if (!measured.pipeline.absent.empty())
        fmt::format_to(out, ",\n \"absent_ranks\": [{}], \"measured_begin\": {}",
                       fmt::join(measured.pipeline.absent, ", "),
                       jsonNumber(comparison.measuredBegin, comparison.measured.makespan));
    if (!measured.noAttribution.empty())
        fmt::format_to(out, ",\n \"no_attribution\": {}", jsonString(measured.noAttribution));
    if (!measured.orders.empty())
        text += ",\n \"orders\": " + matchesJson(measured.orders);
    const bool isTold = measured.noAttribution.empty();
    fmt::format_to(out, ",\n \"residuals\": [");
    if (isTold)
        writeResiduals(out, comparison);
    fmt::format_to(out, "],\n \"deviations\": [");
    if (isTold)
        writeDeviations(out, comparison);
    fmt::format_to(out, "],\n \"largest\": [");
    for (std::size_t i = 0; isTold && i < comparison.largest.size(); ++i)
        fmt::format_to(out, "{}{}", i > 0 ? ", " : "", comparison.largest[i]);
    fmt::format_to(out, "],\n \"warnings\": [");
    for (std::size_t i = 0; isTold && i < comparison.warnings.size(); ++i)
        fmt::format_to(out, "{}{}", i > 0 ? ",\n  " : "\n  ", jsonString(comparison.warnings[i]));
    fmt::format_to(out, "]");
}

} // namespace

std::optional<double> makespanError(const ComparisonRow& row, const MeasuredRow& measured)
{
    const std::vector<std::uint32_t>& absent = measured.pipeline.absent;
    if (!absent.empty() && row.timeline->lanes.size() != measured.pipeline.ranks)
        return std::nullopt;
    const Time run = measured.comparison.measured.makespan;
    const Time own = makespanWithout(*row.timeline, absent);
    return run > 0 && own > 0 ? std::optional(own / run - 1) : std::nullopt;
}

std::string comparisonJson(std::span<const ComparisonRow> rows, const MeasuredRow* measured)
{
    std::string text = "{\"rows\": [";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += (i > 0 ? ",\n " : "\n ") + rowJson(rows[i]);
    text += "]";
    const auto told =
        std::find_if(rows.begin(), rows.end(), [](const ComparisonRow& row) { return row.whatIf.empty(); });
    if (measured != nullptr)
        writeMeasured(text, *measured, told != rows.end() ? &*told : nullptr);
    return text + "}\n";
}

} // namespace bubblescope
