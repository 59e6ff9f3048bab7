// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace_text.h"

#include "core/base/quantity.h"
#include "core/fit/stream_totals.h"
#include "core/time/step_phases.h"
#include "core/trace/process_mesh.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kMostDifferences = 8;

std::string traceTextRow(std::string_view name, const std::string& value)
{
    return fmt::format("{:<18}{}\n", name, value);
}

std::string traceTime(Time time)
{
    return timeInUnits(time, "us");
}

Time makespanOf(const MeasuredRun& run)
{
    return measuredTimeline(run).makespan;
}

std::string rankText(const MeasuredRun& run)
{
    std::vector<std::uint32_t> numbers;
    for (const MeasuredRank& rank : run.ranks)
        if (!rank.actions.empty())
            numbers.push_back(rank.rank);
    return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string familyText(const MeasuredRun& run)
{
    std::string text;
    for (const auto& [family, count] : run.families)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", nameFamilyText(family), count);
    return text;
}

/// What inferred actions rest on, over all steps.
std::string inferredText(const InferredBasis& basis)
{
    std::string rest;
    if (basis.messages > 0 || basis.schedule.empty())
        rest = fmt::format("{} messages", basis.messages);
    if (!basis.schedule.empty())
        rest += (rest.empty() ? "" : ", ") + ("the order of kinds of " + basis.schedule);
    return fmt::format("{} forwards, {} backwards, {}", basis.forwards, basis.backwards, rest);
}

/// As many complete steps as fit a line; one that is shown may be none.
std::string differencesText(const ScheduleMatch& match)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(kMostDifferences, match.differences.size()); ++i)
        text += traceTextRow("", match.differences[i].text());
    if (match.differences.size() > kMostDifferences)
        text +=
            traceTextRow("", fmt::format("… and {} more ranks", match.differences.size() - kMostDifferences));
    return text;
}

/// What a profile without pipeline records has.
std::string streamsText(const MeasuredRun& run)
{
    std::string text;
    for (const StreamTotals& one : streamTotalsOf(run)) {
        const PhaseTimes& t = one.times;
        text += "\n" + traceTextRow("streams of", one.file);
        text += traceTextRow("GPU busy", traceTime(t.busy));
        text += traceTextRow("compute", traceTime(t.compute));
        const std::string hidden =
            t.communication > 0
                ? fmt::format(", of it hidden {} ({:.0f} %), exposed {}", traceTime(t.hidden),
                              100 * t.hidden / t.communication, traceTime(t.communication - t.hidden))
                : std::string();
        text += traceTextRow("communication", traceTime(t.communication) + hidden);
        if (one.hasPhases)
            text += traceTextRow("F : B : W", fmt::format("{} : {} : {}", traceTime(t.forward),
                                                          traceTime(t.backward), traceTime(t.weight)));
        text += fmt::format("\n{:<40} {:>14} {:>8}\n", "stream", "busy", "spans");
        for (const LaneTotal& lane : one.lanes)
            text += fmt::format("{:<40} {:>14} {:>8}\n", lane.name, traceTime(lane.busy), lane.count);
    }
    return text;
}

} // namespace

std::string matchName(const ScheduleMatch& match)
{
    std::string text = match.name;
    if (match.request)
        for (const auto& [key, value] : match.request->options)
            text += fmt::format(" {}={}", key, value);
    return text;
}

std::string orderTexts(const std::vector<ScheduleMatch>& orders)
{
    std::string text;
    for (const ScheduleMatch& order : orders) {
        text += fmt::format(
            "order of {} {}\n", order.name,
            order.isExact ? "is the one in the trace"
                          : fmt::format("differs from the trace: {:.1f} % in order", 100 * order.score));
        if (order.mergesBackward)
            text += traceTextRow("", "halves of a backward counted as one B");
        text += differencesText(order);
    }
    return text;
}

std::string scheduleText(const Identification& identification, const PipelineSize& pipeline)
{
    const std::string absent = noTraceText(pipeline.absent);
    if (identification.matches.empty())
        return traceTextRow("schedule", "unknown: no generator has these numbers");
    const ScheduleMatch& best = identification.matches.front();
    const std::string name = matchName(best);
    if (best.isPart)
        return traceTextRow("schedule", fmt::format("{}, up to where the step ends ({} of {} actions)", name,
                                                    best.inTrace, best.inOrder));
    if (!best.isExact)
        return traceTextRow("schedule", fmt::format("none exactly; nearest {}, {:.1f} % in order{}", name,
                                                    100 * best.score,
                                                    absent.empty() ? "" : fmt::format(" ({})", absent))) +
               differencesText(best);
    const std::string part =
        absent.empty() ? ""
                       : fmt::format(", exact on {} of {} ranks ({})",
                                     pipeline.ranks - pipeline.absent.size(), pipeline.ranks, absent);
    std::string text =
        traceTextRow("schedule", name + part + (best.mergesBackward ? " (its I and W as one B)" : ""));
    if (const std::vector<std::string> also = identification.alsoExact(); !also.empty())
        text += traceTextRow("", fmt::format("the same order{}: {}",
                                             absent.empty() ? "" : " on the ranks that have a trace",
                                             fmt::join(also, ", ")));
    return text;
}

