// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/activation_slots.h"
#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/analyze/number_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

// Written as text, not built as a JSON tree: the actions of a large order would take gigabytes there.
using Out = std::back_insert_iterator<std::string>;

/// An object that is left open for more.
void openAction(Out out, const Timeline& timeline, const ActionPosition& at)
{
    fmt::format_to(out, R"({{"rank": {}, "action": "{}", "start": {}, "end": {})", at.rank.value,
                   actionText(timeline.schedule->at(at).id()),
                   jsonNumber(timeline.startOf(at), timeline.makespan),
                   jsonNumber(timeline.endOf(at), timeline.makespan));
}

/// `isExact`: idle time to the last bit, beside bubbles whose lengths add up to it.
void writeRanks(Out out, const Metrics& metrics, bool isExact)
{
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        fmt::format_to(out,
                       R"({}{{"rank": {}, "busy": {}, "idle": {}, "idle_warmup": {}, "idle_steady": {}, )"
                       R"("idle_cooldown": {}, "rank_span": {}, "peak_activations": {}}})",
                       r > 0 ? ",\n  " : "\n  ", r, jsonNumber(rank.busy, metrics.makespan),
                       isExact ? exactJsonNumber(rank.idle) : jsonNumber(rank.idle, metrics.makespan),
                       jsonNumber(rank.idleWarmup, metrics.makespan),
                       jsonNumber(rank.idleSteady, metrics.makespan),
                       jsonNumber(rank.idleCooldown, metrics.makespan),
                       jsonNumber(rank.rankSpan, metrics.makespan), jsonNumber(rank.peakActivations));
    }
}

void writeNumbers(Out out, const std::vector<std::uint32_t>& numbers)
{
    for (std::size_t i = 0; i < numbers.size(); ++i)
        fmt::format_to(out, "{}{}", i > 0 ? ", " : "", numbers[i]);
}

void writeActivationSlots(Out out, const Schedule& schedule)
{
    const std::optional<ActivationSlots> slots = activationSlots(schedule);
    if (!slots) {
        fmt::format_to(out, ",\n \"activation_slots\": null");
        return;
    }
    fmt::format_to(out, ",\n \"activation_slots\": {{\"stage_microbatch\": [");
    writeNumbers(out, slots->stageMicrobatch);
    fmt::format_to(out, "], \"microbatch\": [");
    writeNumbers(out, slots->microbatch);
    fmt::format_to(out, "]}}");
}

void writeAllActions(Out out, const Timeline& timeline, const Explanation* explanation)
{
    bool first = true;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i) {
            const ActionPosition at{RankId{r}, i};
            if (timeline.schedule->at(at).isBubble())
                continue;
            fmt::format_to(out, "{}", first ? "\n  " : ",\n  ");
            openAction(out, timeline, at);
            if (explanation)
                fmt::format_to(out, R"(, "slack": {})",
                               jsonNumber(explanation->slack[r][i], timeline.makespan));
            fmt::format_to(out, "}}");
            first = false;
        }
}

void writeCriticalPath(Out out, const Timeline& timeline, const CriticalPath& path)
{
    fmt::format_to(out,
                   ",\n "
                   R"("critical_path": {{"length": {}, "actions": [)",
                   jsonNumber(path.length, timeline.makespan));
    for (std::size_t i = 0; i < path.actions.size(); ++i) {
        fmt::format_to(out, "{}", i > 0 ? ",\n  " : "\n  ");
        openAction(out, timeline, path.actions[i]);
        fmt::format_to(out, "}}");
    }
    fmt::format_to(out, "]}}");
}

void writeClosedForms(Out out, const std::vector<ClosedForm>& forms, Time makespan)
{
    const auto scaleOf = [&](const ClosedForm& form) { return form.id == "peak_activations" ? 1 : makespan; };
    for (const ClosedForm& form : forms)
        if (form.id == "makespan")
            fmt::format_to(out,
                           "\n "
                           R"("closed_form": {{"formula": {}, "makespan": {}}},)",
                           jsonString(form.formula), jsonNumber(form.value, makespan));
    if (forms.empty())
        return;
    fmt::format_to(out, "\n \"closed_forms\": [");
    for (std::size_t i = 0; i < forms.size(); ++i)
        fmt::format_to(out, R"({}{{"id": {}, "formula": {}, "value": {}, "measured": {}}})",
                       i > 0 ? ",\n  " : "\n  ", jsonString(forms[i].id), jsonString(forms[i].formula),
                       jsonNumber(forms[i].value, scaleOf(forms[i])),
                       jsonNumber(forms[i].measured, scaleOf(forms[i])));
    fmt::format_to(out, "],");
}

/// "busiest-rank" as a key.
std::string keyOf(std::string id)
{
    std::replace(id.begin(), id.end(), '-', '_');
    return id;
}

