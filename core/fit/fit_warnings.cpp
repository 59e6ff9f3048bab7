// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"
#include "core/base/text_list.h"
#include "core/fit/communicator_fit.h"
#include "core/fit/durations.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::fit {

namespace {

constexpr std::size_t kFitWarningsMostNamed = 8;

std::string stageNames(const std::vector<std::uint32_t>& stages)
{
    return countedList("stage", stages, kFitWarningsMostNamed);
}

void warnOfOverlap(const FittedCosts& fitted, std::vector<std::string>& warnings)
{
    std::map<std::pair<bool, ActionKind>, std::vector<std::uint32_t>> stages;
    for (const DurationStatistics& one : fitted.durations)
        if (one.isEstimated)
            stages[{one.isAssumed, one.kind}].push_back(one.stage.value);
    for (const auto& [key, list] : stages) {
        const auto& [isAssumed, kind] = key;
        warnings.push_back(fmt::format(
            "{} of {} {}", kindText(kind), stageNames(list),
            isAssumed
                ? "is not recorded by itself: its time is assumed"
                : "runs only in overlapped blocks: its time is not measured but derived from the rest"));
    }
}

void warnOfBorrowed(const FittedCosts& fitted, const StageTimes& times, std::vector<std::string>& warnings)
{
    for (const ActionKind kind : {ActionKind::Forward, ActionKind::Backward}) {
        std::vector<std::uint32_t> stages;
        for (std::uint32_t stage = 0; stage < times.stageCount(); ++stage)
            if (times.isBorrowed(kind, stage))
                stages.push_back(stage);
        const bool isKnown = stages.size() < times.stageCount();
        const bool isRun =
            std::any_of(fitted.durations.begin(), fitted.durations.end(), [&](const DurationStatistics& one) {
                return isForward(one.kind) == isForward(kind);
            });
        if (!stages.empty() && isRun)
            warnings.push_back(fmt::format(
                "the trace has no complete {} of {}: {}", isForward(kind) ? "forward" : "backward",
                stageNames(stages), isKnown ? "the median over the other stages is used" : "taken as 0"));
    }
}

void warnOfDivided(const FittedCosts& fitted, const StageTimes& times, std::vector<std::string>& warnings)
{
    std::vector<std::uint32_t> stages;
    for (std::uint32_t stage = 0; stage < times.stageCount(); ++stage)
        if (times.isDivided(stage))
            stages.push_back(stage);
    if (stages.empty())
        return;
    const std::string shares =
        fitted.split.areHalves() ? std::string("halves of B")
                                 : fmt::format("{:g} and {:g} of B", fitted.split.input, fitted.split.weight);
    std::string how = shares;
    if (stages.front() == 0)
        how = stages.size() == 1
                  ? "all of B as W, because it has no input gradient to compute"
                  : shares + ", but all of it as W on stage 0, which has no input gradient to compute";
    warnings.push_back(fmt::format("I and W of {} are guessed: {}", stageNames(stages), how));
}

/// A span much longer than the work in it: its kernels wait for something, which is no work of the stage.
void warnOfWaiting(const FittedCosts& fitted, std::vector<std::string>& warnings)
{
    constexpr double kMuchLonger = 1.5;
    std::map<ActionKind, std::vector<std::uint32_t>> stages;
    std::map<ActionKind, double> most;
    for (const DurationStatistics& one : fitted.durations) {
        if (one.isEstimated || !(one.median > 0) || one.span <= kMuchLonger * one.median)
            continue;
        stages[one.kind].push_back(one.stage.value);
        most[one.kind] = std::max(most[one.kind], one.span / one.median);
    }
    for (const auto& [kind, list] : stages)
        warnings.push_back(fmt::format(
            "{} of {} takes up to {:.1f} times as long from its first kernel to its last as kernels of it "
            "run: it waits in between; its time is that of its kernels",
            kindText(kind), stageNames(list), most[kind]));
}

void warnOfSlowdown(const CostModel& costs, std::vector<std::string>& warnings)
{
    if (costs.communicators.policy != CommunicatorPolicy::None &&
        costs.communicators.forward.slowdown == kAssumedSlowdown)
        warnings.push_back(
            fmt::format("nothing was computed beside a transfer: that it takes {:g} times as long "
                        "there is assumed",
                        kAssumedSlowdown));
}

/// From the others the rest is fitted all the same.
void warnOfCommunicators(const MeasuredRun& run, const CostModel& costs, std::vector<std::string>& warnings)
{
    const std::string missing = noTraceText(absentRanks(run));
    if (!missing.empty() && costs.communicators.policy != CommunicatorPolicy::None)
        warnings.push_back(fmt::format(
            "{}: how messages and hosts take their turn is fitted from the other ranks", missing));
}

void warnOfHops(const MeasuredRun& run, const FittedCosts& fitted, std::vector<std::string>& warnings)
{
    if (run.ranks.size() < 2)
        return;
    if (!fitted.hopLatency) {
        warnings.emplace_back("no action waited longer than 0.5 ms for another rank's message: the latency "
                              "of a hop is unknown and taken as 0");
        return;
    }
    Time widest = 0;
    for (const MeasuredRank& rank : run.ranks)
        widest = std::max(widest, rank.skewHalfWidth);
    if (widest > 0)
        warnings.push_back(fmt::format(
            "the clocks of the ranks, and so the latency of a hop, are known only to \u00b1{} \u00b5s",
            numberText(std::round(widest))));
}

} // namespace

std::string pipelineName(std::size_t rankCount)
{
    return "a pipeline of " + counted(rankCount, "rank");
}

std::vector<std::string> fitWarnings(const MeasuredRun& run, const FittedCosts& fitted,
                                     const StageTimes& times)
{
    std::vector<std::string> warnings;
    if (fitted.durations.empty())
        return warnings;
    warnOfOverlap(fitted, warnings);
    warnOfBorrowed(fitted, times, warnings);
    warnOfDivided(fitted, times, warnings);
    warnOfWaiting(fitted, warnings);
    warnOfSlowdown(fitted.costs, warnings);
    warnOfCommunicators(run, fitted.costs, warnings);
    warnOfHops(run, fitted, warnings);
    if (!fitted.hostOverhead)
        warnings.emplace_back("no two actions of a rank follow each other without a wait: the overhead of "
                              "the host is unknown and taken as 0");
    return warnings;
}

} // namespace bubblescope::fit