namespace {

/// "head 930 µs, reduce_gradients up to 1200 µs a stage": ranks have theirs beside each other.
std::string stepText(const StepCosts& step)
{
    std::vector<std::string> parts;
    const auto add = [&](StepPhase phase, Time time) {
        parts.push_back(fmt::format("{} {}", stepPhaseId(phase), traceTime(time)));
    };
    const auto addStages = [&](StepPhase phase, const std::optional<StageValues>& times) {
        if (!times || times->values.empty())
            return;
        const auto [least, most] = std::minmax_element(times->values.begin(), times->values.end());
        parts.push_back(fmt::format("{} {}{} a stage", stepPhaseId(phase), *least < *most ? "up to " : "",
                                    traceTime(*most)));
    };
    if (step.head)
        add(StepPhase::Head, step.head->highest());
    addStages(StepPhase::ReduceGradients, step.reduceGradients);
    if (step.tiedEmbedding > 0)
        add(StepPhase::TiedEmbedding, step.tiedEmbedding);
    addStages(StepPhase::Clip, step.clip);
    addStages(StepPhase::Optimizer, step.optimizer);
    addStages(StepPhase::GatherParameters, step.gatherParameters);
    if (step.finish)
        add(StepPhase::Finish, step.finish->highest());
    std::string text = parts.empty()
                           ? std::string()
                           : traceTextRow("head and tail", fmt::format("{}", fmt::join(parts, ", ")));
    for (const auto& [replica, factor] : step.replicaFactor)
        text += traceTextRow("", fmt::format("replica {} takes {:g} times as long", replica, factor));
    return text;
}

} // namespace

std::string fitText(const FittedCosts& fitted)
{
    std::string text = fmt::format("\n{:>5} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12} {:>6}  {}\n", "kind",
                                   "stage", "median busy", "span", "mad", "min", "max", "n", "");
    for (const DurationStatistics& one : fitted.durations) {
        std::string note = one.isAssumed ? "assumed" : one.isEstimated ? "only in overlapped blocks" : "";
        if (one.droppedFirst)
            note = "microbatch 0 left out";
        if (!one.isEstimated && one.outliers.size() > (one.droppedFirst ? 1U : 0U))
            note += fmt::format("{}outliers: {}", note.empty() ? "" : ", ", fmt::join(one.outliers, ", "));
        text +=
            fmt::format("{:>5} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12} {:>6}  {}\n", kindText(one.kind),
                        one.stage.value, traceTime(one.median), traceTime(one.span), traceTime(one.deviation),
                        traceTime(one.least), traceTime(one.most), one.count, note);
    }
    text += "\n";
    text += traceTextRow("hop latency", fitted.hopLatency
                                            ? fmt::format("{} over {} waiting pairs",
                                                          traceTime(*fitted.hopLatency), fitted.hopPairs)
                                            : "not known");
    text += traceTextRow("host overhead", fitted.hostOverhead
                                              ? fmt::format("{} per action", traceTime(*fitted.hostOverhead))
                                              : "not known");
    if (const Communicators& own = fitted.costs.communicators; own.policy != CommunicatorPolicy::None) {
        text +=
            traceTextRow("communicators", fmt::format("{}: a send takes {}, a receive {} from its sender's "
                                                      "start and {} where that was early",
                                                      policyName(own.policy), traceTime(own.sent),
                                                      traceTime(own.arrival), traceTime(own.receive)));
        text += traceTextRow("", fmt::format("the host takes {} for a transfer; {} between "
                                             "kernels, {} between transfers",
                                             traceTime(own.transferHost), traceTime(own.kernelGap),
                                             traceTime(own.transferGap)));
    }
    text += stepText(fitted.costs.step);
    for (const Straggler& straggler : fitted.stragglers)
        text += traceTextRow("straggler", stragglerText(straggler));
    return text;
}

std::string defaultsText(const FittedCosts& fitted)
{
    std::string text;
    for (const FittedDefault& one : fitted.defaults)
        text += traceTextRow(text.empty() ? "defaults" : "", fmt::format("{}: {}", one.key, one.why));
    if (fitted.costs.communicators.policy != CommunicatorPolicy::None)
        text += traceTextRow("profiler", profilerNote(fitted.costs.communicators.hostFactor));
    return text;
}

