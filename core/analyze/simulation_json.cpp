// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/analyze/number_json.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

// Written as text, not built as a JSON tree: the actions of a large order would take gigabytes there.

/// An object that is left open for more.
std::string openAction(const Timeline& timeline, const ActionPosition& at)
{
    const ActionExtent extent = extentOf(timeline, at);
    return fmt::format(R"({{"rank": {}, "action": "{}", "start": {}, "end": {})", at.rank.value,
                       actionText(timeline.schedule->at(at).id()),
                       jsonNumber(extent.begin, timeline.makespan),
                       jsonNumber(extent.end, timeline.makespan));
}

std::string phasesOf(const RankMetrics& rank, const Metrics& metrics)
{
    return fmt::format(R"(, "head": {}, "tail": {})", jsonNumber(rank.head, metrics.makespan),
                       jsonNumber(rank.tail, metrics.makespan));
}

std::string exchangesOf(const RankMetrics& rank, const Metrics& metrics)
{
    return fmt::format(R"(, "exchange": {}, "exchange_exposed": {})",
                       jsonNumber(rank.exchange, metrics.makespan),
                       jsonNumber(rank.exchangeExposed, metrics.makespan));
}

/// What ranks do before their first and after their last action.
void writePhases(std::string& text, const Timeline& timeline)
{
    text += ",\n \"phases\": [";
    const char* before = "\n  ";
    for (std::size_t r = 0; r < timeline.phases.size(); ++r)
        for (const PhaseSpan& span : timeline.phases[r]) {
            text += fmt::format(R"({}{{"rank": {}, "phase": "{}", "start": {}, "end": {}}})", before, r,
                                stepPhaseId(span.phase), jsonNumber(span.start, timeline.makespan),
                                jsonNumber(span.end, timeline.makespan));
            before = ",\n  ";
        }
    text += "]";
}

/// `isExact`: idle time to the last bit, beside bubbles whose lengths add up to it.
void writeRanks(std::string& text, const Metrics& metrics, bool isExact)
{
    std::size_t number = 0;
    writeLines(text, metrics.perRank, [&](const RankMetrics& rank) {
        return fmt::format(
            R"({{"rank": {}, "busy": {}, "idle": {}, "idle_warmup": {}, "idle_steady": {}, )"
            R"("idle_cooldown": {}, "rank_span": {}, "peak_activations": {}}})",
            number++, jsonNumber(rank.busy, metrics.makespan),
            isExact ? exactJsonNumber(rank.idle) : jsonNumber(rank.idle, metrics.makespan),
            jsonNumber(rank.idleWarmup, metrics.makespan), jsonNumber(rank.idleSteady, metrics.makespan),
            jsonNumber(rank.idleCooldown, metrics.makespan), jsonNumber(rank.rankSpan, metrics.makespan),
            jsonNumber(rank.peakActivations) + (metrics.step ? phasesOf(rank, metrics) : "") +
                (rank.exchange > 0 ? exchangesOf(rank, metrics) : ""));
    });
}

std::string activationSlotsJson(const std::optional<ActivationSlots>& slots)
{
    return slots ? fmt::format(R"({{"stage_microbatch": [{}], "microbatch": [{}]}})",
                               fmt::join(slots->stageMicrobatch, ", "), fmt::join(slots->microbatch, ", "))
                 : "null";
}

void writeAllActions(std::string& text, const Timeline& timeline, const Explanation* explanation)
{
    const char* before = "\n  ";
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i) {
            const ActionPosition at{RankId{r}, i};
            if (timeline.schedule->at(at).isBubble())
                continue;
            text += before + openAction(timeline, at);
            if (explanation)
                text += ", \"slack\": " + jsonNumber(explanation->slack[r][i], timeline.makespan);
            text += "}";
            before = ",\n  ";
        }
}

