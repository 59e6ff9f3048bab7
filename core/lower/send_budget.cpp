// SPDX-License-Identifier: Apache-2.0
#include "core/lower/send_budget.h"

#include "core/lower/order_check.h"
#include "core/lower/send_wait_graph.h"

#include <fmt/format.h>
#include <set>

namespace bubblescope {

namespace {

using Node = SendWaitGraph::Node;

tl::unexpected<Error> overLimit(std::uint32_t rank, Node send, const SendWaitGraph& graph,
                                const std::set<Node>& open)
{
    constexpr std::size_t kNamed = 4;
    const std::string name = actionText(graph.action(send).id());
    if (open.empty())
        return invalidInput(
            {"lower.rank-sends-max-outstanding", "rank {rank} sends {send}, but max_outstanding_sends is 0"},
            rank, name);
    std::string names;
    std::size_t named = 0;
    for (auto each = open.begin(); each != open.end() && named < kNamed; ++each, ++named)
        names += fmt::format("{}{}", named > 0 ? ", " : "", actionText(graph.action(*each).id()));
    if (open.size() > named)
        names += fmt::format(" and {} more", open.size() - named);
    if (open.size() == 1)
        return invalidInput({"lower.must-start-while-one",
                             "rank {rank} must start {send} while {other} is in progress, but "
                             "max_outstanding_sends is {most}"},
                            rank, name, names, open.size());
    return invalidInput(
        {"lower.must-start-while-several",
         "rank {rank} must start {send} while {others} are in progress, but max_outstanding_sends is {most}"},
        rank, name, names, open.size());
}

/// Goes along one rank's row until it is cancelled; the SEND for which there is no room, or kNone.
Node spread(SendWaitGraph& graph, std::uint32_t rank, std::uint64_t limit, std::set<Node>& open,
            const CancelToken& cancel)
{
    constexpr Node kActionsPerLook = 1U << 10U;
    open.clear();
    for (Node node = graph.rowBegin(rank); node < graph.rowEnd(rank); ++node) {
        if (node % kActionsPerLook == 0 && cancel.isCancelled())
            break;
        for (Node wait = graph.firstWait(node); wait != SendWaitGraph::kNone; wait = graph.nextWait(wait))
            open.erase(wait);
        if (!graph.isSend(node))
            continue;
        if (open.size() >= limit) {
            Node ended = graph.firstReceivedBefore(node, open);
            if (ended == SendWaitGraph::kNone)
                ended = graph.firstNotReceivedAfter(node, open);
            if (ended == SendWaitGraph::kNone)
                return node;
            graph.moveWait(ended, node);
            open.erase(ended);
        }
        open.insert(node);
    }
    return SendWaitGraph::kNone;
}

Row rowOf(const SendWaitGraph& graph, std::uint32_t rank, std::size_t size)
{
    Row row;
    row.reserve(size);
    for (Node node = graph.rowBegin(rank); node <= graph.rowEnd(rank); ++node) {
        for (Node wait = graph.firstWait(node); wait != SendWaitGraph::kNone; wait = graph.nextWait(wait)) {
            const Action& send = graph.action(wait);
            row.emplace_back(send.stage(),
                             send.kind() == ActionKind::SendForward ? ActionKind::WaitSendForward
                                                                    : ActionKind::WaitSendBackward,
                             send.microbatch());
        }
        if (node < graph.rowEnd(rank))
            row.push_back(graph.action(node));
    }
    return row;
}

} // namespace

Result<Schedule> limitOutstandingSends(const Schedule& lowered, std::uint64_t limit,
                                       const CancelToken& cancel)
{
    SendWaitGraph graph(lowered, limit);
    if (!graph.isAcyclic())
        return failure(ErrorKind::DoesNotHold, {"lower.waits-sends-close-circle",
                                                "the waits for sends form a cycle: the order cannot run"});
    std::set<Node> open;
    for (std::uint32_t r = 0; r < lowered.rankCount(); ++r) {
        if (const Node send = spread(graph, r, limit, open, cancel); send != SendWaitGraph::kNone)
            return overLimit(r, send, graph, open);
        if (cancel.isCancelled())
            return tl::unexpected(cancelledLowering());
    }
    Schedule limited = emptied(lowered);
    for (std::uint32_t r = 0; r < lowered.rankCount(); ++r)
        limited.rows[r] = rowOf(graph, r, lowered.rows[r].size());
    return limited;
}

} // namespace bubblescope
