// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare_text.h"

#include "app/cli/text_wrap.h"
#include "core/base/quantity.h"
#include "core/fit/fit_costs.h"
#include "core/fit/waterfall.h"
#include "core/generate/title.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kShownDeviations = 10;

std::string us(Time time)
{
    constexpr Time kNoise = 1e-6; // what rounding leaves of sums of microseconds
    return timeInUnits(std::abs(time) < kNoise ? 0 : time, "us");
}

/// "+1.25 %"; empty for nothing.
std::string percent(const std::optional<double>& ratio)
{
    return ratio ? fmt::format("{:+.2f} %", 100 * *ratio) : std::string();
}

std::string nameOf(const ComparisonRow& row)
{
    const std::string name = row.label.empty() ? scheduleTitle(*row.timeline->schedule) : row.label;
    return row.whatIf.empty() ? name : fmt::format("{}, what if {}", name, row.whatIf);
}

/// Of the first column: the longest name that is no sentence.
std::size_t nameWidth(std::span<const ComparisonRow> rows)
{
    constexpr std::size_t kLeast = 50, kMost = 100;
    std::size_t width = kLeast;
    for (const ComparisonRow& row : rows)
        width = std::max(width, columnsOf(nameOf(row)));
    return std::min(width, kMost);
}

/// "0, 1, 3", at most 16 numbers.
std::string tracedRanksText(const PipelineSize& pipeline)
{
    constexpr std::size_t most = 16;
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < pipeline.ranks && ranks.size() <= most; ++rank)
        if (!std::binary_search(pipeline.absent.begin(), pipeline.absent.end(), rank))
            ranks.push_back(rank);
    const bool isCut = ranks.size() > most;
    if (isCut)
        ranks.pop_back();
    return fmt::format("{}{}", fmt::join(ranks, ", "), isCut ? ", …" : "");
}

std::string measuredPart(const PipelineSize& pipeline)
{
    return fmt::format("measured, {} of {} ranks", pipeline.ranks - pipeline.absent.size(), pipeline.ranks);
}

/// Where ranks have no trace: makespans of those that have, the only ones that are alike.
std::string tracedTable(std::span<const ComparisonRow> rows, const MeasuredRow& measured)
{
    if (measured.pipeline.absent.empty())
        return {};
    const auto line = [width = nameWidth(rows)](const std::string& name, Time makespan,
                                                const std::string& against) {
        return fmt::format("{:<{}} {:>20} {:>10}\n", name, width, us(makespan), against);
    };
    std::string text = fmt::format("\nof the ranks with traces: {}\n", tracedRanksText(measured.pipeline));
    text += line("measured", measured.metrics.makespan, "");
    for (const ComparisonRow& row : rows)
        if (const std::optional<double> error = makespanError(row, measured))
            text +=
                line(nameOf(row), makespanWithout(*row.timeline, measured.pipeline.absent), percent(error));
    return text;
}

std::string rangeText(const PredictionRange& range)
{
    return fmt::format("nine of ten steps from {} to {}", us(range.low), us(range.high));
}

/// How sure the predictions are: their spread, and how far the model is from the run with all lengths as
/// recorded.
std::string certaintyText(std::span<const ComparisonRow> rows, const MeasuredRow& measured)
{
    std::string text;
    if (measured.isOwn && measured.makespanError && measured.range && measured.noAttribution.empty())
        text +=
            fmt::format("\nprediction{}: {} from measured", measured.isUnprofiled ? " with the profiler" : "",
                        percent(measured.makespanError));
    if (measured.replay)
        text += fmt::format("{}replayed with its own lengths: {} from measured, {:.1f} % of the step being "
                            "gaps within actions that the model does not explain",
                            text.empty() ? "\n" : "; ", percent(measured.replay->error),
                            100 * measured.replay->ownWaits);
    if (measured.range && !measured.pipeline.absent.empty())
        text += fmt::format("\n{}, of the ranks with traces: {}", nameOf(rows.front()),
                            rangeText(*measured.range));
    for (const ComparisonRow& row : rows)
        if (row.range)
            text += fmt::format("\n{}: {}", nameOf(row), rangeText(*row.range));
    if (measured.range)
        text +=
            fmt::format("\nranges are drawn from {} step{} and what predictions are usually wrong by{}; not "
                        "in them: {}",
                        measured.range->steps, measured.range->steps == 1 ? "" : "s",
                        measured.isUnprofiled ? ", with and without the profiler" : "",
                        fmt::join(whatRangesLack(*measured.range), "; "));
    if (measured.isUnprofiled)
        text +=
            fmt::format("\nthe schedules above are without what the profiler adds on the host, whose times "
                        "are multiplied by {:g}; --profiled keeps them",
                        kUnprofiledHost);
    return text.empty() ? text : text + "\n";
}

