// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace_text.h"

#include "core/analyze/number_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kMostDifferences = 8;

std::string row(std::string_view name, const std::string& value)
{
    return fmt::format("{:<18}{}\n", name, value);
}

/// Tenths of a microsecond are enough to read.
std::string us(Time time)
{
    return numberText(std::round(time * 10) / 10);
}

Time makespanOf(const MeasuredRun& run)
{
    return measuredTimeline(run).makespan;
}

std::string rankText(const MeasuredRun& run)
{
    std::vector<std::uint32_t> numbers;
    for (const MeasuredRank& rank : run.ranks)
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

std::string optionsText(const ScheduleMatch& match)
{
    std::string text;
    if (match.request)
        for (const auto& [key, value] : match.request->options)
            text += fmt::format(" {}={}", key, value);
    return text;
}

} // namespace

std::string scheduleText(const Identification& identification)
{
    if (identification.matches.empty())
        return row("schedule", "not known: no generator has these numbers");
    const ScheduleMatch& best = identification.matches.front();
    const std::string name = best.name + optionsText(best);
    if (best.isExact)
        return row("schedule", name + (best.mergesBackward ? " (its I and W as one B)" : ""));
    std::string text =
        row("schedule", fmt::format("none exactly; nearest {}, {:.1f} % in order", name, 100 * best.score));
    for (std::size_t i = 0; i < std::min(kMostDifferences, best.differences.size()); ++i)
        text += row("", best.differences[i].text());
    return text;
}

std::string fitText(const FittedCosts& fitted)
{
    std::string text = fmt::format("\n{:>5} {:>6} {:>12} {:>12} {:>12} {:>12} {:>6}  {}\n", "kind", "stage",
                                   "median", "mad", "min", "max", "n", "");
    for (const DurationStatistics& one : fitted.durations) {
        std::string note = one.isEstimated ? "in overlapped blocks alone" : "";
        if (one.droppedFirst)
            note = "microbatch 0 left out";
        if (!one.isEstimated && one.outliers.size() > (one.droppedFirst ? 1U : 0U))
            note += fmt::format("{}outliers: {}", note.empty() ? "" : ", ", fmt::join(one.outliers, ", "));
        text += fmt::format("{:>5} {:>6} {:>12} {:>12} {:>12} {:>12} {:>6}  {}\n", kindText(one.kind),
                            one.stage.value, us(one.median), us(one.deviation), us(one.least), us(one.most),
                            one.count, note);
    }
    text += "\n";
    text += row("hop latency", fitted.hopLatency ? fmt::format("{} \u00b5s over {} waiting pairs",
                                                               us(*fitted.hopLatency), fitted.hopPairs)
                                                 : "not known");
    text += row("host overhead", fitted.hostOverhead
                                     ? fmt::format("{} \u00b5s an action", us(*fitted.hostOverhead))
                                     : "not known");
    for (const Straggler& straggler : fitted.stragglers)
        text += row("straggler", fmt::format("rank {} takes {:.2f} times as long as the others",
                                             straggler.rank.value, straggler.factor));
    return text;
}

std::string traceText(const TraceFindings& findings)
{
    const MeasuredRun& run = findings.run;
    if (run.empty())
        return row("schedule", "not known: no pipeline records");
    std::string text = scheduleText(findings.identification);
    text += row("ranks", rankText(run));
    text += row("stages", fmt::format("{}", run.stageCount));
    text += row("microbatches", fmt::format("{}", run.microbatchCount));
    text += row("step", fmt::format("{} ({})", run.step, stepsText(run)));
    text += row("makespan", us(makespanOf(run)) + " \u00b5s");
    text += row("names", familyText(run));
    return text + fitText(findings.fitted);
}

std::string measuredActionTable(const MeasuredRun& run)
{
    std::string text =
        fmt::format("\n{:>5} {:>16} {:>14} {:>14} {:>12}\n", "rank", "action", "start", "end", "wait");
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& one : rank.actions)
            if (isCompute(one.action.kind()))
                text += fmt::format("{:>5} {:>16} {:>14} {:>14} {:>12}\n", rank.rank,
                                    actionText(one.action.id()), us(one.start), us(one.end), us(one.wait));
    return text;
}

} // namespace bubblescope::cli
