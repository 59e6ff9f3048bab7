// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/bindings.h"
#include "core/time/cost_model.h"
#include "core/time/dependencies.h"
#include "core/time/link_clock.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

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

    /// Calls `visit(rank)` for each cell but bubbles, the rank's last one first, so that all that waited for
    /// a cell has been before it. False, perhaps half-way, where one says false or cells wait for each other.
    template <typename Visit>
    bool forEachCellBackwards(Visit&& visit) const
    {
        std::vector<Turn> turns(m_timeline->lanes.size());
        std::vector<Next> heap;
        for (std::uint32_t r = 0; r < turns.size(); ++r)
            if (turns[r] = turnBefore(r, rowSize(r)); turns[r].end > 0)
                heap.push_back({turns[r].time, r, turns[r].begin});
        std::make_heap(heap.begin(), heap.end());
        std::vector<std::uint32_t> held;
        while (!heap.empty()) {
            Next& latest = heap.front();
            Turn& turn = turns[latest.rank];
            // Others of the same moment may have needed it before.
            if (latest.begin == turn.begin && turn.end > 0 && !take(latest.rank, turns, held, visit))
                return false;
            latest.time = turn.time;
            latest.begin = turn.begin;
            if (turn.end == 0) {
                latest = heap.back();
                heap.pop_back();
            }
            sink(heap);
        }
        return true;
    }

private:
    static constexpr std::uint32_t kFetchedAhead = 24; ///< actions: three lines of the cache
    /// But that their rank comes to them.
    static constexpr KindMask kNeedNothing =
        kindBit(ActionKind::ReceiveForward) | kindBit(ActionKind::ReceiveBackward) |
        kindBit(ActionKind::Unshard) | kindBit(ActionKind::Reshard) | kindBit(ActionKind::ReduceGrad) |
        kindBit(ActionKind::WaitReduceGrad);
    /// The cell of a rank whose turn is next.
    struct Turn
    {
        Time time = 0; ///< what waits for it ends later, or at the same time
        std::uint32_t begin = 0;
        std::uint32_t end = 0;                 ///< 0 = none is left
        std::uint32_t after = Place::kNowhere; ///< the cell that had its turn before
        bool isHeld = false;                   ///< until others have had theirs
    };
    struct Next
    {
        Time time = 0;
        std::uint32_t rank = 0;
        std::uint32_t begin = 0;

        bool operator<(const Next& other) const { return time < other.time; }
    };

    PlainWaits(const Timeline& timeline, const CostModel& costs, const ActionTable& table);

    /// The next cell of a rank, and before it what waits for it and takes no more time than none.
    template <typename Visit>
    bool take(std::uint32_t rank, std::vector<Turn>& turns, std::vector<std::uint32_t>& held,
              Visit&& visit) const
    {
        const auto goOn = [&](std::uint32_t of) {
            Turn& turn = turns[of];
            const std::uint32_t begin = turn.begin;
            turn = turnBefore(of, begin);
            turn.after = begin;
            fetchBefore({of, begin});
        };
        if (endOf({rank, turns[rank].begin}) > turns[rank].time || heldUpBy(rank, turns) == Place::kNowhere) {
            if (!visit(rank))
                return false;
            goOn(rank);
            return true;
        }
        held.assign(1, rank);
        turns[rank].isHeld = true;
        while (!held.empty()) {
            const std::uint32_t last = held.back();
            if (const std::uint32_t other = heldUpBy(last, turns); other != Place::kNowhere) {
                if (turns[other].isHeld)
                    return false;
                turns[other].isHeld = true;
                held.push_back(other);
                continue;
            }
            if (!visit(last))
                return false;
            goOn(last);
            held.pop_back();
        }
        return true;
    }

    /// Brings what was put on top of a heap to its place.
    static void sink(std::vector<Next>& heap)
    {
        std::size_t at = 0;
        for (std::size_t below = 1; below < heap.size(); below = 2 * at + 1) {
            below += below + 1 < heap.size() && heap[below] < heap[below + 1] ? 1 : 0;
            if (!(heap[at] < heap[below]))
                return;
            std::swap(heap[at], heap[below]);
            at = below;
        }
    }

    /// A rank with a cell that waits for the next one of `rank` and had no turn yet; else kNowhere.
    [[nodiscard]] std::uint32_t heldUpBy(std::uint32_t rank, const std::vector<Turn>& turns) const;
    /// The message of a SEND takes no time.
    [[nodiscard]] bool arrivesAtOnce(const Place& send) const;

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
        const Time produced = endOf(input.producer);
        return start - (input.transferred ? m_links.arrival(input, produced, cell.rank) : produced);
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
    [[nodiscard]] Turn turnBefore(std::uint32_t rank, std::uint32_t end) const
    {
        const Place last = doneBefore({rank, end});
        if (!last)
            return {};
        const Row& row = m_timeline->schedule->rows[rank];
        std::uint32_t begin = last.index;
        while (begin > 0 && !row[begin].startsCell())
            --begin;
        // A wait is held up at its end.
        const bool isWait = row[begin].kind() == ActionKind::WaitSendForward ||
                            row[begin].kind() == ActionKind::WaitSendBackward;
        return {isWait ? endOf(last) : startOf({rank, begin}), begin, last.index + 1};
    }
    /// Ranks take turns, too many for the processor to see that each goes through its row.
    void fetchBefore(const Place& at) const
    {
        if (at.index < kFetchedAhead)
            return;
        const std::uint32_t index = at.index - kFetchedAhead;
        const LaneTimes& lane = m_timeline->lanes[at.rank];
        __builtin_prefetch(m_timeline->schedule->rows[at.rank].data() + index);
        __builtin_prefetch(lane.start.data() + index);
        __builtin_prefetch(lane.end.data() + index);
    }
    [[nodiscard]] Time startOf(const Place& at) const { return m_timeline->lanes[at.rank].start[at.index]; }
    [[nodiscard]] Time endOf(const Place& at) const { return m_timeline->lanes[at.rank].end[at.index]; }

    const Timeline* m_timeline;
    Dependencies m_dependencies;
    LinkClock m_links;
};

} // namespace bubblescope
