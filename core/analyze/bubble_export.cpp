// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"
#include "core/analyze/number_json.h"
#include "core/time/step_phases.h"

#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

std::string nameOf(const Timeline& timeline, const Place& at)
{
    return at ? actionText(timeline.schedule->at(at.position()).id()) : "";
}

/// "receive of 2B1".
std::string heldText(const Timeline& timeline, const Bubble& bubble)
{
    return bubble.heldBy ? fmt::format("{} of {}", bubble.heldBy->isSend ? "send" : "receive",
                                       nameOf(timeline, bubble.heldBy->maker))
                         : "";
}

std::string chainJson(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    std::string text = R"(, "chain": [)";
    for (std::size_t i = 0; i < chain.size(); ++i)
        fmt::format_to(std::back_inserter(text), R"({}{{"rank": {}, "action": "{}"}})", i > 0 ? ", " : "",
                       chain[i].rank, nameOf(timeline, chain[i]));
    if (chain.size() < 2)
        return text + "]";
    const ChainParts parts = chainParts(timeline, bubble, chain);
    return text +
           fmt::format(R"(], "chain_parts": {{"compute": {}, "transfer": {}, "fsdp": {}, "other": {}}})",
                       jsonNumber(parts.compute, timeline.makespan),
                       jsonNumber(parts.transfer, timeline.makespan),
                       jsonNumber(parts.fsdp, timeline.makespan), jsonNumber(parts.other, timeline.makespan));
}

/// Left open for more.
std::string objectOf(const Timeline& timeline, const Bubble& bubble)
{
    const std::string waitsFor = bubble.waitsFor
                                     ? fmt::format(R"({{"rank": {}, "action": "{}"}})", bubble.waitsFor.rank,
                                                   nameOf(timeline, bubble.waitsFor))
                                     : "null";
    const std::string heldBy =
        bubble.heldBy
            ? fmt::format(R"(, "held_by": {{"rank": {}, "{}": "{}"}})", bubble.heldBy->rank,
                          bubble.heldBy->isSend ? "send" : "receive", nameOf(timeline, bubble.heldBy->maker))
            : "";
    return fmt::format(R"({{"rank": {}, "start": {}, "length": {}, "cause": "{}", "phase": "{}", )"
                       R"("waits_for": {}, "next": {}, "transfer": {}{})",
                       bubble.rank.value, jsonNumber(bubble.start, timeline.makespan),
                       exactJsonNumber(bubble.length), bubbleCauseId(bubble.cause), rankPhaseId(bubble.phase),
                       waitsFor, bubble.next ? jsonString(nameOf(timeline, bubble.next)) : "null",
                       jsonNumber(bubble.transfer, timeline.makespan),
                       heldBy + (bubble.before
                                     ? fmt::format(R"(, "before": "{}")", stepPhaseId(*bubble.before))
                                     : std::string()));
}

} // namespace

std::string bubblesJson(const Timeline& timeline, const BubbleLedger& ledger)
{
    std::string text = "[";
    std::size_t number = 0;
    writeLines(text, ledger.bubbles, [&](const Bubble& bubble) {
        return objectOf(timeline, bubble) + chainJson(timeline, bubble, ledger.chains.of(number++)) + "}";
    });
    return text + "]";
}

std::string bubblesCsv(const Timeline& timeline, const BubbleLedger& ledger)
{
    std::string text = "rank,start,length,cause,phase,waits_for_rank,waits_for,next,transfer,held_by_rank,"
                       "held_by,text,chain\n";
    std::size_t number = 0;
    for (const Bubble& bubble : ledger.bubbles)
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},\"{}\",\"{}\"\n",
                       bubble.rank.value, csvNumber(bubble.start, timeline.makespan),
                       csvNumber(bubble.length, timeline.makespan), bubbleCauseId(bubble.cause),
                       rankPhaseId(bubble.phase), bubble.waitsFor ? std::to_string(bubble.waitsFor.rank) : "",
                       nameOf(timeline, bubble.waitsFor), nameOf(timeline, bubble.next),
                       csvNumber(bubble.transfer, timeline.makespan),
                       bubble.heldBy ? std::to_string(bubble.heldBy->rank) : "", heldText(timeline, bubble),
                       bubbleReason(timeline, bubble).text(),
                       chainText(timeline, ledger.chains.of(number++), kMostChainSteps));
    return text;
}

} // namespace bubblescope
