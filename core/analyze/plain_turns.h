// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/round_team.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/link_clock.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

/// Neighboring ranks that one thread looks after.
struct RankPart
{
    unsigned number = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0; ///< one past

    [[nodiscard]] bool has(std::uint32_t rank) const { return rank >= first && rank < last; }
};

/// Takes the cells of an order that PlainWaits can tell of backwards, so that all that waited for a cell has
/// its turn before it. Valid as long as what it was made of.
class PlainTurns
{
public:
    PlainTurns(const Timeline& timeline, const ActionTable& table, const LinkClock& links)
        : m_timeline(&timeline)
        , m_table(&table)
        , m_links(&links)
        , m_turns(timeline.lanes.size())
    {}

    /// Calls `visit(rank, part)` for each cell but bubbles, the last one of a rank first, and `soon(action)`
    /// for what the cells to come will look at. Those who help the team take a part of the ranks each: what a
    /// visit tells ranks of other parts has to wait until `settle()`, which is called when no part is at
    /// work. False, perhaps half-way, where a visit says false or cells wait for each other.
    template <typename Visit, typename Soon, typename Settle>
    bool run(RoundTeam& team, Visit&& visit, Soon&& soon, Settle&& settle)
    {
        for (std::uint32_t r = 0; r < m_turns.size(); ++r)
            stepBack(r, static_cast<std::uint32_t>(m_timeline->schedule->rows[r].size()), Place::kNowhere,
                     soon);
        const RankPart all{0, 0, static_cast<std::uint32_t>(m_turns.size())};
        const auto visitAlone = [&](std::uint32_t rank) { return visit(rank, all); };
        if (const std::optional<bool> isDone = runByRank(team, visit, visitAlone, soon, settle))
            return *isDone;
        return runByTime(visitAlone, soon);
    }

private:
    static constexpr Time kNever = std::numeric_limits<Time>::infinity();
    static constexpr std::uint32_t kFetchedAhead = 24; ///< actions: three lines of the cache
    /// The cell of a rank whose turn is next.
    struct Turn
    {
        Time time = 0;   ///< what waits for it ends later, or at the same time
        Time needed = 0; ///< no cell of another rank that waits for it has an earlier time
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

    /// What a part leaves of a round.
    struct alignas(64) PartRound
    {
        Time next = -kNever;             ///< the latest turn of its ranks but the tied ones
        std::vector<std::uint32_t> tied; ///< ranks whose turn is the latest of all, and may need others first
        bool isRefused = false;
    };

    /// Rank after rank, all cells that only cells wait for which are later than any that is left; then again.
    /// Ranks come in the same order each time, which the processor can foresee. Nothing, half-way, if so few
    /// ranks have a cell each time that a heap is faster.
    template <typename Visit, typename VisitAlone, typename Soon, typename Settle>
    std::optional<bool> runByRank(RoundTeam& team, Visit&& visit, VisitAlone&& visitAlone, Soon&& soon,
                                  Settle&& settle)
    {
        constexpr std::size_t kLooksPerAction = 8; // so many take as long as one turn of the heap
        constexpr unsigned kRanksForAPart = 8;     // fewer take less time than the threads to meet
        const auto ranks = static_cast<std::uint32_t>(m_turns.size());
        const unsigned most = std::clamp(ranks / kRanksForAPart, 1U, team.most());
        std::size_t looksLeft = kLooksPerAction * m_timeline->schedule->actionCount();
        Time latest = -kNever;
        for (const Turn& turn : m_turns)
            if (turn.end > 0)
                latest = std::max(latest, turn.time);
        std::vector<PartRound> rounds(most);
        unsigned parts = 1;
        const RoundTeam::Work runPart = [&](unsigned part) {
            const RankPart own{part, ranks * part / parts, ranks * (part + 1) / parts};
            passFree(own, latest, visit, soon, rounds[part]);
        };
        while (latest != -kNever) {
            if (looksLeft < ranks)
                return std::nullopt;
            looksLeft -= ranks;
            parts = std::min(most, team.size());
            Time next = -kNever;
            if (parts == 1) {
                if (!passAll(latest, visitAlone, soon, next))
                    return false;
            } else {
                team.run(parts, runPart);
                settle();
                if (!passTied(std::span(rounds).first(parts), latest, visitAlone, soon, next))
                    return false;
            }
            latest = next;
        }
        return true;
    }

    /// The round of all ranks in one thread.
    template <typename VisitAlone, typename Soon>
    bool passAll(Time latest, VisitAlone&& visit, Soon&& soon, Time& next)
    {
        for (std::uint32_t r = 0; r < m_turns.size(); ++r)
            if (!passReady(r, latest, visit, soon, next))
                return false;
        return true;
    }
    template <typename VisitAlone, typename Soon>
    bool passReady(std::uint32_t rank, Time latest, VisitAlone&& visit, Soon&& soon, Time& next)
    {
        const Turn& turn = m_turns[rank];
        while (turn.end > 0 && (turn.needed > latest || turn.time == latest))
            if (!(turn.needed > latest ? pass(rank, visit, soon) : take(rank, visit, soon)))
                return false;
        if (turn.end > 0)
            next = std::max(next, turn.time);
        return true;
    }

