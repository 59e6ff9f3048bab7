// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/communicator_explanation.h"
#include "core/analyze/gap_reasons.h"

#include <algorithm>

namespace bubblescope {

namespace {

class MessageCauses
{
public:
    MessageCauses(const Timeline& timeline, const IssueGraph& graph)
        : m_timeline(timeline)
        , m_schedule(*timeline.schedule)
        , m_graph(graph)
        , m_table(*timeline.schedule)
    {}

    [[nodiscard]] Bubble bubbleOf(std::uint32_t rank, const ComputeLane& lane, const LaneGap& gap) const
    {
        Bubble bubble = emptyBubble(rank, lane, gap);
        if (gap.next == LaneGap::kNone)
            return bubble;
        bubble.next = {rank, lane.cells[gap.next].index};
        GapReasons reasons;
        Time clock = gap.start;
        // On its way to the next cell the rank may run FSDP actions.
        const std::uint32_t first = gap.previous == LaneGap::kNone ? 0 : lane.cells[gap.previous].index + 1;
        for (std::uint32_t i = first; i < bubble.next.index; ++i) {
            const Place at{rank, i};
            if (!isFsdp(m_schedule.rows[rank][i].kind()) || !isCell(at))
                continue;
            addWait(reasons, gap, at, clock, m_timeline.startOf(at.position()));
            addFsdp(reasons, at);
            clock = std::max(clock, m_timeline.endOf(at.position()));
        }
        addWait(reasons, gap, bubble.next, clock, gap.end);
        takeReason(bubble, reasons.main(), gap);
        return bubble;
    }

private:
    [[nodiscard]] bool isCell(const Place& at) const
    {
        const std::uint32_t end = m_graph.endOf(at);
        return end != IssueGraph::kNone && m_graph.at(end).what == IssueMoment::CellEnd;
    }
    [[nodiscard]] Time timeOf(std::uint32_t moment) const
    {
        return m_timeline.head + m_graph.at(moment).time - m_graph.first();
    }

    void addFsdp(GapReasons& reasons, const Place& at) const
    {
        GapReason reason;
        reason.cause = BubbleCause::Fsdp;
        reason.length = m_timeline.endOf(at.position()) - m_timeline.startOf(at.position());
        reason.waitsFor = reason.during = at;
        if (reason.length > 0)
            reasons.add(reason);
    }

    /// From `from` to `to` the rank waits to begin a cell.
    void addWait(GapReasons& reasons, const LaneGap& gap, const Place& cell, Time from, Time to) const
    {
        addDecided(reasons, gap, m_graph.decidedBy(m_graph.endOf(cell) - 1), from, to);
    }

    /// From `from` to `to` it waits for a moment. A host that itself waited for its device is not late: what
    /// it waited for is the reason.
    void addDecided(GapReasons& reasons, const LaneGap& gap, std::uint32_t by, Time from, Time to) const
    {
        if (to <= from)
            return;
        if (by != IssueGraph::kNone && m_graph.at(by).what == IssueMoment::TransferEnd)
            return addTransfer(reasons, gap, m_graph.transfer(m_graph.at(by).item), from, to);
        const bool hasWaited = by != IssueGraph::kNone && m_graph.at(by).what == IssueMoment::HostGoesOn;
        const Time goesOn = hasWaited ? std::clamp(timeOf(by), from, to) : from;
        if (hasWaited)
            addDecided(reasons, gap, m_graph.decidedBy(by), from, goesOn);
        GapReason reason;
        reason.cause = BubbleCause::Host;
        reason.length = to - goesOn;
        if (reason.length > 0)
            reasons.add(reason);
    }

    /// From `from` to `to` it waits for a transfer's end.
    void addTransfer(GapReasons& reasons, const LaneGap& gap, const IssueGraph::Transfer& transfer, Time from,
                     Time to) const
    {
        const Time posted = timeOf(transfer.start);
        const std::uint32_t by = m_graph.decidedBy(transfer.start);
        // Its message was there before: until then the host is waited for, or what that waited for.
        const bool isLate = transfer.messages > 0 && posted > from && posted < to &&
                            m_graph.decidedBy(transfer.end) == transfer.start && isHost(by);
        if (isLate)
            addDecided(reasons, gap, by, from, posted);
        GapReason reason;
        reason.length = to - (isLate ? posted : from);
        explainTransfer(reason, isLate ? posted : gap.start, transfer, to);
        reasons.add(reason);
    }

