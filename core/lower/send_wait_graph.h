// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <set>
#include <vector>

namespace bubblescope {

/// What comes before what in an order with communication: each action after the one before it on its rank
/// (WAIT_SENDs left out), each RECV after its SEND, and what follows a WAIT_SEND after the RECV of that send.
/// The waits can be moved. Keeps a topological numbering (Pearce and Kelly, 2006), so that a question looks
/// only at actions numbered between its two ends.
class SendWaitGraph
{
public:
    /// An action that is no WAIT_SEND, or the end of a row; numbered row by row.
    using Node = std::uint32_t;
    static constexpr Node kNone = 0xFFFFFFFFU;

    /// Numbers the actions as they could run if ranks put off a SEND while `limit` of theirs are not
    /// received: near to what the order becomes when waits are moved for such a limit. Requires an order
    /// without bubbles in which each SEND has its RECV and its WAIT_SEND.
    SendWaitGraph(const Schedule& schedule, std::uint64_t limit);

    /// False if actions wait for each other in a circle: then nothing below may be asked.
    [[nodiscard]] bool isAcyclic() const { return m_isAcyclic; }
    [[nodiscard]] Node rowBegin(std::uint32_t rank) const { return m_rowBegin[rank]; }
    /// The end of the row, which has waits before it too.
    [[nodiscard]] Node rowEnd(std::uint32_t rank) const { return m_rowBegin[rank + 1] - 1; }
    [[nodiscard]] const Action& action(Node node) const { return m_actions[node]; }
    [[nodiscard]] bool isSend(Node node) const { return bubblescope::isSend(m_actions[node].kind()); }
    /// The SENDs whose waits are before a node: the first, and the one behind another.
    [[nodiscard]] Node firstWait(Node node) const { return m_firstWait[node]; }
    [[nodiscard]] Node nextWait(Node send) const { return m_nextWait[send]; }

    /// Moves the wait of `send` to before `node`, behind those that are there. Requires that the RECV of
    /// `send` does not come after `node`.
    void moveWait(Node send, Node node);
    /// Of the SENDs, the first whose RECV comes before `node` in any case; kNone if there is none.
    [[nodiscard]] Node firstReceivedBefore(Node node, const std::set<Node>& sends);
    /// Of the SENDs, the first whose RECV need not come after `node`; kNone if there is none.
    [[nodiscard]] Node firstNotReceivedAfter(Node node, const std::set<Node>& sends);

private:
    class ReadyQueue;
    void addRow(const Row& row, class SendWaitPlaces& places);
    void number(std::uint64_t limit);
    [[nodiscard]] std::uint32_t rankOf(Node node) const;
    template <typename Visit>
    void forEachBefore(Node node, Visit&& visit) const;
    template <typename Visit>
    void forEachAfter(Node node, Visit&& visit) const;
    void findBefore(Node node, std::uint32_t lowest);
    void findAfter(Node node, std::uint32_t highest);
    void beginLook(Node node);
    void find(Node node);
    [[nodiscard]] bool isFound(Node node) const { return m_mark[node] == m_look; }
    void renumber(Node receive, Node node);
    void linkWait(Node send, Node node);
    void unlinkWait(Node send);

    std::vector<Node> m_rowBegin;
    std::vector<Action> m_actions; ///< a row's end is a bubble
    std::vector<Node> m_partner;   ///< SEND to RECV and back
    std::vector<Node> m_waitNode;  ///< by SEND: what its wait is before
    std::vector<Node> m_nextWait;  ///< by SEND: the wait behind its own at the same place
    std::vector<Node> m_lastWait;  ///< by SEND: the wait before its own at the same place
    std::vector<Node> m_firstWait; ///< by node
    std::vector<std::uint32_t> m_number;
    std::vector<std::uint32_t> m_mark; ///< the last look that found the node
    std::uint32_t m_look = 0;
    std::vector<Node> m_found;
    bool m_isAcyclic = false;
};

} // namespace bubblescope
