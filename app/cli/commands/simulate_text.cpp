// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/simulate_text.h"

#include "core/base/quantity.h"
#include "core/base/text_show.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

std::string row(std::string_view name, const std::string& value)
{
    return fmt::format("{:<28}{}\n", name, value);
}

/// The formula for one of the numbers, below its row.
std::string closedFormRow(const std::vector<ClosedForm>& forms, std::string_view id, const Measure& measure)
{
    for (const ClosedForm& form : forms)
        if (form.id == id)
            return row("  closed form",
                       fmt::format("{}  = {}", quantityText(form.value, measure), form.formula));
    return {};
}

/// Told where a formula of it is known: papers of overlapped schedules call it the bubble.
std::string largestIdleRows(const std::vector<ClosedForm>& forms, const std::string& unit)
{
    for (const ClosedForm& form : forms)
        if (form.id == "largest_idle")
            return row("largest_idle", timeInUnits(form.measured, unit) + " of a rank") +
                   closedFormRow(forms, "largest_idle", {Quantity::Duration, unit});
    return {};
}

std::string boundRows(const SimulationFindings& findings, const std::string& unit)
{
    std::string text;
    for (const Bound& bound : findings.bounds)
        text += row("bound " + bound.id, fmt::format("{}  {}", timeInUnits(bound.value, unit), bound.text));
    return text;
}

/// In a table or within a sentence, where nobody misses the word "steps".
std::string cellText(Time time, const std::string& unit)
{
    return quantityText(time, {Quantity::Duration, unit});
}

std::string actionAt(const Timeline& timeline, const ActionPosition& at)
{
    return actionText(timeline.schedule->at(at).id());
}

std::string sizeText(double size, const MemoryCurves& memory)
{
    return memorySizeText(size, memory.unit());
}

std::string memoryRows(const Timeline& timeline, const MemoryCurves& memory)
{
    const MemoryPeak& peak = memory.peak(memory.peakRank());
    std::string where = fmt::format("{} on rank {}", sizeText(peak.level, memory), memory.peakRank().value);
    if (peak.action)
        where += fmt::format(", from {} at {} on", actionAt(timeline, *peak.action),
                             cellText(peak.time, timeline.unit));
    std::string text = row("memory_peak", where);
    if (!memory.limits())
        return text;
    text += row("memory_limit",
                spanText(*memory.limits(), [&](double limit) { return sizeText(limit, memory); }));
    const std::optional<MemoryCrossing> crossing = memory.firstCrossing();
    if (!crossing)
        return text + row("  kept", "no rank exceeds it");
    std::size_t ranks = 0;
    for (std::uint32_t r = 0; r < memory.rankCount(); ++r)
        ranks += memory.crossing(RankId{r}).has_value() ? 1 : 0;
    text +=
        row("  EXCEEDED",
            fmt::format("by {} of {} ranks; first by rank {}: {} at {} takes it to {}", ranks,
                        memory.rankCount(), crossing->action.rank.value, actionAt(timeline, crossing->action),
                        cellText(crossing->time, timeline.unit), sizeText(crossing->level, memory)));
    return text;
}

/// "parameters 4 GB, gradients 8 GB", largest first.
std::string partsText(const MemorySizes& sizes, const MemoryCurves& memory)
{
    std::vector<std::size_t> parts;
    for (std::size_t i = 0; i < kDevicePartCount; ++i)
        if (sizeText(sizes[i], memory) != sizeText(0, memory))
            parts.push_back(i);
    std::stable_sort(parts.begin(), parts.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    std::string text;
    for (const std::size_t part : parts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                            memoryPartName(static_cast<MemoryPart>(part)), sizeText(sizes[part], memory));
    return text;
}

/// What the fullest rank holds, what is on the hosts, and whether all fit.
std::string partRows(const SimulationFindings& findings)
{
    if (findings.memory.byPart.empty())
        return {};
    const Timeline& timeline = *findings.timed.evaluation->timeline;
    const MemoryCurves& memory = *findings.timed.evaluation->memory;
    std::string text =
        row("  of that", partsText(findings.memory.byPart[memory.peakRank().value].atPeak, memory));
    const auto fullest = std::max_element(
        findings.memory.byPart.begin(), findings.memory.byPart.end(),
        [](const RankMemory& a, const RankMemory& b) { return a.host.level < b.host.level; });
    if (fullest->host.action)
        text += row("host_memory_peak",
                    fmt::format("{} of rank {}, from {} at {} on", sizeText(fullest->host.level, memory),
                                fullest->host.action->rank.value, actionAt(timeline, *fullest->host.action),
                                cellText(fullest->host.time, timeline.unit)));
    return text + (findings.memory.fit ? row("memory", findings.memory.fit->sentence.text()) : "");
}

std::string causeRows(const BubbleLedger& ledger, const std::string& unit)
{
    std::string text = row("idle", fmt::format("{} of all ranks", timeInUnits(ledger.total, unit)));
    for (std::size_t c = 0; c < kBubbleCauseCount; ++c)
        if (ledger.byCause[c] > 0)
            text += row(fmt::format("  {}", bubbleCauseId(static_cast<BubbleCause>(c))),
                        fmt::format("{}  {:.1f} %", timeInUnits(ledger.byCause[c], unit),
                                    100 * ledger.byCause[c] / ledger.total));
    return text;
}

/// Of a rank on the average; with head and tail, which are no idle time, from the idle time itself.
Time bubbleOf(const Metrics& metrics)
{
    if (!metrics.step)
        return metrics.makespan - metrics.idealTime;
    Time idle = 0;
    for (const RankMetrics& rank : metrics.perRank)
        idle += rank.idle;
    return idle / static_cast<double>(std::max<std::size_t>(1, metrics.perRank.size()));
}

} // namespace

