// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assembly.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace bubblescope {

namespace {

using Ends = std::vector<std::vector<std::optional<Nanoseconds>>>;

/// Ends of the sends of each rank, by the action that they send.
class SendEnds
{
public:
    SendEnds(const std::vector<PlannedRank>& ranks, const std::vector<RankTimes>& times)
    {
        for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
            for (std::size_t i = 0; i < ranks[rank].actions.size(); ++i) {
                const ActionId id = ranks[rank].actions[i].action.id();
                if (isSend(id.kind))
                    m_ends.emplace(std::make_pair(rank, id), times[rank].times[i].end);
            }
        }
    }

    [[nodiscard]] std::optional<Nanoseconds> of(std::uint32_t rank, ActionId produced) const
    {
        produced.kind = isForward(produced.kind) ? ActionKind::SendForward : ActionKind::SendBackward;
        const auto at = m_ends.find({rank, produced});
        return at == m_ends.end() ? std::nullopt : std::optional(at->second);
    }

private:
    std::map<std::pair<std::uint32_t, ActionId>, Nanoseconds> m_ends;
};

/// When what an action needs has been sent, on its own clock.
Ends producerEnds(const Assembly& a)
{
    const SendEnds sends(a.ranks, a.times);
    const RankClocks& clocks = a.clocks;
    Ends ends(a.ranks.size());
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank)
        ends[rank].resize(a.ranks[rank].actions.size());
    for (const CausalPair& pair : causalPairs(a.ranks)) {
        const std::uint32_t from = pair.producer.rank;
        const ActionId produced = a.ranks[from].actions[pair.producer.index].action.id();
        Nanoseconds end = a.times[from].times[pair.producer.index].end;
        end = std::max(end, sends.of(from, produced).value_or(end));
        const Time shift = clocks.ofRank[pair.consumer.rank].skew - clocks.ofRank[from].skew;
        if (clocks.isApart[pair.consumer.rank] != clocks.isApart[from])
            continue;
        end += clocks.origin[pair.consumer.rank] - clocks.origin[from];
        if (__builtin_add_overflow(end, static_cast<Nanoseconds>(std::llround(shift * 1000)), &end))
            continue;
        auto& known = ends[pair.consumer.rank][pair.consumer.index];
        known = std::max(known.value_or(end), end);
    }
    return ends;
}

/// Lengths of one kind on one stage: without waits, and at most so long because they had to wait.
struct Lengths
{
    std::vector<Nanoseconds> sure;
    std::vector<Nanoseconds> most;

    [[nodiscard]] Nanoseconds typical()
    {
        if (sure.empty())
            return *std::min_element(most.begin(), most.end());
        const auto middle = sure.begin() + static_cast<std::ptrdiff_t>(sure.size() / 2);
        std::nth_element(sure.begin(), middle, sure.end());
        return *middle;
    }
};

std::size_t inferRank(const PlannedRank& rank, std::vector<ActionTime>& times,
                      const std::vector<std::optional<Nanoseconds>>& ends)
{
    std::map<std::pair<std::uint32_t, ActionKind>, Lengths> lengths;
    const auto keyOf = [&](std::size_t i) {
        return std::make_pair(rank.actions[i].action.stage().value, rank.actions[i].action.kind());
    };
    std::vector<std::pair<std::size_t, Nanoseconds>> waiting;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i].source != TimeSource::Cpu || !isCompute(rank.actions[i].action.kind()))
            continue;
        const bool waits = ends[i] && *ends[i] > times[i].start && *ends[i] < times[i].end;
        if (waits)
            waiting.emplace_back(i, *ends[i]);
        Lengths& of = lengths[keyOf(i)];
        (waits ? of.most : of.sure).push_back(times[i].end - (waits ? *ends[i] : times[i].start));
    }
    std::map<std::pair<std::uint32_t, ActionKind>, Nanoseconds> typical;
    for (const auto& [i, sent] : waiting) {
        const auto [length, isNew] = typical.try_emplace(keyOf(i), 0);
        if (isNew)
            length->second = lengths[keyOf(i)].typical();
        ActionTime& time = times[i];
        const Nanoseconds start = std::max(sent, time.end - length->second);
        time.wait = start - time.start;
        time.start = start;
        time.busy = time.end - start;
    }
    return waiting.size();
}

} // namespace

void inferWaits(Assembly& a)
{
    const Ends ends = producerEnds(a);
    std::size_t inferred = 0;
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        // Ranges of an export without kernels are launches, which wait for nothing.
        if (a.times[rank].knowsWaits || a.times[rank].hasKernels || !a.ranks[rank].source ||
            a.fileOf(a.ranks[rank]).container == TraceContainer::NsightSqlite)
            continue;
        inferred += inferRank(a.ranks[rank], a.times[rank].times, ends[rank]);
    }
    if (inferred > 0)
        a.warn("the traces record no receives: the waits of {} actions are inferred from "
               "the sends on other ranks and the lengths of actions that did not wait",
               inferred);
}

} // namespace bubblescope