void writeBounds(Out out, const std::vector<Bound>& bounds, Time makespan)
{
    if (bounds.empty())
        return;
    fmt::format_to(out, "\n \"bounds\": {{");
    for (std::size_t i = 0; i < bounds.size(); ++i)
        fmt::format_to(out, "{}{}: {}", i > 0 ? ", " : "", jsonString(keyOf(bounds[i].id)),
                       jsonNumber(bounds[i].value, makespan));
    fmt::format_to(out, "}},");
}

std::string actionJson(const Timeline& timeline, const std::optional<ActionPosition>& at)
{
    return at ? jsonString(actionText(timeline.schedule->at(*at).id())) : "null";
}

void writeMemory(Out out, const Timeline& timeline, const MemoryCurves& memory)
{
    const double scale = std::max(1.0, memory.highestPeak());
    fmt::format_to(out,
                   ",\n "
                   R"("memory": {{"limit": {}, "peak": {}, "peak_rank": {}, "first_crossing": )",
                   jsonNumbers(memory.limits()), jsonNumber(memory.highestPeak(), scale),
                   memory.peakRank().value);
    if (const std::optional<MemoryCrossing> crossing = memory.firstCrossing())
        fmt::format_to(out, R"({{"rank": {}, "action": {}, "time": {}, "level": {}}})",
                       crossing->action.rank.value, actionJson(timeline, crossing->action),
                       jsonNumber(crossing->time, timeline.makespan), jsonNumber(crossing->level, scale));
    else
        fmt::format_to(out, "null");
    fmt::format_to(out, ", \"per_rank\": [");
    for (std::uint32_t r = 0; r < memory.rankCount(); ++r) {
        const MemoryPeak& peak = memory.peak(RankId{r});
        fmt::format_to(out, R"({}{{"rank": {}, "peak": {}, "peak_time": {}, "action": {}}})",
                       r > 0 ? ",\n  " : "\n  ", r, jsonNumber(peak.level, scale),
                       jsonNumber(peak.time, timeline.makespan), actionJson(timeline, peak.action));
    }
    fmt::format_to(out, "]}}");
}

/// Without a comma behind the last.
void writeScalars(Out out, const Timeline& timeline, const Metrics& metrics)
{
    const Schedule& schedule = *timeline.schedule;
    fmt::format_to(out, R"("schedule": {}, "ranks": {}, "stages": {}, "microbatches": {}, "time_unit": {},)",
                   jsonString(schedule.name), schedule.rankCount(), schedule.stageCount,
                   schedule.microbatchCount, jsonString(timeline.unit));
    fmt::format_to(out,
                   "\n "
                   R"("makespan": {}, "ideal_time": {}, "bubble_rate": {}, "idle_fraction": {}, )"
                   R"("longest_rank_span": {},)"
                   "\n "
                   R"("bubble_rate_fb": {}, "peak_activations": {}, "peak_activations_per_rank": {}, )"
                   R"("peak_rank": {})",
                   jsonNumber(metrics.makespan, metrics.makespan),
                   jsonNumber(metrics.idealTime, metrics.makespan), jsonNumber(metrics.bubbleRate),
                   jsonNumber(metrics.idleFraction), jsonNumber(metrics.longestRankSpan, metrics.makespan),
                   jsonNumber(metrics.bubbleRateFb), jsonNumber(metrics.peakActivations),
                   jsonNumber(metrics.peakActivationsPerRank), metrics.peakRank);
}

} // namespace

std::string metricsJson(const Timeline& timeline, const Metrics& metrics)
{
    std::string text = "{";
    writeScalars(std::back_inserter(text), timeline, metrics);
    return text + "}";
}

std::string simulationJson(const SimulationReport& report, bool withActions)
{
    const Timeline& timeline = report.timeline;
    std::string text = "{";
    const Out out = std::back_inserter(text);
    writeScalars(out, timeline, report.metrics);
    text += ",";
    writeClosedForms(out, report.closedForms, report.metrics.makespan);
    writeBounds(out, report.bounds, report.metrics.makespan);
    text += "\n \"per_rank\": [";
    writeRanks(out, report.metrics, report.withBubbles && report.explanation);
    text += "]";
    writeCriticalPath(out, timeline, report.criticalPath);
    writeActivationSlots(out, *timeline.schedule);
    if (report.memory)
        writeMemory(out, timeline, *report.memory);
    if (report.withBubbles && report.explanation)
        text += ",\n \"bubbles\": " + bubblesJson(timeline, report.explanation->ledger);
    if (withActions) {
        text += ",\n \"actions\": [";
        writeAllActions(out, timeline, report.explanation);
        text += "]";
    }
    return text + "}\n";
}

} // namespace bubblescope
