// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/sentence.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

struct Bubble;
struct BubbleLedger;

/// Of each bubble of a ledger the whole reason: the action that ends it, what that waited for, what that
/// waited for, and so on down to the first that ran before the gap began: 0B0, 1B0, 2B0, 3B0, 3F0. Empty for
/// a bubble that nothing ends. 8 bytes a step and 8 a bubble.
class BubbleChains
{
public:
    [[nodiscard]] std::span<const Place> of(std::size_t bubble) const
    {
        if (bubble >= m_ends.size())
            return {};
        const std::size_t begin = bubble == 0 ? 0 : m_ends[bubble - 1];
        return {m_steps.data() + begin, m_ends[bubble] - begin};
    }
    /// Of the next bubble.
    void add(std::span<const Place> chain);
    /// Of the next bubbles.
    void add(const BubbleChains& others);

private:
    std::vector<Place> m_steps;
    std::vector<std::size_t> m_ends; ///< by bubble
};

/// A longer chain is cut at its far end.
inline constexpr std::size_t kMostChainSteps = 4096;

/// Appends an action and what held up its start, down to the first that starts before `until`, at most
/// `most`: pathBefore() of the bindings or of the graph of the timeline.
using BubbleWalk =
    std::function<void(const Place& action, Time until, std::size_t most, std::vector<Place>& walked)>;
/// Walked as the critical path is, from the start of the action that ends the gap. O(bubbles and steps): a
/// chain has the actions that one path runs while its gap lasts, so steps are about as many as actions fit
/// into the idle time. Not complete if cancelled.
[[nodiscard]] BubbleChains chainsOf(const BubbleLedger& ledger, const BubbleWalk& walk,
                                    const CancelToken& cancel = {});
/// Of some of the bubbles alone, from any thread.
[[nodiscard]] BubbleChains chainsOf(std::span<const Bubble> bubbles, const BubbleWalk& walk,
                                    const CancelToken& cancel);

/// What passes along a chain while its gap lasts; sums to the gap's length.
struct ChainParts
{
    Time compute = 0;
    Time transfer = 0; ///< messages on their way, and SEND and RECV
    Time fsdp = 0;
    Time other = 0; ///< between actions of one rank (the host); what a cut chain does not tell
};
[[nodiscard]] ChainParts chainParts(const Timeline& timeline, const Bubble& bubble,
                                    std::span<const Place> chain);

/// "0B0 ← 1B0 ← 2B0 ← 3B0 ← 3F0"; of more than `most` steps the middle is left out: "0B0 ← … 12 more … ←
/// 3F0".
[[nodiscard]] std::string chainText(const Timeline& timeline, std::span<const Place> chain,
                                    std::size_t most = 12);
/// "4 ms compute, 2 ms transfer": the parts alone; empty without a chain.
[[nodiscard]] Sentence chainPartsSentence(const Timeline& timeline, const Bubble& bubble,
                                          std::span<const Place> chain);
/// "rank 0 waits 6 ms: the gradient of microbatch 0 comes back through ranks 1–3; 4 ms compute, 2 ms
/// transfer".
[[nodiscard]] Sentence chainSentence(const Timeline& timeline, const Bubble& bubble,
                                     std::span<const Place> chain);

} // namespace bubblescope
