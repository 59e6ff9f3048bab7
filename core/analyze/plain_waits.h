// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/bindings.h"
#include "core/time/cost_model.h"
#include "core/time/dependencies.h"
#include "core/time/link_table.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// What each cell waited for in an order of F, I, W, B and R under costs that only add up, told by the times
/// around it: what Bindings tells, without timing the order again and without keeping anything. In times of
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
        std::uint32_t i = cell.index;
        do {
            for (const Input& input : m_dependencies.inputsOf(row[i], cell.rank)) {
                const bool isOwn = input.producer.rank == cell.rank && !input.transferred;
                if (isOwn && input.producer.index < cell.index)
                    continue;
                const Moment moment = input.transferred ? Moment::Arrival : Moment::End;
                visit(Wait{Wait::Of::Start, {input.producer, moment}, marginOf(input, cell, start, isOwn)});
            }
        } while (++i < row.size() && !row[i].startsCell());
    }
    /// What decided the start of a cell: the first of its waits without margin; nowhere if there is none.
    [[nodiscard]] Binding decided(const Place& cell, Wait::Of of) const;
    /// When a rank was done with its last cell.
    [[nodiscard]] Time rankEnd(std::uint32_t rank) const;

    /// Calls `visit(rank)` for each cell but bubbles, the rank's last one first, so that all that waited for
    /// a cell has been before it. False, perhaps half-way, where the times do not say so: an action without a
    /// duration.
    template <typename Visit>
    bool forEachCellBackwards(Visit&& visit) const
    {
        std::vector<Next> heap;
        for (std::uint32_t r = 0; r < m_timeline->lanes.size(); ++r)
            if (const Next next = cellBefore(r, rowSize(r)); next.rank != Place::kNowhere)
                heap.push_back(next);
        std::make_heap(heap.begin(), heap.end());
        while (!heap.empty()) {
            Next& latest = heap.front();
            if (!(endOf({latest.rank, latest.begin}) > latest.start))
                return false;
            if (!visit(latest.rank))
                return false;
            latest = cellBefore(latest.rank, latest.begin);
            if (latest.rank == Place::kNowhere) {
                latest = heap.back();
                heap.pop_back();
            }
            sink(heap);
        }
        return true;
    }

private:
    /// The cell of a rank whose turn is next.
    struct Next
    {
        Time start = 0;
        std::uint32_t rank = Place::kNowhere;
        std::uint32_t begin = 0;

        bool operator<(const Next& other) const { return start < other.start; }
    };

    PlainWaits(const Timeline& timeline, const CostModel& costs, const ActionTable& table)
        : m_timeline(&timeline)
        , m_dependencies(*timeline.schedule, table, DependencyRule::Strict, costs.transfer.mode)
        , m_links(costs)
    {}

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

    [[nodiscard]] Time marginOf(const Input& input, const Place& cell, Time start, bool isOwn) const
    {
        // What the rank runs later cannot be there.
        if (!input.producer || isOwn)
            return -std::numeric_limits<Time>::infinity();
        const Time produced = endOf(input.producer);
        return start - (input.transferred
                            ? produced + m_links
                                             .of(input.producer.rank, cell.rank,
                                                 m_timeline->schedule->at(cell.position()).microbatch())
                                             .time()
                            : produced);
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
    [[nodiscard]] Next cellBefore(std::uint32_t rank, std::uint32_t end) const
    {
        const Place last = doneBefore({rank, end});
        if (!last)
            return {};
        std::uint32_t begin = last.index;
        while (begin > 0 && !m_timeline->schedule->rows[rank][begin].startsCell())
            --begin;
        return {startOf({rank, begin}), rank, begin};
    }
    [[nodiscard]] Time startOf(const Place& at) const { return m_timeline->lanes[at.rank].start[at.index]; }
    [[nodiscard]] Time endOf(const Place& at) const { return m_timeline->lanes[at.rank].end[at.index]; }

    const Timeline* m_timeline;
    Dependencies m_dependencies;
    LinkTable m_links;
};

} // namespace bubblescope
