// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/activation_slots.h"
#include "core/analyze/metrics.h"
#include "core/analyze/number_json.h"

#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

// Written as text, not built as a JSON tree: the actions of a large order would take gigabytes there.
using Out = std::back_insert_iterator<std::string>;

void writeAction(Out out, const Timeline& timeline, const ActionPosition& at)
{
    fmt::format_to(out, R"({{"rank": {}, "action": "{}", "start": {}, "end": {}}})", at.rank.value,
                   actionText(timeline.schedule->at(at).id()),
                   jsonNumber(timeline.startOf(at), timeline.makespan),
                   jsonNumber(timeline.endOf(at), timeline.makespan));
}

void writeRanks(Out out, const Metrics& metrics)
{
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        fmt::format_to(out,
                       R"({}{{"rank": {}, "busy": {}, "idle": {}, "idle_warmup": {}, "idle_steady": {}, )"
                       R"("idle_cooldown": {}, "rank_span": {}, "peak_activations": {}}})",
                       r > 0 ? ",\n  " : "\n  ", r, jsonNumber(rank.busy, metrics.makespan),
                       jsonNumber(rank.idle, metrics.makespan), jsonNumber(rank.idleWarmup, metrics.makespan),
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

void writeAllActions(Out out, const Timeline& timeline)
{
    bool first = true;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i) {
            const ActionPosition at{RankId{r}, i};
            if (timeline.schedule->at(at).isBubble())
                continue;
            fmt::format_to(out, "{}", first ? "\n  " : ",\n  ");
            writeAction(out, timeline, at);
            first = false;
        }
}

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
                   R"("peak_rank": {},)",
                   jsonNumber(metrics.makespan, metrics.makespan),
                   jsonNumber(metrics.idealTime, metrics.makespan), jsonNumber(metrics.bubbleRate),
                   jsonNumber(metrics.idleFraction), jsonNumber(metrics.longestRankSpan, metrics.makespan),
                   jsonNumber(metrics.bubbleRateFb), jsonNumber(metrics.peakActivations),
                   jsonNumber(metrics.peakActivationsPerRank), metrics.peakRank);
}

} // namespace

std::string simulationJson(const SimulationReport& report, bool withActions)
{
    std::string text = "{";
    const Out out = std::back_inserter(text);
    writeScalars(out, report.timeline, report.metrics);
    if (report.closedForm)
        fmt::format_to(out,
                       "\n "
                       R"("closed_form": {{"formula": {}, "makespan": {}}},)",
                       jsonString(report.closedForm->formula),
                       jsonNumber(report.closedForm->value, report.metrics.makespan));
    text += "\n \"per_rank\": [";
    writeRanks(out, report.metrics);
    fmt::format_to(out,
                   "],\n "
                   R"("critical_path": {{"length": {}, "actions": [)",
                   jsonNumber(report.criticalPath.length, report.metrics.makespan));
    for (std::size_t i = 0; i < report.criticalPath.actions.size(); ++i) {
        text += i > 0 ? ",\n  " : "\n  ";
        writeAction(out, report.timeline, report.criticalPath.actions[i]);
    }
    text += "]}";
    writeActivationSlots(out, *report.timeline.schedule);
    if (withActions) {
        text += ",\n \"actions\": [";
        writeAllActions(out, report.timeline);
        text += "]";
    }
    return text + "}\n";
}

} // namespace bubblescope
