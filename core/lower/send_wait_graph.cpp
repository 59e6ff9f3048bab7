// SPDX-License-Identifier: Apache-2.0
#include "core/lower/send_wait_graph.h"

#include "core/time/action_table.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace bubblescope {

/// Turns places of the order into nodes while the rows are read.
class SendWaitPlaces
{
public:
    explicit SendWaitPlaces(const Schedule& schedule) : m_table(schedule), m_nodes(schedule.rows.size())
    {
        SendWaitGraph::Node next = 0;
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            m_nodes[r].reserve(schedule.rows[r].size());
            for (const Action& action : schedule.rows[r]) {
                m_nodes[r].push_back(next);
                next += isWaitSend(action.kind()) ? 0 : 1;
            }
            ++next;
        }
    }

    [[nodiscard]] SendWaitGraph::Node receiveOf(const Action& send) const
    {
        const bool forward = send.kind() == ActionKind::SendForward;
        return node(m_table.find(forward ? ActionClass::ReceiveForward : ActionClass::ReceiveBackward,
                                 StageId{forward ? send.stage().value + 1 : send.stage().value - 1},
                                 send.microbatch()));
    }
    [[nodiscard]] SendWaitGraph::Node sendOf(const Action& wait) const
    {
        return node(m_table.find(wait.kind() == ActionKind::WaitSendForward ? ActionClass::SendForward
                                                                            : ActionClass::SendBackward,
                                 wait.stage(), wait.microbatch()));
    }

private:
    [[nodiscard]] SendWaitGraph::Node node(const Place& place) const
    {
        return m_nodes[place.rank][place.index];
    }

    ActionTable m_table;
    std::vector<std::vector<SendWaitGraph::Node>> m_nodes; ///< of a wait: the node that it is before
};

SendWaitGraph::SendWaitGraph(const Schedule& schedule, std::uint64_t limit)
{
    std::size_t nodes = 0;
    for (const Row& row : schedule.rows) {
        m_rowBegin.push_back(static_cast<Node>(nodes));
        nodes += 1 + static_cast<std::size_t>(std::count_if(
                         row.begin(), row.end(), [](const Action& a) { return !isWaitSend(a.kind()); }));
    }
    m_rowBegin.push_back(static_cast<Node>(nodes));
    m_actions.reserve(nodes);
    for (auto* nodesOf : {&m_partner, &m_waitNode, &m_nextWait, &m_lastWait, &m_firstWait})
        nodesOf->assign(nodes, kNone);
    SendWaitPlaces places(schedule);
    for (const Row& row : schedule.rows)
        addRow(row, places);
    number(limit);
    m_mark.assign(nodes, 0);
}

void SendWaitGraph::addRow(const Row& row, SendWaitPlaces& places)
{
    Node lastWait = kNone;
    for (const Action& action : row) {
        const auto next = static_cast<Node>(m_actions.size());
        if (isWaitSend(action.kind())) {
            const Node send = places.sendOf(action);
            m_waitNode[send] = next;
            m_lastWait[send] = lastWait;
            (lastWait == kNone ? m_firstWait[next] : m_nextWait[lastWait]) = send;
            lastWait = send;
            continue;
        }
        lastWait = kNone;
        m_actions.push_back(action);
        if (isSend(next)) {
            const Node receive = places.receiveOf(action);
            m_partner[next] = receive;
            m_partner[receive] = next;
        }
    }
    m_actions.emplace_back();
}

template <typename Visit>
void SendWaitGraph::forEachBefore(Node node, Visit&& visit) const
{
    if (node > 0 && !m_actions[node - 1].isBubble())
        visit(node - 1);
    if (m_partner[node] != kNone && !isSend(node))
        visit(m_partner[node]);
    for (Node wait = m_firstWait[node]; wait != kNone; wait = m_nextWait[wait])
        visit(m_partner[wait]);
}

template <typename Visit>
void SendWaitGraph::forEachAfter(Node node, Visit&& visit) const
{
    if (!m_actions[node].isBubble())
        visit(node + 1);
    if (m_partner[node] != kNone)
        visit(isSend(node) ? m_partner[node] : m_waitNode[m_partner[node]]);
}

std::uint32_t SendWaitGraph::rankOf(Node node) const
{
    return static_cast<std::uint32_t>(std::upper_bound(m_rowBegin.begin(), m_rowBegin.end(), node) -
                                      m_rowBegin.begin() - 1);
}

/// Actions whose inputs are numbered, first come, first served; but a SEND over its rank's limit only when
/// its rank has room or nothing else is left.
class SendWaitGraph::ReadyQueue
{
public:
    ReadyQueue(const SendWaitGraph& graph, std::uint64_t limit)
        : m_graph(graph)
        , m_limit(limit)
        , m_sent(graph.m_rowBegin.size() - 1, 0)
        , m_putOff(graph.m_rowBegin.size() - 1, kNone)
    {}

    void push(Node node)
    {
        if (m_graph.isSend(node)) {
            const std::uint32_t rank = m_graph.rankOf(node);
            if (m_sent[rank] >= m_limit) {
                m_putOff[rank] = node;
                m_waiting.push_back(rank);
                return;
            }
            ++m_sent[rank];
        }
        m_ready.push_back(node);
    }

