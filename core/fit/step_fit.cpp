// SPDX-License-Identifier: Apache-2.0
#include "core/fit/step_fit.h"

#include "core/fit/robust.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace bubblescope::fit {

namespace {

/// By rank; nothing of a rank that does not do it.
using OfRanks = std::vector<std::optional<Time>>;

OfRanks timesOf(const MeasuredRun& run, StepPhase phase)
{
    OfRanks times(run.ranks.size());
    for (std::size_t r = 0; r < times.size(); ++r)
        if (run.ranks[r].edges)
            for (const MeasuredPhase& one : run.ranks[r].edges->phases)
                if (one.phase == phase)
                    times[r] = times[r].value_or(0) + one.own();
    return times;
}

bool isAny(const OfRanks& times)
{
    return std::any_of(times.begin(), times.end(), [](const auto& time) { return time.has_value(); });
}

Time meanOf(const OfRanks& times)
{
    Time sum = 0;
    double count = 0;
    for (const std::optional<Time>& time : times)
        if (time) {
            sum += *time;
            ++count;
        }
    return count > 0 ? sum / count : 0;
}

std::set<std::uint32_t> stagesOf(const MeasuredRank& rank)
{
    std::set<std::uint32_t> stages;
    for (const MeasuredAction& action : rank.actions)
        if (isCompute(action.action.kind()))
            stages.insert(action.action.stage().value);
    return stages;
}

/// A rank's time shared by its stages. Of stages whose ranks have no trace the mean of the others.
std::optional<StageValues> byStage(const MeasuredRun& run, StepPhase phase)
{
    const OfRanks times = timesOf(run, phase);
    if (!isAny(times) || run.stageCount == 0)
        return std::nullopt;
    std::vector<std::optional<Time>> shares(run.stageCount);
    for (std::size_t r = 0; r < times.size(); ++r) {
        const std::set<std::uint32_t> stages = stagesOf(run.ranks[r]);
        for (const std::uint32_t stage : stages)
            shares[stage] = times[r].value_or(0) / static_cast<double>(stages.size());
    }
    std::vector<double> values;
    for (const std::optional<Time>& share : shares)
        values.push_back(toNanosecond(share.value_or(meanOf(shares))));
    return StageValues(std::move(values));
}

std::optional<RankValues> byRank(const MeasuredRun& run, StepPhase phase, StepDetail detail)
{
    const OfRanks times = timesOf(run, phase);
    if (!isAny(times))
        return std::nullopt;
    if (detail == StepDetail::Fitted)
        return RankValues(toNanosecond(meanOf(times)));
    std::vector<double> values;
    for (const std::optional<Time>& time : times)
        values.push_back(time.value_or(0));
    return RankValues(std::move(values));
}

/// From the first start to the last end.
Time lengthOf(const MeasuredRun& run)
{
    std::optional<Time> first;
    Time last = 0;
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& action : rank.actions)
            if (isCompute(action.action.kind())) {
                first = std::min(first.value_or(action.start), action.start);
                last = std::max(last, action.end);
            }
    return first ? last - *first : 0;
}

std::map<std::uint32_t, double> slowerReplicas(const MeasuredRun& run)
{
    constexpr double kScatter = 1.01;
    constexpr double kPerMille = 1000;
    std::map<std::uint32_t, double> factors;
    const Time own = lengthOf(run);
    for (const MeasuredRun& replica : run.replicas)
        if (absentRanks(replica).empty() && own > 0 && lengthOf(replica) > kScatter * own)
            factors[static_cast<std::uint32_t>(replica.replica)] =
                std::round(lengthOf(replica) / own * kPerMille) / kPerMille;
    return factors;
}

} // namespace

std::optional<StepCosts> fitStep(const MeasuredRun& run, StepDetail detail)
{
    bool isKnown = !run.empty() && !run.isIncomplete();
    for (const MeasuredRank& rank : run.ranks)
        isKnown = isKnown && (rank.actions.empty() || rank.edges);
    if (!isKnown)
        return std::nullopt;
    StepCosts step;
    step.head = byRank(run, StepPhase::Head, detail);
    step.finish = byRank(run, StepPhase::Finish, detail);
    step.reduceGradients = byStage(run, StepPhase::ReduceGradients);
    step.clip = byStage(run, StepPhase::Clip);
    step.optimizer = byStage(run, StepPhase::Optimizer);
    step.gatherParameters = byStage(run, StepPhase::GatherParameters);
    const OfRanks tied = timesOf(run, StepPhase::TiedEmbedding);
    step.tiedEmbedding = toNanosecond(meanOf(tied));
    if (step.reduceGradients || step.gatherParameters)
        step.replicaFactor = slowerReplicas(run);
    return step == StepCosts() ? std::nullopt : std::optional(step);
}

} // namespace bubblescope::fit
