// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/plain_turns.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/bindings.h"
#include "core/time/cost_model.h"
#include "core/time/dependencies.h"
#include "core/time/link_clock.h"

#include <limits>
#include <optional>

namespace bubblescope {

/// What each cell waited for in an order of F, I, W, B and R, of messages that do not block, and of FSDP
/// actions that do, under costs that only add up, told by the times around it: what Bindings tells, without
/// timing the order again; of messages that wait for each other it keeps 16 bytes an action. In times of
/// other rules a margin may be below 0 (or nothing decides), and an input that no rank runs has an infinite
/// one. Valid as long as the timeline and the table.
class PlainWaits
{
public:
    /// Nothing for any other order or costs. The table must be that of the timeline's order. O(actions to
    /// look at each).
    [[nodiscard]] static std::optional<PlainWaits> of(const Timeline& timeline, const CostModel& costs,
                                                      const ActionTable& table);

    /// Calls `visit(wait)` for each wait of the cell that begins at `cell`, in the order of
    /// Simulation::attempt(): the rank's own cell before first.
    template <typename Visit>
    void forEachWait(const Place& cell, Visit&& visit) const
    {
        const Row& row = m_timeline->schedule->rows[cell.rank];
        const Time start = startOf(cell);
        if (const Place before = doneBefore(cell))
            visit(Wait{Wait::Of::Start, {before}, start - endOf(before)});
        const bool communicates = isCommunication(row[cell.index].kind());
        std::uint32_t i = cell.index;
        do {
            if ((kindBit(row[i].kind()) & kNeedNothing) != 0)
                continue;
            for (const Input& input : m_dependencies.inputsOf(row[i], cell.rank)) {
                if (input.reachedOnly) {
                    visit(waitFor(input.producer, cell));
                    continue;
                }
                const bool isOwn = input.producer.rank == cell.rank && !input.transferred;
                const bool isLater = isOwn && input.producer.index >= cell.index;
                if (isOwn && !isLater && !communicates)
                    continue;
                const Moment moment = input.transferred ? Moment::Arrival : Moment::End;
                visit(Wait{Wait::Of::Start, {input.producer, moment}, marginOf(input, cell, start, isLater)});
            }
        } while (++i < row.size() && !row[i].startsCell());
        if (communicates)
            forEachDeparture(cell, visit);
    }
    /// What decided a moment of a cell: the first of its waits without margin; nowhere if there is none.
    [[nodiscard]] Binding decided(const Place& cell, Wait::Of of) const;
    /// When a rank was done with its last cell.
    [[nodiscard]] Time rankEnd(std::uint32_t rank) const;

    /// As PlainTurns::run().
    template <typename Visit, typename Soon, typename Settle>
    bool forEachCellBackwards(RoundTeam& team, Visit&& visit, Soon&& soon, Settle&& settle) const
    {
        return PlainTurns(*m_timeline, m_dependencies.table(), m_links).run(team, visit, soon, settle);
    }

private:
    /// But that their rank comes to them.
    static constexpr KindMask kNeedNothing =
        kindBit(ActionKind::ReceiveForward) | kindBit(ActionKind::ReceiveBackward) |
        kindBit(ActionKind::Unshard) | kindBit(ActionKind::Reshard) | kindBit(ActionKind::ReduceGrad) |
        kindBit(ActionKind::WaitReduceGrad);

    PlainWaits(const Timeline& timeline, const CostModel& costs, const ActionTable& table);
    /// Puts all messages on their links. False where a rank sends, or waits for, what another made or sent:
    /// then its row does not tell what it waited for.
    bool takeMessages();
    bool takeMessages(std::uint32_t rank);

    /// WAIT_SEND ends when the rank of the RECV has come to that.
    [[nodiscard]] Wait waitFor(const Place& receive, const Place& cell) const
    {
        if (!receive)
            return {Wait::Of::End, {}, -std::numeric_limits<Time>::infinity()};
        return {Wait::Of::End, {doneBefore(receive)}, endOf(cell) - startOf(receive)};
    }

    /// What the message of a SEND waited for on its link.
    template <typename Visit>
    void forEachDeparture(const Place& cell, Visit&& visit) const
    {
        const LinkClock::Message* message = m_links.messageOf(cell);
        if (message == nullptr)
            return;
        visit(Wait{Wait::Of::Departure, {cell, Moment::Start}, message->departure - startOf(cell)});
        if (message->before == Place::kNowhere)
            return;
        const Place before{cell.rank, message->before};
        visit(Wait{Wait::Of::Departure,
                   {before, Moment::Arrival},
                   message->departure - m_links.freeAfter(before, *m_links.messageOf(before))});
    }

    [[nodiscard]] Time marginOf(const Input& input, const Place& cell, Time start, bool isLater) const
    {
        // What the rank runs later cannot be there.
        if (!input.producer || isLater)
            return -std::numeric_limits<Time>::infinity();
        if (!input.transferred)
            return start - endOf(input.producer);
        // The end of a SEND is often far from the processor, and its message tells all.
        if (const LinkClock::Message* message = m_links.messageOf(input.producer))
            return start - m_links.arrivalOf(input.producer, *message);
        return start - m_links.arrival(input, endOf(input.producer), cell.rank);
    }

    [[nodiscard]] std::uint32_t rowSize(std::uint32_t rank) const
    {
        return static_cast<std::uint32_t>(m_timeline->schedule->rows[rank].size());
    }
    /// The last part of the rank's cell before.
    [[nodiscard]] Place doneBefore(const Place& cell) const
    {
        for (std::uint32_t i = cell.index; i-- > 0;)
            if (m_timeline->schedule->rows[cell.rank][i].hasTimeOfItsOwn())
                return {cell.rank, i};
        return {};
    }
    [[nodiscard]] Time startOf(const Place& at) const { return m_timeline->lanes[at.rank].start[at.index]; }
    [[nodiscard]] Time endOf(const Place& at) const { return m_timeline->lanes[at.rank].end[at.index]; }

    const Timeline* m_timeline;
    Dependencies m_dependencies;
    LinkClock m_links;
};

} // namespace bubblescope
