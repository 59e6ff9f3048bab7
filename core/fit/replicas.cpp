// SPDX-License-Identifier: Apache-2.0
#include "core/fit/replicas.h"

#include "core/fit/robust.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What the ranks of one replica did; nothing of a rank without a trace.
struct ReplicaWork
{
    const MeasuredRun* run = nullptr;
    std::vector<std::optional<Time>> ofRank;
    Time makespan = 0;

    [[nodiscard]] bool isComplete() const
    {
        return std::all_of(ofRank.begin(), ofRank.end(), [](const auto& work) { return work.has_value(); });
    }
};

ReplicaWork workOf(const MeasuredRun& run)
{
    ReplicaWork work;
    work.run = &run;
    for (const MeasuredRank& rank : run.ranks) {
        std::optional<Time>& sum = work.ofRank.emplace_back();
        for (const MeasuredAction& measured : rank.actions)
            if (isCompute(measured.action.kind())) {
                sum = sum.value_or(0) + measured.work();
                work.makespan = std::max(work.makespan, measured.end);
            }
    }
    return work;
}

/// The value over the median of the others', less 1.
std::optional<double> shareOf(Time value, std::vector<Time> others)
{
    const Time norm = others.empty() ? 0 : fit::medianOf(std::move(others));
    return norm > 0 ? std::optional(value / norm - 1) : std::nullopt;
}

std::optional<double> makespanShareOf(const ReplicaWork& own, const std::vector<ReplicaWork>& all)
{
    std::vector<Time> others;
    for (const ReplicaWork& other : all)
        if (&other != &own && other.isComplete())
            others.push_back(other.makespan);
    return own.isComplete() ? shareOf(own.makespan, std::move(others)) : std::nullopt;
}

void compareRanks(ReplicaFigures& figures, const ReplicaWork& own, const std::vector<ReplicaWork>& all)
{
    Time sum = 0, norm = 0;
    for (std::size_t rank = 0; rank < own.ofRank.size(); ++rank) {
        std::vector<Time> others;
        for (const ReplicaWork& other : all)
            if (&other != &own && rank < other.ofRank.size() && other.ofRank[rank])
                others.push_back(*other.ofRank[rank]);
        if (!own.ofRank[rank] || others.empty())
            continue;
        sum += *own.ofRank[rank];
        norm += fit::medianOf(others);
        const auto share = shareOf(*own.ofRank[rank], std::move(others));
        if (share && (!figures.slowest || *share > figures.slowestShare)) {
            figures.slowest = RankId{own.run->ranks[rank].rank};
            figures.slowestShare = *share;
        }
    }
    if (norm > 0)
        figures.computeShare = sum / norm - 1;
}

} // namespace

std::vector<ReplicaFigures> compareReplicas(const MeasuredRun& run)
{
    std::vector<ReplicaWork> all{workOf(run)};
    for (const MeasuredRun& replica : run.replicas)
        all.push_back(workOf(replica));
    std::sort(all.begin(), all.end(),
              [](const ReplicaWork& a, const ReplicaWork& b) { return a.run->replica < b.run->replica; });
    std::vector<ReplicaFigures> figures;
    for (const ReplicaWork& own : all) {
        ReplicaFigures& one = figures.emplace_back();
        one.replica = own.run->replica;
        one.makespan = own.makespan;
        for (const MeasuredRank& rank : own.run->ranks)
            if (rank.globalRank)
                one.globalRanks.push_back(*rank.globalRank);
        std::size_t traced = 0;
        for (const std::optional<Time>& work : own.ofRank)
            if (work) {
                one.compute += *work;
                ++traced;
            }
        if (traced > 0)
            one.compute /= static_cast<Time>(traced);
        one.makespanShare = makespanShareOf(own, all);
        compareRanks(one, own, all);
    }
    return figures;
}

} // namespace bubblescope
