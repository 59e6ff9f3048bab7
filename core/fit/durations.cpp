// SPDX-License-Identifier: Apache-2.0
#include "core/fit/durations.h"

#include "core/fit/robust.h"

#include <algorithm>

namespace bubblescope::fit {

namespace {

struct Sample
{
    std::uint32_t microbatch = 0;
    Time duration = 0; ///< that it worked
    Time span = 0;
    bool isPart = false;    ///< of an overlapped block, or assumed
    bool isAssumed = false; ///< outside blocks, and yet estimated
};
using Samples = std::map<std::pair<ActionKind, std::uint32_t>, std::vector<Sample>>;

Samples samplesOf(const std::vector<RankCells>& ranks, const WorkOf& workOf)
{
    Samples samples;
    for (const RankCells& rank : ranks)
        for (const MeasuredAction* measured : rank.actions()) {
            const Action& action = measured->action;
            const bool isEstimated = measured->source == TimeSource::Estimated;
            samples[{action.kind(), action.stage().value}].push_back(
                {action.microbatch().value, workOf(*measured), measured->span(),
                 action.isOverlapped() || isEstimated, isEstimated && !action.isOverlapped()});
        }
    return samples;
}

std::vector<Time> timesOf(const std::vector<Sample>& samples)
{
    std::vector<Time> times;
    times.reserve(samples.size());
    for (const Sample& sample : samples)
        times.push_back(sample.duration);
    return times;
}

/// A slow first microbatch is warming up, not work: it is left out.
void dropSlowFirst(std::vector<Sample>& samples, DurationStatistics& statistics)
{
    const std::vector<Time> times = timesOf(samples);
    const Time median = medianOf(times);
    const Time deviation = deviationOf(times, median);
    const std::size_t before = samples.size();
    std::erase_if(samples, [&](const Sample& sample) {
        return sample.microbatch == 0 && sample.duration > median &&
               isOutlier(sample.duration, median, deviation);
    });
    statistics.droppedFirst = samples.size() < before;
}

DurationStatistics statisticsOf(ActionKind kind, std::uint32_t stage, std::vector<Sample> samples)
{
    DurationStatistics statistics;
    statistics.kind = kind;
    statistics.stage = StageId{stage};
    statistics.isEstimated =
        std::all_of(samples.begin(), samples.end(), [](const Sample& sample) { return sample.isPart; });
    statistics.isAssumed =
        std::all_of(samples.begin(), samples.end(), [](const Sample& sample) { return sample.isAssumed; });
    if (!statistics.isEstimated)
        std::erase_if(samples, [](const Sample& sample) { return sample.isPart; });
    dropSlowFirst(samples, statistics);
    const std::vector<Time> times = timesOf(samples);
    statistics.median = toNanosecond(medianOf(times));
    std::vector<Time> spans;
    spans.reserve(samples.size());
    for (const Sample& sample : samples)
        spans.push_back(sample.span);
    statistics.span = toNanosecond(medianOf(std::move(spans)));
    statistics.deviation = toNanosecond(deviationOf(times, statistics.median));
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    statistics.least = toNanosecond(*least);
    statistics.most = toNanosecond(*most);
    statistics.count = times.size();
    if (statistics.droppedFirst)
        statistics.outliers.push_back(0);
    for (const Sample& sample : samples)
        if (isOutlier(sample.duration, statistics.median, statistics.deviation))
            statistics.outliers.push_back(sample.microbatch);
    std::sort(statistics.outliers.begin(), statistics.outliers.end());
    return statistics;
}

} // namespace

std::vector<DurationStatistics> durationsOf(const std::vector<RankCells>& ranks, const WorkOf& workOf)
{
    std::vector<DurationStatistics> durations;
    for (auto& [key, samples] : samplesOf(ranks, workOf))
        durations.push_back(statisticsOf(key.first, key.second, samples));
    return durations;
}

StageTimes::StageTimes(const std::vector<DurationStatistics>& durations, std::uint32_t stageCount,
                       SplitShares split)
    : m_stageCount(stageCount)
    , m_split(split)
{
    for (const DurationStatistics& one : durations)
        if (!one.isEstimated)
            m_times[{one.kind, one.stage.value}] = one.median;
    for (std::uint32_t stage = 0; stage < stageCount; ++stage)
        fillBackward(stage);
    for (const DurationStatistics& one : durations)
        m_times.emplace(std::pair(one.kind, one.stage.value), one.median);
    for (std::uint32_t stage = 0; stage < stageCount; ++stage)
        fillBackward(stage);
    borrow();
}

void StageTimes::fillBackward(std::uint32_t stage)
{
    const auto find = [&](ActionKind kind) {
        const auto found = m_times.find({kind, stage});
        return found != m_times.end() ? std::optional(found->second) : std::nullopt;
    };
    const std::optional<Time> whole = find(ActionKind::Backward);
    const std::optional<Time> input = find(ActionKind::BackwardInput);
    const std::optional<Time> weight = find(ActionKind::BackwardWeight);
    if (input && weight)
        m_times.emplace(std::pair(ActionKind::Backward, stage), *input + *weight);
    else if (whole && input)
        m_times[{ActionKind::BackwardWeight, stage}] = std::max(0.0, *whole - *input);
    else if (whole && weight)
        m_times[{ActionKind::BackwardInput, stage}] = std::max(0.0, *whole - *weight);
}

/// Of a B alone: its share, but stage 0 has no input gradient to make.
Time StageTimes::partOfBackward(ActionKind kind, std::uint32_t stage, Time whole) const
{
    const bool isWeight = kind == ActionKind::BackwardWeight;
    if (stage != 0)
        return m_split.areHalves() ? whole / 2
                                   : toNanosecond(whole * (isWeight ? m_split.weight : m_split.input));
    return isWeight ? whole : 0;
}

void StageTimes::borrow()
{
    for (const ActionKind kind :
         {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight, ActionKind::Backward}) {
        std::vector<Time> known;
        for (std::uint32_t stage = 0; stage < m_stageCount; ++stage)
            if (const auto found = m_times.find({kind, stage}); found != m_times.end())
                known.push_back(found->second);
        if (known.empty())
            continue;
        const Time median = medianOf(std::move(known));
        for (std::uint32_t stage = 0; stage < m_stageCount; ++stage)
            if (!m_times.contains({kind, stage}))
                m_borrowed[{kind, stage}] = median;
    }
}

Time StageTimes::of(ActionKind kind, std::uint32_t stage) const
{
    if (const auto found = m_times.find({kind, stage}); found != m_times.end())
        return found->second;
    const bool isHalf = kind == ActionKind::BackwardInput || kind == ActionKind::BackwardWeight;
    if (isHalf && m_times.contains({ActionKind::Backward, stage}))
        return partOfBackward(kind, stage, m_times.at({ActionKind::Backward, stage}));
    const auto borrowed = m_borrowed.find({kind, stage});
    if (borrowed != m_borrowed.end())
        return borrowed->second;
    return isHalf ? partOfBackward(kind, stage, of(ActionKind::Backward, stage)) : 0;
}

bool StageTimes::isDivided(std::uint32_t stage) const
{
    return m_times.contains({ActionKind::Backward, stage}) &&
           !m_times.contains({ActionKind::BackwardInput, stage}) &&
           !m_times.contains({ActionKind::BackwardWeight, stage});
}

bool StageTimes::isBorrowed(ActionKind kind, std::uint32_t stage) const
{
    if (m_times.contains({kind, stage}))
        return false;
    const bool isHalf = kind == ActionKind::BackwardInput || kind == ActionKind::BackwardWeight;
    return !isHalf || !m_times.contains({ActionKind::Backward, stage});
}

} // namespace bubblescope::fit