void writeClosedForms(std::string& text, const std::vector<ClosedForm>& forms, Time makespan)
{
    for (const ClosedForm& form : forms)
        if (form.id == "makespan")
            text += fmt::format("\n \"closed_form\": {{\"formula\": {}, \"makespan\": {}}},",
                                jsonString(form.formula), jsonNumber(form.value, makespan));
    if (forms.empty())
        return;
    text += "\n \"closed_forms\": [";
    writeLines(text, forms, [&](const ClosedForm& form) {
        const Time scale = form.id == "peak_activations" ? 1 : makespan;
        return fmt::format(R"({{"id": {}, "formula": {}, "value": {}, "measured": {}}})", jsonString(form.id),
                           jsonString(form.formula), jsonNumber(form.value, scale),
                           jsonNumber(form.measured, scale));
    });
    text += "],";
}

void writeBounds(std::string& text, const std::vector<Bound>& bounds, Time makespan)
{
    const char* before = "\n \"bounds\": {";
    for (const Bound& bound : bounds) {
        std::string key = bound.id; // "busiest-rank"
        std::replace(key.begin(), key.end(), '-', '_');
        text += before + jsonString(key) + ": " + jsonNumber(bound.value, makespan);
        before = ", ";
    }
    text += bounds.empty() ? "" : "},";
}

std::string actionJson(const Timeline& timeline, const std::optional<ActionPosition>& at)
{
    return at ? jsonString(actionText(timeline.schedule->at(*at).id())) : "null";
}

/// What a rank holds at its peak, by part, and what it has on the host.
std::string partsJson(const Timeline& timeline, const RankMemory& memory, double scale)
{
    std::string text = ", \"parts\": {";
    for (std::size_t i = 0; i < kDevicePartCount; ++i)
        text += fmt::format("{}\"{}\": {}", i > 0 ? ", " : "", memoryPartId(static_cast<MemoryPart>(i)),
                            jsonNumber(memory.atPeak[i], scale));
    return text + fmt::format(R"(}}, "host": {{"peak": {}, "peak_time": {}, "action": {}}})",
                              jsonNumber(memory.host.level, scale),
                              jsonNumber(memory.host.time, timeline.makespan),
                              actionJson(timeline, memory.host.action));
}

void writeMemory(std::string& text, const SimulationReport& report)
{
    const Timeline& timeline = report.timeline;
    const MemoryCurves& memory = *report.memory;
    const double scale = std::max(1.0, memory.highestPeak());
    text += fmt::format(",\n \"memory\": {{\"limit\": {}, \"peak\": {}, \"peak_rank\": {}, "
                        "\"first_crossing\": ",
                        jsonNumbers(memory.limits()), jsonNumber(memory.highestPeak(), scale),
                        memory.peakRank().value);
    const std::optional<MemoryCrossing> crossing = memory.firstCrossing();
    text += crossing ? fmt::format(R"({{"rank": {}, "action": {}, "time": {}, "level": {}}})",
                                   crossing->action.rank.value, actionJson(timeline, crossing->action),
                                   jsonNumber(crossing->time, timeline.makespan),
                                   jsonNumber(crossing->level, scale))
                     : "null";
    text += ", \"per_rank\": [";
    for (std::uint32_t r = 0; r < memory.rankCount(); ++r) {
        const MemoryPeak& peak = memory.peak(RankId{r});
        text += fmt::format(R"({}{{"rank": {}, "peak": {}, "peak_time": {}, "action": {})",
                            r > 0 ? ",\n  " : "\n  ", r, jsonNumber(peak.level, scale),
                            jsonNumber(peak.time, timeline.makespan), actionJson(timeline, peak.action));
        text +=
            (r < report.memoryParts.size() ? partsJson(timeline, report.memoryParts[r], scale) : "") + "}";
    }
    text += report.memoryFit.empty() ? "]}" : "],\n  \"fit\": " + report.memoryFit + "}";
}