    /// The round of some ranks beside others: what was needed by others had its turn in rounds before.
    template <typename Visit, typename Soon>
    void passFree(const RankPart& own, Time latest, Visit&& visit, Soon&& soon, PartRound& round)
    {
        const auto visitOwn = [&](std::uint32_t rank) { return visit(rank, own); };
        Time next = -kNever;
        round.tied.clear();
        for (std::uint32_t r = own.first; r < own.last; ++r) {
            const Turn& turn = m_turns[r];
            while (turn.end > 0 && turn.needed > latest)
                if (!pass(r, visitOwn, soon)) {
                    round.isRefused = true;
                    return;
                }
            if (turn.end == 0)
                continue;
            if (turn.time == latest)
                round.tied.push_back(r);
            else
                next = std::max(next, turn.time);
        }
        round.next = next;
    }
    /// The rest of a round whose parts are done.
    template <typename VisitAlone, typename Soon>
    bool passTied(std::span<const PartRound> rounds, Time latest, VisitAlone&& visit, Soon&& soon, Time& next)
    {
        for (const PartRound& round : rounds) {
            if (round.isRefused)
                return false;
            next = std::max(next, round.next);
        }
        for (const PartRound& round : rounds)
            for (const std::uint32_t rank : round.tied)
                if (!passReady(rank, latest, visit, soon, next))
                    return false;
        return true;
    }

