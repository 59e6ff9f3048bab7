// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace bubblescope::test {

/// Times a small order by raising all times until none changes any more, with one action made longer. Written
/// apart from the simulation, for the rules of docs/cost-model.md, "When an action starts" (strict and
/// pp-schedule-visualization); durations of compute and FSDP are taken from a timeline.
class SlackOracle
{
public:
    SlackOracle(const Timeline& timeline, const CostModel& costs)
        : m_schedule(*timeline.schedule)
        , m_costs(costs)
    {
        for (std::size_t r = 0; r < m_schedule.rows.size(); ++r)
            for (std::size_t i = 0; i < m_schedule.rows[r].size(); ++i) {
                const Action& action = m_schedule.rows[r][i];
                m_nodes.push_back({action, r, i});
                m_nodes.back().takes = isCommunication(action.kind())
                                           ? 0
                                           : timeline.lanes[r].end[i] - timeline.lanes[r].start[i];
                if (!isFsdp(action.kind()) && !action.isBubble())
                    m_at[{letterOf(action.kind()), action.stage().value, action.microbatch().value}] =
                        m_nodes.size() - 1;
                m_last = std::max(m_last, action.stage().value);
            }
    }

    /// The makespan when the action is `extra` longer; a SEND that does not block is as much later, and of
    /// two that meet the meeting.
    Time makespan(std::size_t rank = 0, std::size_t index = 0, Time extra = 0)
    {
        for (Node& node : m_nodes) {
            node.start = node.end = node.arrival = node.departure = 0;
            node.extra = node.rank == rank && cellOf(node) == cellOf(rank, index) ? extra : 0;
        }
        do {
            m_changed = false;
            pass();
        } while (m_changed);
        Time latest = 0;
        for (const Node& node : m_nodes)
            latest = std::max({latest, node.end});
        return latest;
    }

    Time endOf(std::size_t rank, std::size_t index) const
    {
        for (const Node& node : m_nodes)
            if (node.rank == rank && node.index == index)
                return node.end;
        return -1;
    }

private:
    struct Node
    {
        Action action;
        std::size_t rank = 0;
        std::size_t index = 0;
        Time takes = 0;
        Time extra = 0;
        Time start = 0;
        Time end = 0;
        Time departure = 0;
        Time arrival = 0;
    };

    static char letterOf(ActionKind kind)
    {
        switch (kind) {
        case ActionKind::Forward:
            return 'F';
        case ActionKind::BackwardWeight:
            return 'W';
        case ActionKind::Backward:
        case ActionKind::BackwardInput:
            return 'G';
        case ActionKind::SendForward:
            return 's';
        case ActionKind::ReceiveForward:
            return 'r';
        case ActionKind::SendBackward:
            return 'S';
        case ActionKind::ReceiveBackward:
            return 'R';
        case ActionKind::WaitSendForward:
            return 'w';
        default:
            return 'x'; // WAIT_SEND_B
        }
    }

    std::size_t cellOf(std::size_t rank, std::size_t index) const
    {
        while (index > 0 && !m_schedule.rows[rank][index].startsCell())
            --index;
        return index;
    }
    std::size_t cellOf(const Node& node) const { return cellOf(node.rank, node.index); }

    Node* find(char letter, std::uint32_t stage, const Action& like)
    {
        const auto found = m_at.find({letter, stage, like.microbatch().value});
        return found == m_at.end() ? nullptr : &m_nodes[found->second];
    }

    bool isRendezvous() const { return m_costs.transfer.mode == TransferMode::Rendezvous; }
    bool isForeign() const { return m_costs.profile != TimingProfile::Strict; }

    void raise(Time& time, Time to)
    {
        if (to > time) {
            time = to;
            m_changed = true;
        }
    }

    void pass()
    {
        std::map<std::size_t, Time> clock;
        std::map<std::size_t, Time> stream;
        std::map<std::tuple<std::size_t, std::uint32_t, ActionKind>, Time> gates;
        std::map<std::pair<std::size_t, std::size_t>, Time> links;
        for (std::size_t n = 0; n < m_nodes.size();) {
            std::size_t end = n + 1;
            while (end < m_nodes.size() && m_nodes[end].rank == m_nodes[n].rank &&
                   !m_nodes[end].action.startsCell())
                ++end;
            Node& node = m_nodes[n];
            const ActionKind kind = node.action.kind();
            Time start = clock[node.rank];
            const bool beside = m_costs.overlapsFsdp && isFsdp(kind) && kind != ActionKind::WaitReduceGrad;
            if (beside)
                start = std::max(start, stream[node.rank]);
            for (std::size_t i = n; i < end; ++i) {
                start = std::max(start, ready(m_nodes[i]));
                if (m_costs.overlapsFsdp && isCompute(m_nodes[i].action.kind()))
                    start = std::max(
                        start, gates[{node.rank, m_nodes[i].action.stage().value, ActionKind::Unshard}]);
            }
            if (m_costs.overlapsFsdp && kind == ActionKind::WaitReduceGrad)
                start =
                    std::max(start, gates[{node.rank, node.action.stage().value, ActionKind::ReduceGrad}]);
            if (isCommunication(kind))
                communicate(node, start, links);
            else
                for (std::size_t i = n; i < end; ++i) {
                    raise(m_nodes[i].start, start);
                    raise(m_nodes[i].end, m_nodes[i].start + m_nodes[i].takes + m_nodes[i].extra);
                }
            if (beside) {
                stream[node.rank] = node.end;
                gates[{node.rank, node.action.stage().value, kind}] = node.end;
            } else {
                for (std::size_t i = n; i < end; ++i)
                    clock[node.rank] = std::max(clock[node.rank], m_nodes[i].end);
            }
            n = end;
        }
    }