    [[nodiscard]] bool isHost(std::uint32_t moment) const
    {
        return m_graph.at(moment).what == IssueMoment::HostGoesOn ||
               m_graph.at(moment).what == IssueMoment::Begin;
    }

    /// Why it waited from `since` to `to`.
    void explainTransfer(GapReason& reason, Time since, const IssueGraph::Transfer& transfer, Time to) const
    {
        if (transfer.messages == 0) {
            reason.cause = BubbleCause::Fsdp;
            reason.waitsFor = reason.during = {transfer.rank, transfer.action};
            return;
        }
        const std::uint32_t by = m_graph.decidedBy(transfer.end);
        const IssuedMessage message = messageFrom(transfer, m_graph.at(by).rank);
        reason.waitsFor = makerOf(transfer.rank, message);
        const Time departed = timeOf(by);
        reason.transfer = to - std::max(since, departed);
        reason.cause = departed <= since ? BubbleCause::Transfer : BubbleCause::Dependency;
        if (departed <= since || m_graph.at(by).what != IssueMoment::TransferStart)
            return;
        reason.heldBy = holderOf(m_graph.transfer(m_graph.at(by).item), since);
        if (reason.heldBy)
            reason.cause = BubbleCause::Communication;
    }

    /// The message of a transfer that comes from a rank, else any that it receives, else the first.
    [[nodiscard]] IssuedMessage messageFrom(const IssueGraph::Transfer& transfer, std::uint32_t rank) const
    {
        const auto messages = m_graph.messagesOf(transfer);
        const IssuedMessage* found = &messages.front();
        for (const IssuedMessage& one : messages)
            if (!one.isSend && (found->isSend || (one.peer == rank && found->peer != rank)))
                found = &one;
        return *found;
    }

    /// What a transfer that was ready by then stood behind: the nearest one before it on its stream that
    /// waited for another rank. Nothing if it was not the stream that was waited for.
    [[nodiscard]] std::optional<HeldUpBy> holderOf(const IssueGraph::Transfer& held, Time since) const
    {
        const IssueGraph::Transfer* one = &held;
        while (true) {
            const std::uint32_t by = m_graph.decidedBy(one->start);
            if (one->previous == IssueGraph::kNone || by != m_graph.transfer(one->previous).end)
                return std::nullopt;
            one = &m_graph.transfer(one->previous);
            if (timeOf(one->end) <= since)
                return std::nullopt;
            const std::uint32_t decided = m_graph.decidedBy(one->end);
            if (decided != one->start && one->messages > 0) {
                const IssuedMessage message = messageFrom(*one, m_graph.at(decided).rank);
                return HeldUpBy{one->rank, makerOf(one->rank, message), message.isSend};
            }
        }
    }

    /// Whose result a message carries.
    [[nodiscard]] Place makerOf(std::uint32_t rank, const IssuedMessage& message) const
    {
        const Action& action = m_schedule.rows[rank][message.action];
        const bool forward = isForward(action.kind()) || action.kind() == ActionKind::SendForward ||
                             action.kind() == ActionKind::ReceiveForward;
        std::uint32_t stage = action.stage().value;
        if (!message.isSend)
            stage += forward ? -1U : 1U;
        return m_table.find(forward ? ActionClass::Forward : ActionClass::InputGradient, StageId{stage},
                            action.microbatch());
    }

    const Timeline& m_timeline;
    const Schedule& m_schedule;
    const IssueGraph& m_graph;
    ActionTable m_table;
};

} // namespace

BubbleLedger ledgerOf(const Timeline& timeline, const IssueGraph& graph, const CancelToken& cancel)
{
    const MessageCauses causes(timeline, graph);
    return ledgerOfGaps(
        timeline,
        [&](std::uint32_t rank, const ComputeLane& lane, const LaneGap& gap) {
            return causes.bubbleOf(rank, lane, gap);
        },
        cancel);
}

} // namespace bubblescope