/// What the path passes with, where that is known.
void writeParts(std::string& text, const Timeline& timeline, const CriticalPath& path)
{
    if (path.parts.empty())
        return;
    text += ",\n  \"parts\": [";
    writeLines(text, path.parts, [&](const PathPart& part) {
        const bool isPhase = part.kind == PathPart::Kind::Phase;
        return fmt::format(R"({{"kind": "{}", "rank": {}, "{}": "{}", "start": {}, "end": {}}})",
                           pathPartId(part.kind), part.action.rank.value, isPhase ? "phase" : "action",
                           isPhase ? std::string(stepPhaseId(part.phase))
                                   : actionText(timeline.schedule->at(part.action).id()),
                           jsonNumber(part.start, timeline.makespan),
                           jsonNumber(part.end, timeline.makespan));
    });
    text += "]";
}

/// Without a comma behind the last.
std::string scalars(const Timeline& timeline, const Metrics& metrics)
{
    const Schedule& schedule = *timeline.schedule;
    return fmt::format(
        R"("schedule": {}, "ranks": {}, "stages": {}, "microbatches": {}, "time_unit": {},)"
        "\n "
        R"("makespan": {}, "ideal_time": {}, "bubble_rate": {}, "idle_fraction": {}, )"
        R"("longest_rank_span": {},)"
        "\n "
        R"("bubble_rate_fb": {}, "peak_activations": {}, "peak_activations_per_rank": {}, )"
        R"("peak_rank": {}{})",
        jsonString(schedule.name), schedule.rankCount(), schedule.stageCount, schedule.microbatchCount,
        jsonString(timeline.unit), jsonNumber(metrics.makespan, metrics.makespan),
        jsonNumber(metrics.idealTime, metrics.makespan), jsonNumber(metrics.bubbleRate),
        jsonNumber(metrics.idleFraction), jsonNumber(metrics.longestRankSpan, metrics.makespan),
        jsonNumber(metrics.bubbleRateFb), jsonNumber(metrics.peakActivations),
        jsonNumber(metrics.peakActivationsPerRank), metrics.peakRank,
        metrics.step ? fmt::format(",\n "
                                   R"("head": {}, "actions_time": {}, "tail": {})",
                                   jsonNumber(metrics.step->head, metrics.makespan),
                                   jsonNumber(metrics.step->actions, metrics.makespan),
                                   jsonNumber(metrics.step->tail, metrics.makespan))
                     : std::string());
}

} // namespace

std::string metricsJson(const Timeline& timeline, const Metrics& metrics)
{
    return "{" + scalars(timeline, metrics) + "}";
}

std::string simulationJson(const SimulationReport& report, bool withActions)
{
    const Timeline& timeline = report.timeline;
    std::string text = "{" + scalars(timeline, report.metrics) + ",";
    writeClosedForms(text, report.closedForms, report.metrics.makespan);
    writeBounds(text, report.bounds, report.metrics.makespan);
    text += "\n \"per_rank\": [";
    writeRanks(text, report.metrics, report.withBubbles && report.explanation);
    text += fmt::format("],\n \"critical_path\": {{\"length\": {}, \"actions\": [",
                        jsonNumber(report.criticalPath.length, timeline.makespan));
    writeLines(text, report.criticalPath.actions,
               [&](const ActionPosition& at) { return openAction(timeline, at) + "}"; });
    text += "]";
    writeParts(text, timeline, report.criticalPath);
    text += "},\n \"activation_slots\": " + activationSlotsJson(report.activationSlots);
    if (report.memory)
        writeMemory(text, report);
    if (report.withBubbles && report.explanation)
        text += ",\n \"bubbles\": " + bubblesJson(timeline, report.explanation->ledger);
    if (!timeline.phases.empty())
        writePhases(text, timeline);
    if (withActions) {
        text += ",\n \"actions\": [";
        writeAllActions(text, timeline, report.explanation);
        text += "]";
    }
    return text + "}\n";
}

} // namespace bubblescope