    /// The latest of all ranks first.
    template <typename Visit, typename Soon>
    bool runByTime(Visit&& visit, Soon&& soon)
    {
        std::vector<Next> heap;
        for (std::uint32_t r = 0; r < m_turns.size(); ++r)
            if (m_turns[r].end > 0)
                heap.push_back({m_turns[r].time, r, m_turns[r].begin});
        std::make_heap(heap.begin(), heap.end());
        while (!heap.empty()) {
            Next& latest = heap.front();
            const Turn& turn = m_turns[latest.rank];
            // Others of the same moment may have needed it before.
            if (latest.begin == turn.begin && turn.end > 0 && !take(latest.rank, visit, soon))
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

    /// The next cell of a rank, of which all that waits for it has had its turn.
    template <typename Visit, typename Soon>
    bool pass(std::uint32_t rank, Visit&& visit, Soon&& soon)
    {
        if (!visit(rank))
            return false;
        const std::uint32_t begin = m_turns[rank].begin;
        stepBack(rank, begin, begin, soon);
        return true;
    }

    /// The next cell of a rank whose time is the latest, and before it what waits for it and takes no time.
    template <typename Visit, typename Soon>
    bool take(std::uint32_t rank, Visit&& visit, Soon&& soon)
    {
        if (endOf({rank, m_turns[rank].begin}) > m_turns[rank].time || heldUpBy(rank) == Place::kNowhere)
            return pass(rank, visit, soon);
        m_held.assign(1, rank);
        m_turns[rank].isHeld = true;
        while (!m_held.empty()) {
            const std::uint32_t last = m_held.back();
            if (const std::uint32_t other = heldUpBy(last); other != Place::kNowhere) {
                if (m_turns[other].isHeld)
                    return false;
                m_turns[other].isHeld = true;
                m_held.push_back(other);
                continue;
            }
            if (!pass(last, visit, soon))
                return false;
            m_held.pop_back();
        }
        return true;
    }

    /// The cell of a rank before `end` is next. Field by field: a turn that is copied as a whole right after
    /// it was made waits until it has reached the cache.
    template <typename Soon>
    void stepBack(std::uint32_t rank, std::uint32_t end, std::uint32_t after, Soon&& soon)
    {
        Turn& turn = m_turns[rank];
        turn.isHeld = false;
        fetchBefore({rank, end}, soon);
        const Row& row = m_timeline->schedule->rows[rank];
        while (end > 0 && !row[end - 1].hasTimeOfItsOwn())
            --end;
        turn.end = end;
        if (end == 0)
            return;
        std::uint32_t begin = end - 1;
        while (begin > 0 && !row[begin].startsCell())
            --begin;
        turn.begin = begin;
        turn.after = after;
        // A wait is held up at its end.
        turn.time = isWaitSend(row[begin].kind()) ? endOf({rank, end - 1}) : startOf({rank, begin});
        turn.needed = neededFrom({rank, begin}, end, after);
    }
    [[nodiscard]] Time neededFrom(const Place& cell, std::uint32_t end, std::uint32_t after) const
    {
        const Row& row = m_timeline->schedule->rows[cell.rank];
        const ActionKind kind = row[cell.index].kind();
        Time needed = kNever;
        if (isSend(kind))
            needed = arrivalOf(cell);
        else if (!isReceive(kind) && !isWaitSend(kind)) // for these only their own rank waits
            for (std::uint32_t i = cell.index; i < end; ++i)
                needed = std::min(needed, endOf({cell.rank, i}));
        if (after != Place::kNowhere && isReceive(row[after].kind()))
            if (const Place wait = waitSendFor(row[after]))
                needed = std::min(needed, endOf(wait));
        return needed;
    }

    /// Ranks take turns, too many for the processor to see that each goes through its row. Inlined, for a
    /// function that does nothing else is left out as one without effect.
    template <typename Soon>
    [[gnu::always_inline]] void fetchBefore(const Place& at, Soon&& soon) const
    {
        if (at.index < kFetchedAhead)
            return;
        const std::uint32_t index = at.index - kFetchedAhead;
        const LaneTimes& lane = m_timeline->lanes[at.rank];
        __builtin_prefetch(m_timeline->schedule->rows[at.rank].data() + index);
        __builtin_prefetch(lane.start.data() + index);
        __builtin_prefetch(lane.end.data() + index);
        m_links->fetch({at.rank, index});
        soon(Place{at.rank, index});
        fetchOtherSide({at.rank, at.index - kFetchedAhead / 2}, soon);
    }
    /// A WAIT_SEND can be far from its SEND and from its RECV.
    template <typename Soon>
    [[gnu::always_inline]] void fetchOtherSide(const Place& at, Soon&& soon) const
    {
        const Action& action = m_timeline->schedule->rows[at.rank][at.index];
        if (isReceive(action.kind())) {
            if (const Place wait = waitSendFor(action))
                __builtin_prefetch(m_timeline->lanes[wait.rank].end.data() + wait.index);
        } else if (isWaitSend(action.kind())) {
            if (const Place send = sendOf(action)) {
                __builtin_prefetch(m_timeline->lanes[send.rank].end.data() + send.index);
                soon(send);
            }
            const Place receive = receiveOf(action);
            if (!receive || receive.index == 0)
                return;
            __builtin_prefetch(m_timeline->schedule->rows[receive.rank].data() + receive.index);
            __builtin_prefetch(m_timeline->lanes[receive.rank].start.data() + receive.index);
            soon(Place{receive.rank, receive.index - 1});
        }
    }

    /// A rank with a cell that waits for the next one of `rank` and had no turn yet; else kNowhere.
    [[nodiscard]] std::uint32_t heldUpBy(std::uint32_t rank) const;

    /// The WAIT_SEND that ends when the rank comes to a RECV.
    [[nodiscard]] Place waitSendFor(const Action& receive) const
    {
        const std::uint32_t stage = receive.stage().value;
        return receive.kind() == ActionKind::ReceiveForward
                   ? m_table->find(ActionClass::WaitSendForward, StageId{stage - 1}, receive.microbatch())
                   : m_table->find(ActionClass::WaitSendBackward, StageId{stage + 1}, receive.microbatch());
    }
    [[nodiscard]] Place sendOf(const Action& waitSend) const
    {
        return m_table->find(waitSend.kind() == ActionKind::WaitSendForward ? ActionClass::SendForward
                                                                            : ActionClass::SendBackward,
                             waitSend.stage(), waitSend.microbatch());
    }
    [[nodiscard]] Place receiveOf(const Action& waitSend) const
    {
        const std::uint32_t stage = waitSend.stage().value;
        return waitSend.kind() == ActionKind::WaitSendForward
                   ? m_table->find(ActionClass::ReceiveForward, StageId{stage + 1}, waitSend.microbatch())
                   : m_table->find(ActionClass::ReceiveBackward, StageId{stage - 1}, waitSend.microbatch());
    }
    /// When the message of a SEND is there.
    [[nodiscard]] Time arrivalOf(const Place& send) const
    {
        const LinkClock::Message* message = m_links->messageOf(send);
        return message != nullptr ? m_links->arrivalOf(send, *message)
                                  : endOf(send) + m_links->lines().of(send.rank, send.rank).time();
    }
    [[nodiscard]] Time startOf(const Place& at) const { return m_timeline->lanes[at.rank].start[at.index]; }
    [[nodiscard]] Time endOf(const Place& at) const { return m_timeline->lanes[at.rank].end[at.index]; }

    const Timeline* m_timeline;
    const ActionTable* m_table;
    const LinkClock* m_links;
    std::vector<Turn> m_turns;
    std::vector<std::uint32_t> m_held; ///< ranks, each by the next one
};

} // namespace bubblescope
