// SPDX-License-Identifier: Apache-2.0
#include "core/fit/fit_costs.h"

#include "core/fit/communicator_fit.h"
#include "core/fit/durations.h"
#include "core/fit/robust.h"
#include "core/fit/step_fit.h"
#include "core/time/cost_fields.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace fit;

StageValues listed(const StageTimes& times, ActionKind kind, Time overhead)
{
    std::vector<double> values;
    values.reserve(times.stageCount());
    for (std::uint32_t stage = 0; stage < times.stageCount(); ++stage)
        values.push_back(times.of(kind, stage) + overhead);
    return values.empty() ? StageValues(0.0) : StageValues(std::move(values));
}

CostModel modelOf(const StageTimes& times, Time overhead, Time latency, std::size_t rankCount)
{
    CostModel costs;
    visitComputeTimes(costs, [&](const CostField& field, std::optional<StageValues>& values) {
        values = listed(times, kindAtBegin(field.blockKey), overhead);
    });
    costs.transfer.latency = latency;
    costs.hostOverhead = overhead;
    costs.unit = "us";
    costs.source = fmt::format("trace · {}", pipelineName(rankCount));
    return costs;
}

void fitBetween(const Between& between, FittedCosts& fitted)
{
    fitted.hopPairs = between.hops.size();
    if (!between.hops.empty())
        fitted.hopLatency = toNanosecond(std::max(0.0, medianOf(between.hops)));
    if (!between.gaps.empty())
        fitted.hostOverhead = toNanosecond(std::max(0.0, medianOf(between.gaps)));
}

/// PyTorch's split backward does some of its work twice; Megatron has none.
SplitShares splitOf(CommunicatorPolicy policy)
{
    const bool isTorch =
        policy == CommunicatorPolicy::Torch || policy == CommunicatorPolicy::TorchSingleStage;
    return isTorch ? SplitShares{kTorchSplitInput, kTorchSplitWeight} : SplitShares{};
}

} // namespace

std::string profilerNote(double hostFactor)
{
    if (hostFactor == 1)
        return fmt::format("communicators.host_factor: 1, so the host's times hold what the profiler added; "
                           "{:g} leaves that out, as compare --measured does without --profiled",
                           kUnprofiledHost);
    return fmt::format("communicators.host_factor: {:g}, so what the profiler added on the host is left out, "
                       "as in compare --measured without --profiled",
                       hostFactor);
}

FittedCosts fitCosts(const MeasuredRun& run)
{
    FittedCosts fitted;
    const std::vector<RankCells> ranks = cellsOf(run);
    fitted.durations = durationsOf(ranks);
    fitted.stragglers = stragglersOf(run, ranks);
    const MakerTable makers(ranks);
    fitBetween(betweenOf(ranks, makers), fitted);
    const std::optional<FittedCommunicators> communicators = fitCommunicators(run);
    fitted.alone =
        communicators ? durationsOf(ranks, timeAlone(run, communicators->costs)) : fitted.durations;
    fitted.split = splitOf(communicators ? communicators->costs.policy : CommunicatorPolicy::None);
    const StageTimes times(fitted.alone, run.stageCount, fitted.split);
    const Time overhead = fitted.hostOverhead.value_or(0);
    const Time latency = std::max(0.0, fitted.hopLatency.value_or(0) - overhead);
    // Communicators have the host's times of their own.
    const Time inActions = communicators ? 0 : overhead;
    fitted.costs = modelOf(times, inActions, toNanosecond(latency), run.ranks.size());
    fitted.costs.overlap = fitOverlap(ranks, times, inActions);
    if (communicators) {
        fitted.costs.communicators = communicators->costs;
        fitted.defaults = communicators->defaults;
        // No input comes sooner: what bounds count with.
        fitted.costs.transfer.latency = communicators->costs.arrival;
    }
    if (const std::optional<StepCosts> step = fitStep(run))
        fitted.costs.step = *step;
    fitted.medians = modelOf(times, 0, 0, run.ranks.size());
    fitted.medians.overlap = fitOverlap(ranks, times, 0);
    fitted.warnings = fitWarnings(run, fitted, times);
    for (std::uint32_t stage = 1; stage < run.stageCount && !fitted.split.areHalves(); ++stage)
        if (times.isDivided(stage)) {
            fitted.defaults.push_back(
                {"backward_input, backward_weight",
                 fmt::format("{:g} and {:g} of backward, as seen elsewhere: no backward is split",
                             fitted.split.input, fitted.split.weight)});
            break;
        }
    fitted.costs.notes = fitted.warnings;
    return fitted;
}

Time durationNoise(const FittedCosts& fitted)
{
    // About two standard deviations of what scatters evenly.
    constexpr double kDeviations = 3;
    constexpr std::size_t kEnough = 3;
    std::vector<Time> deviations;
    for (const DurationStatistics& of : fitted.durations)
        if (of.count >= kEnough && !of.isEstimated)
            deviations.push_back(of.deviation);
    // Clocks resolve no more than nanoseconds.
    constexpr Time kClock = 1e-3;
    return deviations.empty() ? kClock : std::max(kClock, kDeviations * medianOf(std::move(deviations)));
}

} // namespace bubblescope
