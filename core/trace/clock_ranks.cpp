// SPDX-License-Identifier: Apache-2.0
#include "core/trace/clock_ranks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>

namespace bubblescope {

namespace {

/// Labels bracket more than their compute: what seems too early by less is no sign of a second clock.
constexpr Time kSlack = 500;

std::map<ActionId, ActionPlace> placesOf(const std::vector<PlannedRank>& ranks)
{
    std::map<ActionId, ActionPlace> places;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        for (std::uint32_t i = 0; i < ranks[rank].actions.size(); ++i) {
            const ActionId id = ranks[rank].actions[i].action.id();
            if (isCompute(id.kind))
                places.emplace(id, ActionPlace{rank, i});
        }
    }
    return places;
}

/// Which clock each rank has, as numbers 0, 1, …
std::vector<std::uint32_t> clocksOf(const std::vector<PlannedRank>& ranks,
                                    const std::vector<RankSource>& sources,
                                    const std::vector<TraceFile>& files, bool trustHosts)
{
    std::map<std::string, std::uint32_t> byKey;
    // Ranks without a file have no times and need no clock of their own.
    std::vector<std::uint32_t> clocks(ranks.size(), 0);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        if (!ranks[rank].source)
            continue;
        const std::size_t index = sources[*ranks[rank].source].file;
        const TraceFile& file = files[index];
        const bool isHost = trustHosts && !file.host.empty() && file.isAbsolute;
        std::string key = isHost ? "host " + file.host : fmt::format("file {}", index);
        clocks[rank] =
            byKey.try_emplace(std::move(key), static_cast<std::uint32_t>(byKey.size())).first->second;
    }
    return clocks;
}

struct TimesOfRanks
{
    const std::vector<PlannedRank>& ranks;
    const std::vector<RankTimes>& times;

    /// From the end of the producer to the start of the consumer, each on its own clock. A consumer whose
    /// wait is unknown has started before its own end only.
    [[nodiscard]] Time slack(const CausalPair& pair) const
    {
        const RankTimes& consumer = times[pair.consumer.rank];
        const ActionTime& to = consumer.times[pair.consumer.index];
        const bool isSure = consumer.knowsWaits || consumer.hasKernels;
        return microsecondsBetween(times[pair.producer.rank].times[pair.producer.index].end,
                                   isSure ? to.start : to.end);
    }
};

std::vector<ClockBound> boundsOf(const TimesOfRanks& times, const std::vector<CausalPair>& pairs,
                                 const std::vector<std::uint32_t>& clocks)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, Time> least;
    for (const CausalPair& pair : pairs) {
        const auto key = std::make_pair(clocks[pair.producer.rank], clocks[pair.consumer.rank]);
        if (key.first == key.second)
            continue;
        const Time slack = times.slack(pair);
        const auto [at, isNew] = least.try_emplace(key, slack);
        if (!isNew)
            at->second = std::min(at->second, slack);
    }
    std::vector<ClockBound> bounds;
    for (const auto& [key, most] : least)
        bounds.push_back({key.first, key.second, most});
    return bounds;
}

/// Whether ranks that should share a clock contradict each other.
std::optional<Time> worstWithin(const TimesOfRanks& times, const std::vector<CausalPair>& pairs,
                                const std::vector<std::uint32_t>& clocks)
{
    Time worst = 0;
    for (const CausalPair& pair : pairs) {
        if (clocks[pair.producer.rank] == clocks[pair.consumer.rank])
            worst = std::min(worst, times.slack(pair));
    }
    return worst < -kSlack ? std::optional(-worst) : std::nullopt;
}

void setZero(RankClocks& clocks, const TimesOfRanks& of)
{
    bool isFirst = true;
    for (std::size_t rank = 0; rank < of.ranks.size(); ++rank) {
        for (std::size_t i = 0; i < of.ranks[rank].actions.size(); ++i) {
            if (!isCompute(of.ranks[rank].actions[i].action.kind()))
                continue;
            const Nanoseconds start = of.times[rank].times[i].start;
            if (isFirst || clocks.at(rank, start) < 0) {
                clocks.zero = start;
                clocks.zeroSkew = clocks.ofRank[rank].skew;
                isFirst = false;
            }
        }
    }
}

} // namespace