std::string summaryText(const SimulationFindings& findings)
{
    const Evaluation& evaluation = *findings.timed.evaluation;
    const Metrics& metrics = evaluation.metrics;
    const std::string& unit = evaluation.timeline->unit;
    std::string text = findings.timed.title + "\n\n";
    if (!evaluation.costs.source.empty())
        text += row("costs", printable(evaluation.costs.source));
    text += row("makespan", timeInUnits(metrics.makespan, unit));
    text += closedFormRow(findings.closedForms, "makespan", {Quantity::Duration, unit});
    if (metrics.step)
        for (const auto& [name, time] : {std::pair{"  head", metrics.step->head},
                                         {"  actions", metrics.step->actions},
                                         {"  tail", metrics.step->tail}})
            text += row(name, timeInUnits(time, unit));
    text += row("ideal_time", timeInUnits(metrics.idealTime, unit));
    text += boundRows(findings, unit);
    text += row("bubble", timeInUnits(bubbleOf(metrics), unit));
    text += closedFormRow(findings.closedForms, "bubble", {Quantity::Duration, unit});
    text += largestIdleRows(findings.closedForms, unit);
    text += row("bubble_rate", fmt::format("{:.4f}", metrics.bubbleRate));
    text += row("bubble_rate_fb", fmt::format("{:.4f}", metrics.bubbleRateFb));
    text += row("idle_fraction", fmt::format("{:.4f}", metrics.idleFraction));
    text += row("longest_rank_span", timeInUnits(metrics.longestRankSpan, unit));
    text += row("critical_path",
                fmt::format("{} over {} actions", timeInUnits(findings.explanation.criticalPath.length, unit),
                            findings.explanation.criticalPath.actions.size()));
    text += row("peak_activations",
                fmt::format("{} on rank {}", numberText(metrics.peakActivations), metrics.peakRank));
    text += closedFormRow(findings.closedForms, "peak_activations", {});
    text += row("peak_activations_per_rank", numberText(metrics.peakActivationsPerRank));
    text += memoryRows(*evaluation.timeline, *evaluation.memory);
    text += partRows(findings);
    return text + causeRows(findings.explanation.ledger, unit);
}

std::string rankTable(const SimulationFindings& findings)
{
    const Metrics& metrics = findings.timed.evaluation->metrics;
    const MemoryCurves& memory = *findings.timed.evaluation->memory;
    const auto time = [&unit = findings.timed.evaluation->timeline->unit](Time value) {
        return cellText(value, unit);
    };
    std::string text = fmt::format("\n{:>5} {:>12} {:>12} {:>12} {:>12} {:>13} {:>12} {:>17} {:>12}\n",
                                   "rank", "busy", "idle", "idle_warmup", "idle_steady", "idle_cooldown",
                                   "rank_span", "peak_activations", "memory_peak");
    for (std::uint32_t r = 0; r < metrics.perRank.size(); ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        text += fmt::format("{:>5} {:>12} {:>12} {:>12} {:>12} {:>13} {:>12} {:>17} {:>12}{}\n", r,
                            time(rank.busy), time(rank.idle), time(rank.idleWarmup), time(rank.idleSteady),
                            time(rank.idleCooldown), time(rank.rankSpan), numberText(rank.peakActivations),
                            sizeText(memory.peak(RankId{r}).level, memory),
                            memory.crossing(RankId{r}) ? " > limit" : "");
    }
    return text;
}