std::string policyText(const std::vector<PolicyError>& errors)
{
    std::vector<std::string> texts;
    const auto best =
        std::min_element(errors.begin(), errors.end(), [](const PolicyError& a, const PolicyError& b) {
            return std::abs(a.error) < std::abs(b.error);
        });
    for (auto one = errors.begin(); one != errors.end(); ++one)
        texts.push_back(fmt::format("{} {:+.1f} %{}", policyName(one->policy), 100 * one->error,
                                    one == best ? " (fits best)" : ""));
    return texts.empty()
               ? std::string()
               : traceTextRow("policies",
                              fmt::format("the run's actions, without head and tail, under each: {}",
                                          fmt::join(texts, ", ")));
}

namespace {

std::string globalRanksText(const MeasuredRun& run)
{
    std::vector<std::string> ranks;
    for (const MeasuredRank& rank : run.ranks)
        ranks.push_back(rank.globalRank ? fmt::format("{}", *rank.globalRank) : "-");
    return fmt::format("{}", fmt::join(ranks, ", "));
}

/// Each pipeline with its time beside that of the shown one; of many the slowest.
std::string replicasText(const MeasuredRun& run)
{
    constexpr std::size_t kMostReplicas = 8;
    if (run.replicas.empty())
        return {};
    std::vector<std::pair<Time, const MeasuredRun*>> all;
    for (const MeasuredRun& replica : run.replicas)
        all.emplace_back(makespanOf(replica), &replica);
    const Time shown = makespanOf(run);
    const std::size_t most = all.size();
    if (all.size() > kMostReplicas) {
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        all.resize(kMostReplicas);
    }
    std::string text = traceTextRow("replicas", fmt::format("{}: global ranks {}, {} (shown)", run.replica,
                                                            globalRanksText(run), traceTime(shown)));
    for (const auto& [makespan, one] : all)
        text += traceTextRow(
            "",
            fmt::format("{}: global ranks {}, {}{}", one->replica, globalRanksText(*one), traceTime(makespan),
                        shown > 0 ? fmt::format(" ({:+.1f} %)", 100 * (makespan / shown - 1)) : ""));
    if (most > all.size())
        text += traceTextRow("", fmt::format("{} more are not slower", most - all.size()));
    return text;
}

std::string clocksText(const MeasuredRun& run)
{
    std::string text;
    for (const FileClock& clock : run.clocks)
        if (clock.offset != 0 || clock.basis == ClockBasis::None)
            text += traceTextRow(
                text.empty() ? "clocks" : "",
                clock.basis == ClockBasis::None
                    ? fmt::format("global rank {}: nothing ties it to the others", clock.rank)
                    : fmt::format("global rank {}: {} \u00b1 {} ({})", clock.rank, traceTime(clock.offset),
                                  traceTime(clock.uncertainty), clockBasisName(clock.basis)));
    return text;
}

} // namespace

std::string traceText(const TraceFindings& findings)
{
    const MeasuredRun& run = findings.run;
    const std::string mesh = run.mesh.empty() ? std::string() : traceTextRow("mesh", meshText(run.mesh));
    if (run.empty())
        return traceTextRow("schedule", "unknown: no pipeline records") + mesh + streamsText(run);
    const PipelineSize pipeline = pipelineOf(run, findings.identification);
    std::string text = scheduleText(findings.identification, pipeline);
    text += orderTexts(findings.orders);
    text += traceTextRow("ranks", rankText(run));
    text += mesh;
    text += replicasText(run);
    text += clocksText(run);
    text += traceTextRow("stages", fmt::format("{}", run.stageCount));
    text += traceTextRow("microbatches", fmt::format("{}", run.microbatchCount));
    text += traceTextRow("step", fmt::format("{} ({})", run.step, stepsText(run)));
    text +=
        traceTextRow("makespan", traceTime(makespanOf(run)) +
                                     (pipeline.absent.empty() ? "" : " over the ranks that have a trace"));
    text += traceTextRow("names", familyText(run));
    if (run.inferred)
        text += traceTextRow("resting on", inferredText(*run.inferred));
    return text + fitText(findings.fitted);
}

std::string measuredActionTable(const MeasuredRun& run)
{
    std::string text = fmt::format("\n{:>5} {:>16} {:>14} {:>14} {:>12} {:>12}\n", "rank", "action", "start",
                                   "end", "busy", "wait");
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& one : rank.actions)
            if (isCompute(one.action.kind()))
                text += fmt::format("{:>5} {:>16} {:>14} {:>14} {:>12} {:>12}\n", rank.rank,
                                    actionText(one.action.id()), traceTime(one.start), traceTime(one.end),
                                    traceTime(one.work()), traceTime(one.wait));
    return text;
}

} // namespace bubblescope::cli