Time microsecondsBetween(Nanoseconds a, Nanoseconds b)
{
    const auto from = static_cast<std::uint64_t>(a);
    const auto to = static_cast<std::uint64_t>(b);
    return b >= a ? static_cast<Time>(to - from) / 1000 : -(static_cast<Time>(from - to) / 1000);
}

Time RankClocks::at(std::size_t rank, Nanoseconds time) const
{
    return microsecondsBetween(zero, time) - (ofRank[rank].skew - zeroSkew);
}

RankClocks fromEarliest(const std::vector<PlannedRank>& ranks, const std::vector<RankTimes>& times,
                        RankClocks clocks)
{
    setZero(clocks, TimesOfRanks{ranks, times});
    return clocks;
}

std::vector<CausalPair> causalPairs(const std::vector<PlannedRank>& ranks)
{
    const auto places = placesOf(ranks);
    std::vector<CausalPair> pairs;
    for (const auto& [id, place] : places) {
        std::vector<ActionId> producers;
        if (isForward(id.kind) && id.stage.value > 0)
            producers.push_back({StageId{id.stage.value - 1}, ActionKind::Forward, id.microbatch});
        if (isInputGradient(id.kind)) {
            const StageId next{id.stage.value + 1};
            producers.push_back({next, ActionKind::Backward, id.microbatch});
            producers.push_back({next, ActionKind::BackwardInput, id.microbatch});
        }
        for (const ActionId& producer : producers) {
            const auto found = places.find(producer);
            if (found != places.end() && found->second.rank != place.rank)
                pairs.push_back({found->second, place});
        }
    }
    return pairs;
}

RankClocks alignRanks(const std::vector<PlannedRank>& ranks, const std::vector<RankTimes>& times,
                      const std::vector<RankSource>& sources, const std::vector<TraceFile>& files,
                      std::vector<std::string>& warnings, const CancelToken& cancel)
{
    RankClocks result;
    result.ofRank.resize(ranks.size());
    const TimesOfRanks of{ranks, times};
    const auto pairs = causalPairs(ranks);
    std::vector<std::uint32_t> clocks = clocksOf(ranks, sources, files, true);
    if (const auto early = worstWithin(of, pairs, clocks)) {
        auto apart = clocksOf(ranks, sources, files, false);
        warnings.push_back(fmt::format(
            "{} an action starts {:.1f} ms before what it needs has ended{}",
            apart == clocks ? "on one clock" : "the files name one host, but", *early / 1000,
            apart == clocks ? ": labels are wrong, or out of order" : ": their clocks are aligned"));
        clocks = std::move(apart);
    }
    const std::size_t count =
        clocks.empty() ? 0 : *std::max_element(clocks.begin(), clocks.end()) + std::size_t{1};
    if (count > 1) {
        const auto bounds = boundsOf(of, pairs, clocks);
        const bool isSure = std::all_of(times.begin(), times.end(), [](const RankTimes& rank) {
            return rank.times.empty() || rank.knowsWaits || rank.hasKernels;
        });
        const bool mayAgree = std::all_of(bounds.begin(), bounds.end(),
                                          [](const ClockBound& bound) { return bound.most >= 0; });
        ClockAlignment aligned;
        aligned.clocks.resize(count);
        if (isSure || !mayAgree)
            aligned = alignClocks(count, bounds, cancel);
        else
            warnings.emplace_back(
                "the files name no hosts and no waits: their clocks are taken as one, which "
                "nothing in them contradicts");
        if (aligned.contradicts)
            warnings.emplace_back(
                "the clocks of the ranks cannot be aligned: whatever they are, an action starts "
                "before what it needs has ended (clocks that drift, or wrong labels)");
        bool isOpen = false;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            result.ofRank[rank] = aligned.clocks[clocks[rank]];
            if (!std::isfinite(result.ofRank[rank].halfWidth)) {
                result.ofRank[rank].halfWidth = 0;
                isOpen = isOpen || ranks[rank].source;
            }
        }
        if (isOpen)
            warnings.emplace_back(
                "nothing in the traces bounds the clocks of some ranks from both sides: their "
                "times may be shifted");
    }
    return result;
}

} // namespace bubblescope
