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

/// Of its compute actions.
struct ActionTimes
{
    std::optional<Time> first;
    Time last = 0;
};
ActionTimes actionTimesOf(const MeasuredRank& rank)
{
    ActionTimes times;
    for (const MeasuredAction& action : rank.actions)
        if (isCompute(action.action.kind())) {
            times.first = std::min(times.first.value_or(action.start), action.start);
            times.last = std::max(times.last, action.end);
        }
    return times;
}

/// Before the first action of all: what other ranks have there may be waiting for it.
std::optional<RankValues> headOf(const MeasuredRun& run)
{
    const OfRanks times = timesOf(run, StepPhase::Head);
    std::optional<std::size_t> earliest;
    Time first = 0;
    for (std::size_t r = 0; r < times.size(); ++r) {
        const ActionTimes own = actionTimesOf(run.ranks[r]);
        if (times[r] && own.first && (!earliest || *own.first < first)) {
            earliest = r;
            first = *own.first;
        }
    }
    return earliest ? std::optional(RankValues(toNanosecond(*times[*earliest]))) : std::nullopt;
}

/// Of the rank that ends last, which waits for nobody; of each as it was where that is asked for.
std::optional<RankValues> finishOf(const MeasuredRun& run, StepDetail detail)
{
    const OfRanks times = timesOf(run, StepPhase::Finish);
    if (!isAny(times))
        return std::nullopt;
    std::vector<double> values;
    std::size_t latest = 0;
    for (std::size_t r = 0; r < times.size(); ++r) {
        values.push_back(times[r].value_or(0));
        if (actionTimesOf(run.ranks[r]).last > actionTimesOf(run.ranks[latest]).last)
            latest = r;
    }
    return detail == StepDetail::Recorded ? RankValues(std::move(values))
                                          : RankValues(toNanosecond(values[latest]));
}

/// From the first start to the last end.
Time lengthOf(const MeasuredRun& run)
{
    std::optional<Time> first;
    Time last = 0;
    for (const MeasuredRank& rank : run.ranks)
        if (const ActionTimes own = actionTimesOf(rank); own.first) {
            first = std::min(first.value_or(*own.first), *own.first);
            last = std::max(last, own.last);
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
    bool isKnown = !run.empty() && !run.isIncomplete() && absentRanks(run).empty();
    for (const MeasuredRank& rank : run.ranks)
        isKnown = isKnown && (rank.actions.empty() || rank.edges);
    if (!isKnown)
        return std::nullopt;
    StepCosts step;
    step.head = headOf(run);
    step.finish = finishOf(run, detail);
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
