// SPDX-License-Identifier: Apache-2.0
#include "core/fit/comparison_json.h"

#include "core/analyze/number_json.h"
#include "core/fit/trace_json.h"

#include <fmt/format.h>
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

void writeMeasured(std::string& text, const MeasuredRow& measured)
{
    const Comparison& comparison = measured.comparison;
    const Out out = std::back_inserter(text);
    fmt::format_to(out, ",\n \"measured\": {}", metricsJson(comparison.measured, measured.metrics));
    fmt::format_to(out, ",\n \"makespan_error\": {}", jsonNumber(comparison.makespanError));
    if (!measured.orders.empty())
        text += ",\n \"orders\": " + matchesJson(measured.orders);
    fmt::format_to(out, ",\n \"residuals\": [");
    writeResiduals(out, comparison);
    fmt::format_to(out, "],\n \"deviations\": [");
    writeDeviations(out, comparison);
    fmt::format_to(out, "],\n \"largest\": [");
    for (std::size_t i = 0; i < comparison.largest.size(); ++i)
        fmt::format_to(out, "{}{}", i > 0 ? ", " : "", comparison.largest[i]);
    fmt::format_to(out, "],\n \"warnings\": [");
    for (std::size_t i = 0; i < comparison.warnings.size(); ++i)
        fmt::format_to(out, "{}{}", i > 0 ? ",\n  " : "\n  ", jsonString(comparison.warnings[i]));
    fmt::format_to(out, "]");
}

} // namespace

std::string comparisonJson(std::span<const ComparisonRow> rows, const MeasuredRow* measured)
{
    std::string text = "{\"rows\": [";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += (i > 0 ? ",\n " : "\n ") + metricsJson(*rows[i].timeline, rows[i].metrics);
    text += "]";
    if (measured != nullptr)
        writeMeasured(text, *measured);
    return text + "}\n";
}

} // namespace bubblescope
