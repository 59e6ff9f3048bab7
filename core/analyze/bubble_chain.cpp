// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_chain.h"

#include "core/analyze/bubble_ledger.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

void BubbleChains::add(std::span<const Place> chain)
{
    m_steps.insert(m_steps.end(), chain.begin(), chain.end());
    m_ends.push_back(m_steps.size());
}

void BubbleChains::add(const BubbleChains& others)
{
    const std::size_t before = m_steps.size();
    m_steps.insert(m_steps.end(), others.m_steps.begin(), others.m_steps.end());
    for (const std::size_t end : others.m_ends)
        m_ends.push_back(before + end);
}

BubbleChains chainsOf(const BubbleLedger& ledger, const BubbleWalk& walk, const CancelToken& cancel)
{
    return chainsOf(std::span(ledger.bubbles), walk, cancel);
}

BubbleChains chainsOf(std::span<const Bubble> bubbles, const BubbleWalk& walk, const CancelToken& cancel)
{
    BubbleChains chains;
    std::vector<Place> chain;
    for (const Bubble& bubble : bubbles) {
        if (cancel.isCancelled())
            break;
        chain.clear();
        if (bubble.next)
            walk(bubble.next, bubble.start, kMostChainSteps, chain);
        chains.add(chain);
    }
    return chains;
}

ChainParts chainParts(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    ChainParts parts;
    Time clock = bubble.end();
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const ActionPosition at = chain[i].position();
        const ActionKind kind = timeline.schedule->at(at).kind();
        const Time end = std::clamp(timeline.endOf(at), bubble.start, clock);
        (chain[i].rank != chain[i - 1].rank ? parts.transfer : parts.other) += clock - end;
        Time start = std::clamp(timeline.startOf(at), bubble.start, end);
        // A receive may stand there long before what it receives is made.
        if (!isCompute(kind) && i + 1 < chain.size())
            start = std::max(start, std::min(end, timeline.endOf(chain[i + 1].position())));
        (isCompute(kind) ? parts.compute : isFsdp(kind) ? parts.fsdp : parts.transfer) += end - start;
        clock = start;
    }
    parts.other += clock - bubble.start;
    // What adding up in two ways leaves is none.
    for (Time* part : {&parts.compute, &parts.transfer, &parts.fsdp, &parts.other})
        if (!isGap(0, *part, timeline.makespan))
            *part = 0;
    return parts;
}

std::string chainText(const Timeline& timeline, std::span<const Place> chain, std::size_t most)
{
    most = std::max<std::size_t>(most, 2);
    std::string text;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        if (chain.size() > most && i == most - 1) {
            text += fmt::format(" ← … {} more …", chain.size() - most);
            i = chain.size() - 1;
        }
        text += fmt::format("{}{}", i > 0 ? " ← " : "",
                            actionText(timeline.schedule->at(chain[i].position()).id()));
    }
    return text;
}

} // namespace bubblescope