/// What each what-if gains: against the prediction without it, the run's own error left out.
std::string gainsText(std::span<const ComparisonRow> rows)
{
    std::string text;
    for (const ComparisonRow& row : rows)
        if (row.unchanged && *row.unchanged > 0)
            text += fmt::format("{}{}: {} against the unchanged prediction\n", text.empty() ? "\n" : "",
                                nameOf(row), percent(row.metrics.makespan / *row.unchanged - 1));
    return text;
}

/// A profile's gaps hold the host's time, a prediction's actions do: rates that can be compared with each
/// other.
std::string hostText(std::span<const ComparisonRow> rows)
{
    std::string text;
    for (const ComparisonRow& row : rows)
        if (const std::optional<double>& rate = row.metrics.bubbleRateHostIdle)
            text +=
                fmt::format("{}{}: bubble_rate {:.4f} with the host's part of its actions as idle time, as "
                            "measured gaps have it\n",
                            text.empty() ? "\n" : "", nameOf(row), *rate);
    return text;
}

std::string metricsRow(const std::string& name, std::size_t width, const Metrics& metrics,
                       const std::string& unit, const std::string& against, const std::string& remark = {})
{
    return fmt::format("{:<{}} {:>20} {:>10} {:>12.4f} {:>14.4f} {:>17} {:>13}{}{}\n", name, width,
                       timeInUnits(metrics.makespan, unit), against, metrics.bubbleRate, metrics.idleFraction,
                       numberText(metrics.peakActivations), numberText(metrics.peakActivationsPerRank),
                       remark.empty() ? "" : "  ", remark);
}

/// "fastest" of the first that is; nothing where all are alike, or timed in different units.
std::string remarkOf(std::span<const ComparisonRow> rows, std::size_t row)
{
    const auto isFaster = [](const ComparisonRow& a, const ComparisonRow& b) {
        return a.metrics.makespan < b.metrics.makespan;
    };
    const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), isFaster);
    const bool isOneUnit = std::all_of(rows.begin(), rows.end(), [&](const ComparisonRow& other) {
        return other.timeline->unit == rows.front().timeline->unit;
    });
    const bool isBest = isFaster(*least, *most) && least - rows.begin() == static_cast<std::ptrdiff_t>(row);
    return isOneUnit && isBest ? "fastest" : "";
}

std::string noAttributionText(const std::string& why)
{
    return fmt::format("\ncannot say action by action where the time went: {}\n", why);
}

} // namespace

std::string comparisonTable(std::span<const ComparisonRow> rows, const MeasuredRow* measured)
{
    const std::size_t width = nameWidth(rows);
    std::string text = fmt::format("{:<{}} {:>20} {:>10} {:>12} {:>14} {:>17} {:>13}\n", "schedule", width,
                                   "makespan", measured != nullptr ? "measured" : "first", "bubble_rate",
                                   "idle_fraction", "peak_activations", "peak_per_rank");
    Time base = 0;
    if (measured != nullptr) {
        const bool isWhole = measured->pipeline.absent.empty();
        text += metricsRow(isWhole ? std::string("measured") : measuredPart(measured->pipeline), width,
                           measured->metrics, "us", "");
        base = isWhole ? measured->metrics.makespan : 0;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ComparisonRow& row = rows[i];
        text += metricsRow(nameOf(row), width, row.metrics, row.timeline->unit,
                           base > 0 ? percent(row.metrics.makespan / base - 1) : "",
                           measured == nullptr ? remarkOf(rows, i) : "");
        if (base == 0 && measured == nullptr)
            base = row.metrics.makespan;
    }
    return measured != nullptr ? text + tracedTable(rows, *measured) + certaintyText(rows, *measured) +
                                     gainsText(rows) + hostText(rows)
                               : text;
}

