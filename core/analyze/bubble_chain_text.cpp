// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_chain.h"
#include "core/analyze/bubble_ledger.h"
#include "core/base/quantity.h"
#include "core/base/text_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace bubblescope {

namespace {

std::string chainTime(const Timeline& timeline, Time time)
{
    if (timeline.unit != "step")
        return timeInUnits(time, timeline.unit);
    const std::string number = shortNumber(time);
    return number + (number == "1" ? " step" : " steps");
}

/// Whether `by` makes what `action` needs from another stage.
bool makesInput(const ActionId& action, const ActionId& by)
{
    if (action.microbatch != by.microbatch)
        return false;
    const ActionKind kind = wholeOf(action.kind);
    const ActionKind made = wholeOf(by.kind);
    return (isForward(kind) && isForward(made) && by.stage.value + 1 == action.stage.value) ||
           (isInputGradient(kind) && isInputGradient(made) && action.stage.value + 1 == by.stage.value);
}

/// "rank 1", "ranks 1–3", "ranks 3, 5, 0".
Sentence ranksSentence(std::vector<std::uint32_t> ranks)
{
    constexpr std::size_t kMostRanks = 8;
    if (ranks.size() == 1)
        return {{"bubble-chain.rank", "rank {rank}"}, ranks.front()};
    const auto [low, high] = std::minmax_element(ranks.begin(), ranks.end());
    // Each is there once.
    if (ranks.size() > 2 && *high - *low + 1 == ranks.size())
        return {{"bubble-chain.ranks", "ranks {ranks}"}, fmt::format("{}–{}", *low, *high)};
    return {{"bubble-chain.ranks", "ranks {ranks}"}, listText(ranks, kMostRanks)};
}

/// The message on its way to the action that ends the gap: the stages it came through, and who held it up.
struct ChainWay
{
    std::vector<std::uint32_t> ranks; ///< in the order of its way, each once
    Place last;                       ///< the first of its actions
    Place turn;                       ///< what that rank ran before it while the gap lasted; nowhere for none
};

/// Nothing where the gap does not wait for a message of another stage.
std::optional<ChainWay> wayOf(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    ChainWay way;
    Place at = chain.front();
    for (const Place& step : chain.subspan(1)) {
        const ActionId id = timeline.schedule->at(step.position()).id();
        if (!isCompute(id.kind))
            continue;
        if (makesInput(timeline.schedule->at(at.position()).id(), id)) {
            at = way.last = step;
            if (std::find(way.ranks.begin(), way.ranks.end(), step.rank) == way.ranks.end())
                way.ranks.push_back(step.rank);
            continue;
        }
        // Its own forward is its turn, and nobody else's.
        const ActionId waiting = timeline.schedule->at(at.position()).id();
        const bool isOwnForward =
            isForward(id.kind) && id.stage == waiting.stage && id.microbatch == waiting.microbatch;
        if (!isOwnForward && step.rank == at.rank &&
            isGap(bubble.start, timeline.endOf(step.position()), timeline.makespan))
            way.turn = step;
        break;
    }
    std::erase(way.ranks, bubble.rank.value);
    if (!way.last || way.ranks.empty())
        return std::nullopt;
    std::reverse(way.ranks.begin(), way.ranks.end());
    return way;
}

Sentence waySentence(const Timeline& timeline, const Bubble& bubble, const ChainWay& way)
{
    const Action& next = timeline.schedule->at(bubble.next.position());
    const std::uint32_t microbatch = next.microbatch().value;
    Sentence told =
        isForward(wholeOf(next.kind()))
            ? Sentence({"bubble-chain.activation", "the activation of microbatch {microbatch} comes through "
                                                   "{ranks}"},
                       microbatch, ranksSentence(way.ranks))
            : Sentence({"bubble-chain.gradient", "the gradient of microbatch {microbatch} comes back through "
                                                 "{ranks}"},
                       microbatch, ranksSentence(way.ranks));
    if (!way.turn)
        return told;
    return {{"bubble-chain.first", "{way}, and rank {rank} runs {action} first"},
            std::move(told),
            way.turn.rank,
            actionText(timeline.schedule->at(way.turn.position()).id())};
}

} // namespace

Sentence chainPartsSentence(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    if (chain.size() < 2)
        return {};
    const ChainParts parts = chainParts(timeline, bubble, chain);
    std::vector<Sentence> told;
    if (parts.compute > 0)
        told.push_back({{"bubble-chain.compute", "{time} compute"}, chainTime(timeline, parts.compute)});
    if (parts.transfer > 0)
        told.push_back({{"bubble-chain.transfer", "{time} transfer"}, chainTime(timeline, parts.transfer)});
    if (parts.fsdp > 0)
        told.push_back({{"bubble-chain.fsdp", "{time} FSDP"}, chainTime(timeline, parts.fsdp)});
    if (parts.other > 0)
        told.push_back({{"bubble-chain.other", "{time} other delays"}, chainTime(timeline, parts.other)});
    if (told.empty())
        return {};
    Sentence all = std::move(told.front());
    for (std::size_t i = 1; i < told.size(); ++i)
        all = Sentence({"bubble-chain.and", "{parts}, {part}"}, std::move(all), std::move(told[i]));
    return all;
}

Sentence chainSentence(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    const std::string length = chainTime(timeline, bubble.length);
    const auto way = chain.size() < 2 ? std::nullopt : wayOf(timeline, bubble, chain);
    Sentence told = way ? Sentence({"bubble-chain.waits", "rank {rank} waits {time}: {why}"},
                                   bubble.rank.value, length, waySentence(timeline, bubble, *way))
                        : Sentence({"bubble-chain.idle", "rank {rank} is idle for {time}: {why}"},
                                   bubble.rank.value, length, bubbleReason(timeline, bubble));
    Sentence parts = chainPartsSentence(timeline, bubble, chain);
    if (parts.empty())
        return told;
    return {{"bubble-chain.with-parts", "{wait}; {parts}"}, std::move(told), std::move(parts)};
}

} // namespace bubblescope