    /// When what a compute action or a SEND needs is there.
    Time ready(const Node& node)
    {
        const std::uint32_t stage = node.action.stage().value;
        const auto endOf = [](const Node* from) { return from ? from->end : 0; };
        switch (letterOf(node.action.kind())) {
        case 'F':
            return node.action.kind() == ActionKind::Forward && stage > 0
                       ? arrived(node, find('F', stage - 1, node.action), 's', 'r')
                       : 0;
        case 'G': {
            const Time own = isForeign() ? 0 : endOf(find('F', stage, node.action));
            return stage < m_last ? std::max(own, arrived(node, find('G', stage + 1, node.action), 'S', 'R'))
                                  : own;
        }
        case 'W':
            return isForeign()
                       ? (stage < m_last ? endOf(find('G', stage, node.action)) + timeOf(node.rank, node.rank)
                                         : 0)
                       : endOf(find('G', stage, node.action));
        case 's':
            return endOf(find('F', stage, node.action));
        case 'S':
            return endOf(find('G', stage, node.action));
        default:
            return 0;
        }
    }

    Time arrived(const Node& to, const Node* from, char send, char receive)
    {
        if (from == nullptr)
            return 0;
        const Time transfer = timeOf(from->rank, to.rank);
        if (from->rank == to.rank)
            return from->end + (isForeign() ? transfer : 0);
        if (const Node* sent = find(send, from->action.stage().value, to.action))
            return isRendezvous() ? find(receive, to.action.stage().value, to.action)->end : sent->arrival;
        return from->end + transfer;
    }

    void communicate(Node& node, Time start, std::map<std::pair<std::size_t, std::size_t>, Time>& links)
    {
        const char letter = letterOf(node.action.kind());
        const std::uint32_t stage = node.action.stage().value;
        const bool forward = letter == 's' || letter == 'r' || letter == 'w';
        const bool receives = letter == 'r' || letter == 'R';
        const std::uint32_t sender = receives ? (forward ? stage - 1 : stage + 1) : stage;
        const std::uint32_t receiver = forward ? sender + 1 : sender - 1;
        Node* send = find(forward ? 's' : 'S', sender, node.action);
        Node* receive = find(forward ? 'r' : 'R', receiver, node.action);
        const bool posts = find(forward ? 'w' : 'x', sender, node.action) != nullptr;
        if (letter == 'w' || letter == 'x') {
            raise(node.start, std::max(start, send->end));
            raise(node.end, std::max(node.start, receive->start) + node.extra);
        } else if (!isRendezvous() || (posts && !receives)) {
            raise(node.start, start + (receives ? 0 : node.extra));
            raise(node.end, node.start + (receives ? node.extra : 0));
            if (!receives && !isRendezvous())
                transfer(*send, *receive, start, links, node.extra);
        } else {
            raise(node.start, start);
            const Time extra = receive->extra + (posts ? 0 : send->extra);
            // The order of a link's messages is that of the receiver's row.
            if (receives)
                transfer(*send, *receive, std::max(send->start, receive->start), links, extra);
            raise(node.end, std::max(node.start, send->arrival));
        }
    }

    void transfer(Node& send, const Node& receive, Time time,
                  std::map<std::pair<std::size_t, std::size_t>, Time>& links, Time extra = 0)
    {
        const Time occupied = occupiedOf(send.rank, receive.rank);
        Time& free = links[{send.rank, receive.rank}];
        raise(send.departure, (occupied > 0 ? std::max(time, free) : time) + extra);
        free = send.departure + occupied;
        raise(send.arrival, send.departure + timeOf(send.rank, receive.rank));
    }

    const LinkCost* linkOf(std::size_t from, std::size_t to) const
    {
        for (const LinkCost& link : m_costs.transfer.links)
            if (link.from == from && link.to == to)
                return &link;
        return nullptr;
    }
    Time occupiedOf(std::size_t from, std::size_t to) const
    {
        const TransferCost& transfer = m_costs.transfer;
        const LinkCost* link = linkOf(from, to);
        const double bandwidth = link ? link->bandwidth.value_or(transfer.bandwidth) : transfer.bandwidth;
        return bandwidth > 0 ? (link ? link->bytes.value_or(transfer.bytes) : transfer.bytes) / bandwidth : 0;
    }
    Time timeOf(std::size_t from, std::size_t to) const
    {
        const LinkCost* link = linkOf(from, to);
        return occupiedOf(from, to) +
               (link ? link->latency.value_or(m_costs.transfer.latency) : m_costs.transfer.latency);
    }

    const Schedule& m_schedule;
    const CostModel& m_costs;
    std::vector<Node> m_nodes;
    std::map<std::tuple<char, std::uint32_t, std::uint32_t>, std::size_t> m_at;
    std::uint32_t m_last = 0;
    bool m_changed = false;
};

} // namespace bubblescope::test
