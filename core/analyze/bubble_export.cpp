// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"
#include "core/analyze/number_json.h"

#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

using Out = std::back_insert_iterator<std::string>;

std::string nameOf(const Timeline& timeline, const Place& at)
{
    return at ? actionText(timeline.schedule->at(at.position()).id()) : "";
}

void writeObject(Out out, const Timeline& timeline, const Bubble& bubble)
{
    fmt::format_to(out, R"({{"rank": {}, "start": {}, "length": {}, "cause": "{}", "phase": "{}", )",
                   bubble.rank.value, jsonNumber(bubble.start, timeline.makespan),
                   exactJsonNumber(bubble.length), bubbleCauseId(bubble.cause), rankPhaseId(bubble.phase));
    if (bubble.waitsFor)
        fmt::format_to(out, R"("waits_for": {{"rank": {}, "action": "{}"}}, )", bubble.waitsFor.rank,
                       nameOf(timeline, bubble.waitsFor));
    else
        fmt::format_to(out, R"("waits_for": null, )");
    if (bubble.next)
        fmt::format_to(out, R"("next": "{}", )", nameOf(timeline, bubble.next));
    else
        fmt::format_to(out, R"("next": null, )");
    fmt::format_to(out, R"("transfer": {}}})", jsonNumber(bubble.transfer, timeline.makespan));
}

} // namespace

std::string bubblesJson(const Timeline& timeline, const BubbleLedger& ledger)
{
    std::string text = "[";
    for (std::size_t i = 0; i < ledger.bubbles.size(); ++i) {
        text += i > 0 ? ",\n  " : "\n  ";
        writeObject(std::back_inserter(text), timeline, ledger.bubbles[i]);
    }
    return text + "]";
}

std::string bubblesCsv(const Timeline& timeline, const BubbleLedger& ledger)
{
    std::string text = "rank,start,length,cause,phase,waits_for_rank,waits_for,next,transfer,text\n";
    for (const Bubble& bubble : ledger.bubbles)
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},\"{}\"\n", bubble.rank.value,
                       csvNumber(bubble.start, timeline.makespan),
                       csvNumber(bubble.length, timeline.makespan), bubbleCauseId(bubble.cause),
                       rankPhaseId(bubble.phase), bubble.waitsFor ? std::to_string(bubble.waitsFor.rank) : "",
                       nameOf(timeline, bubble.waitsFor), nameOf(timeline, bubble.next),
                       csvNumber(bubble.transfer, timeline.makespan), bubbleReason(timeline, bubble).text());
    return text;
}

} // namespace bubblescope