std::string memoryTable(const SimulationFindings& findings)
{
    const std::vector<RankMemory>& ranks = findings.memory.byPart;
    const MemoryCurves& memory = *findings.timed.evaluation->memory;
    std::vector<std::size_t> parts;
    for (std::size_t i = 0; i < kDevicePartCount; ++i)
        if (std::any_of(ranks.begin(), ranks.end(),
                        [&](const RankMemory& rank) { return rank.atPeak[i] != 0; }))
            parts.push_back(i);
    std::string text = fmt::format("\n{:>5} {:>12}", "rank", "memory_peak");
    for (const std::size_t part : parts)
        text += fmt::format("  {}", memoryPartId(static_cast<MemoryPart>(part)));
    text += "  host_peak\n";
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        text += fmt::format("{:>5} {:>12}", r, sizeText(ranks[r].device.level, memory));
        for (const std::size_t part : parts)
            text += fmt::format("  {:>{}}", sizeText(ranks[r].atPeak[part], memory),
                                memoryPartId(static_cast<MemoryPart>(part)).size());
        text += fmt::format("  {:>9}\n", sizeText(ranks[r].host.level, memory));
    }
    return text;
}

namespace {

/// Under a row's why, where that is not all: "0B0 ← 1B0 ← 2B0: 4 compute, 2 transfer".
std::string chainLine(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    if (chain.size() < 3)
        return {};
    return fmt::format("{:44}{}: {}\n", "", chainText(timeline, chain),
                       chainPartsSentence(timeline, bubble, chain).text());
}

} // namespace

std::string bubbleTable(const Timeline& timeline, const BubbleLedger& ledger)
{
    constexpr std::size_t kRows = 40;
    std::vector<const Bubble*> longest;
    longest.reserve(ledger.bubbles.size());
    for (const Bubble& bubble : ledger.bubbles)
        longest.push_back(&bubble);
    const std::size_t shown = longest.size() <= kRows + 1 ? longest.size() : kRows;
    // Of the same length in the ledger's order.
    const auto isLonger = [](const Bubble* a, const Bubble* b) {
        return a->length > b->length || (a->length == b->length && a < b);
    };
    std::partial_sort(longest.begin(), longest.begin() + static_cast<std::ptrdiff_t>(shown), longest.end(),
                      isLonger);
    std::string text =
        fmt::format("\n{:>5} {:>12} {:>12} {:>10}  {}\n", "rank", "start", "length", "when", "why");
    for (std::size_t i = 0; i < shown; ++i) {
        const Bubble& bubble = *longest[i];
        text += fmt::format("{:>5} {:>12} {:>12} {:>10}  {}\n", bubble.rank.value,
                            cellText(bubble.start, timeline.unit), cellText(bubble.length, timeline.unit),
                            rankPhaseId(bubble.phase), bubbleReason(timeline, bubble).text());
        text += chainLine(timeline, bubble,
                          ledger.chains.of(static_cast<std::size_t>(longest[i] - ledger.bubbles.data())));
    }
    Time rest = 0;
    for (std::size_t i = shown; i < longest.size(); ++i)
        rest += longest[i]->length;
    if (shown < longest.size())
        text += fmt::format("{:>5} {:>12} {:>12}  {} more, none longer; all of them with --json\n", "", "",
                            cellText(rest, timeline.unit), longest.size() - shown);
    return text;
}

std::string actionTable(const Timeline& timeline, const Explanation& explanation)
{
    std::string text =
        fmt::format("\n{:>5} {:>16} {:>12} {:>12} {:>12}\n", "rank", "action", "start", "end", "slack");
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.schedule->rows[r].size(); ++i) {
            const Action& action = timeline.schedule->rows[r][i];
            const PhaseSpan* phase = phaseOf(timeline, {RankId{static_cast<std::uint32_t>(r)}, i});
            const LaneTimes& lane = timeline.lanes[r];
            if (!action.isBubble())
                text += fmt::format("{:>5} {:>16} {:>12} {:>12} {:>12}\n", r, actionText(action.id()),
                                    cellText(phase != nullptr ? phase->start : lane.start[i], timeline.unit),
                                    cellText(phase != nullptr ? phase->end : lane.end[i], timeline.unit),
                                    cellText(explanation.slack[r][i], timeline.unit));
        }
    return text;
}

} // namespace bubblescope::cli