std::string attributionText(const MeasuredRow& measured)
{
    if (!measured.noAttribution.empty())
        return noAttributionText(measured.noAttribution);
    const Comparison& comparison = measured.comparison;
    std::string text;
    if (comparison.measuredBegin != 0)
        text = fmt::format("\nthe measured times below start at {}, where the first of these ranks starts "
                           "in the prediction\n",
                           us(comparison.measuredBegin));
    if (const std::optional<Waterfall> waterfall = waterfallOf(comparison)) {
        text += fmt::format("\nwhere the time went, of rank {}, which ended last: predicted {}",
                            waterfall->rank.value, us(waterfall->predicted));
        for (std::size_t c = 0; c < waterfall->extra.size(); ++c)
            text += fmt::format(", {} {}{}", waterfallText(static_cast<DeviationCause>(c)),
                                waterfall->extra[c] > 0 ? "+" : "", us(waterfall->extra[c]));
        text += fmt::format(", measured {}\n", us(waterfall->measured));
    }
    text += fmt::format("\n{:>5} {:>14} {:>14} {:>12}", "rank", "measured_end", "predicted_end", "extra");
    for (std::size_t c = 0; c < RankDeviation{}.byCause.size(); ++c)
        text += fmt::format(" {:>12}", causeText(static_cast<DeviationCause>(c)));
    text += "\n";
    for (const RankDeviation& rank : comparison.perRank) {
        text += fmt::format("{:>5} {:>14} {:>14} {:>12}", rank.rank.value, us(rank.measuredEnd),
                            us(rank.predictedEnd), us(rank.measuredEnd - rank.predictedEnd));
        for (const Time time : rank.byCause)
            text += fmt::format(" {:>12}", us(time));
        text += "\n";
    }
    text += fmt::format("\n{:>5} {:>12} {:>14} {:>14} {:>14}  {}\n", "rank", "action", "start_delta",
                        "gap_delta", "duration_delta", "cause");
    for (std::size_t i = 0; i < std::min(kShownDeviations, comparison.largest.size()); ++i) {
        const Residual& one = comparison.residuals[comparison.largest[i]];
        text +=
            fmt::format("{:>5} {:>12} {:>14} {:>14} {:>14}  {}\n", one.rank.value, actionText(one.action),
                        us(one.startDelta), us(one.gapDelta), us(one.durationDelta), causeText(one.cause));
    }
    return text;
}

std::string changeTables(const RunChange& change)
{
    if (!change.notPaired.empty())
        return noAttributionText(change.notPaired.text());
    std::vector<std::size_t> parts;
    for (std::size_t part = 0; part < kRunPartCount; ++part)
        if (change.parts[part].actions > 0)
            parts.push_back(part);
    std::string text = "\nwhat each rank gained; below 0, B takes longer\n";
    text += fmt::format("{:>5} {:>12} {:>12} {:>12}", "rank", "end_in_A", "end_in_B", "gained");
    for (const std::size_t part : parts)
        text += fmt::format(" {:>17}", runPartId(static_cast<RunPart>(part)));
    text += "\n";
    for (const RankChange& rank : change.ranks) {
        text += fmt::format("{:>5} {:>12} {:>12} {:>12}", rank.rank.value, us(rank.endBefore),
                            us(rank.endAfter), us(rank.endBefore - rank.endAfter));
        for (const std::size_t part : parts)
            text += fmt::format(" {:>17}", us(rank.parts[part].gained()));
        text += "\n";
    }
    std::vector<ActionChange> actions = change.actions;
    std::stable_sort(actions.begin(), actions.end(), [](const ActionChange& a, const ActionChange& b) {
        return std::abs(a.gained()) > std::abs(b.gained());
    });
    actions.resize(std::min(kShownDeviations, actions.size()));
    text += fmt::format("\n{:>5} {:>12} {:>12} {:>12} {:>12} {:>12}  {}\n", "rank", "action", "gained",
                        "shorter", "gap_shorter", "earlier", "most_in");
    for (const ActionChange& one : actions)
        text += fmt::format("{:>5} {:>12} {:>12} {:>12} {:>12} {:>12}  {}\n", one.rank.value,
                            actionText(one.action), us(one.gained()), us(one.lengthBefore - one.lengthAfter),
                            us(one.gapBefore - one.gapAfter), us(one.startBefore - one.startAfter),
                            runPartId(one.most));
    return text;
}

} // namespace bubblescope::cli