    /// kNone once it is empty.
    Node pop()
    {
        if (m_ready.empty())
            wakeOne();
        if (m_ready.empty())
            return kNone;
        const Node node = m_ready.front();
        m_ready.pop_front();
        if (const Node partner = m_graph.m_partner[node]; partner != kNone && !m_graph.isSend(node))
            received(m_graph.rankOf(partner));
        return node;
    }

private:
    void received(std::uint32_t rank)
    {
        --m_sent[rank];
        if (m_putOff[rank] != kNone && m_sent[rank] < m_limit)
            wake(rank);
    }
    void wake(std::uint32_t rank)
    {
        ++m_sent[rank];
        m_ready.push_back(std::exchange(m_putOff[rank], kNone));
    }
    void wakeOne()
    {
        for (; m_ready.empty() && !m_waiting.empty(); m_waiting.pop_front())
            if (m_putOff[m_waiting.front()] != kNone)
                wake(m_waiting.front());
    }

    const SendWaitGraph& m_graph;
    std::uint64_t m_limit;
    std::deque<Node> m_ready;
    std::vector<std::uint64_t> m_sent;   ///< by rank: sends that are not received
    std::vector<Node> m_putOff;          ///< by rank: the SEND that is put off
    std::deque<std::uint32_t> m_waiting; ///< ranks that put one off, some no longer
};

void SendWaitGraph::number(std::uint64_t limit)
{
    const std::size_t nodes = m_actions.size();
    std::vector<std::uint32_t> before(nodes, 0);
    for (Node node = 0; node < nodes; ++node)
        forEachBefore(node, [&](Node) { ++before[node]; });
    ReadyQueue ready(*this, limit);
    for (Node node = 0; node < nodes; ++node)
        if (before[node] == 0)
            ready.push(node);
    m_number.assign(nodes, 0);
    std::uint32_t next = 0;
    for (Node node = ready.pop(); node != kNone; node = ready.pop()) {
        m_number[node] = next++;
        forEachAfter(node, [&](Node after) {
            if (--before[after] == 0)
                ready.push(after);
        });
    }
    m_isAcyclic = next == nodes;
}

void SendWaitGraph::beginLook(Node node)
{
    ++m_look;
    m_found.clear();
    find(node);
}

void SendWaitGraph::find(Node node)
{
    if (isFound(node))
        return;
    m_mark[node] = m_look;
    m_found.push_back(node);
}

void SendWaitGraph::findBefore(Node node, std::uint32_t lowest)
{
    beginLook(node);
    for (std::size_t next = 0; next < m_found.size(); ++next)
        forEachBefore(m_found[next], [&](Node before) {
            if (m_number[before] >= lowest)
                find(before);
        });
}

void SendWaitGraph::findAfter(Node node, std::uint32_t highest)
{
    beginLook(node);
    for (std::size_t next = 0; next < m_found.size(); ++next)
        forEachAfter(m_found[next], [&](Node after) {
            if (m_number[after] <= highest)
                find(after);
        });
}

SendWaitGraph::Node SendWaitGraph::firstReceivedBefore(Node node, const std::set<Node>& sends)
{
    std::uint32_t lowest = m_number[node];
    for (const Node send : sends)
        lowest = std::min(lowest, m_number[m_partner[send]]);
    findBefore(node, lowest);
    const auto found =
        std::find_if(sends.begin(), sends.end(), [&](Node send) { return isFound(m_partner[send]); });
    return found == sends.end() ? kNone : *found;
}

SendWaitGraph::Node SendWaitGraph::firstNotReceivedAfter(Node node, const std::set<Node>& sends)
{
    std::uint32_t highest = m_number[node];
    for (const Node send : sends) {
        // Numbered before the node: it cannot come after it.
        if (m_number[m_partner[send]] < m_number[node])
            break;
        highest = std::max(highest, m_number[m_partner[send]]);
    }
    findAfter(node, highest);
    const auto found =
        std::find_if(sends.begin(), sends.end(), [&](Node send) { return !isFound(m_partner[send]); });
    return found == sends.end() ? kNone : *found;
}

void SendWaitGraph::moveWait(Node send, Node node)
{
    unlinkWait(send);
    if (m_number[m_partner[send]] > m_number[node])
        renumber(m_partner[send], node);
    linkWait(send, node);
}

void SendWaitGraph::renumber(Node receive, Node node)
{
    const auto byNumber = [&](Node a, Node b) { return m_number[a] < m_number[b]; };
    findBefore(receive, m_number[node]);
    std::vector<Node> order = m_found;
    std::sort(order.begin(), order.end(), byNumber);
    findAfter(node, m_number[receive]);
    std::sort(m_found.begin(), m_found.end(), byNumber);
    order.insert(order.end(), m_found.begin(), m_found.end());
    std::vector<std::uint32_t> numbers;
    numbers.reserve(order.size());
    for (const Node each : order)
        numbers.push_back(m_number[each]);
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < order.size(); ++i)
        m_number[order[i]] = numbers[i];
}

void SendWaitGraph::unlinkWait(Node send)
{
    const Node last = m_lastWait[send];
    const Node next = m_nextWait[send];
    (last == kNone ? m_firstWait[m_waitNode[send]] : m_nextWait[last]) = next;
    if (next != kNone)
        m_lastWait[next] = last;
    m_nextWait[send] = kNone;
    m_lastWait[send] = kNone;
}

void SendWaitGraph::linkWait(Node send, Node node)
{
    Node last = kNone;
    for (Node wait = m_firstWait[node]; wait != kNone; wait = m_nextWait[wait])
        last = wait;
    (last == kNone ? m_firstWait[node] : m_nextWait[last]) = send;
    m_lastWait[send] = last;
    m_waitNode[send] = node;
}

} // namespace bubblescope
