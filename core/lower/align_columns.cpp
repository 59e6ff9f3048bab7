// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/lower/column_scan.h"
#include "core/lower/order_check.h"
#include "core/time/neighbours.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

// Each is to have room for the SEND and the RECV that the scan adds.
constexpr std::uint64_t kMostAlignedCells = std::uint64_t{1} << 30U;

bool isSingle(const Action& action, ActionKind kind)
{
    return action.kind() == kind && action.role() == CellRole::Single;
}

class Alignment
{
public:
    Alignment(const Schedule& schedule, const ActionTable& table)
        : m_schedule(schedule)
        , m_table(table)
        , m_neighbours(table)
        , m_ranks(schedule.rows.size())
        , m_lanes(schedule.rows.size())
        , m_rows(schedule.rows.size())
    {
        std::iota(m_ranks.begin(), m_ranks.end(), 0U);
        for (const std::uint32_t rank : m_ranks)
            prepare(rank);
    }

    Result<std::vector<Row>> run(const CancelToken& cancel)
    {
        std::uint64_t forced = 0;
        for (const Lane& lane : m_lanes)
            forced += lane.forced;
        if (forced > kMostAlignedCells)
            return tl::unexpected(tooLargeToLower(kMostAlignedCells));
        for (;;) {
            std::erase_if(m_ranks,
                          [&](std::uint32_t r) { return m_lanes[r].done == m_schedule.rows[r].size(); });
            if (m_ranks.empty())
                return std::move(m_rows);
            if (cancel.isCancelled())
                return tl::unexpected(cancelledLowering());
            m_cells += m_ranks.size();
            if (m_cells > kMostAlignedCells)
                return tl::unexpected(tooLargeToLower(kMostAlignedCells));
            if (!column())
                return tl::unexpected(stuckOrder(m_schedule, m_table, cancel));
        }
    }

private:
    struct Lane
    {
        std::uint32_t next = 0;     ///< first action that is not written
        std::uint32_t done = 0;     ///< actions whose column has passed
        std::uint32_t boundary = 0; ///< the forced bubbles come before this action
        std::uint32_t forced = 0;   ///< forced bubbles that are left
        std::uint32_t forwards = 0; ///< forwards that are left
        bool afterBackward = false; ///< the cell before was a B of the cool-down
    };

    void prepare(std::uint32_t rank)
    {
        const Row& row = m_schedule.rows[rank];
        Lane& lane = m_lanes[rank];
        lane.boundary = static_cast<std::uint32_t>(row.size());
        for (std::uint32_t i = 0; i + 1 < row.size(); ++i)
            if (isSingle(row[i], ActionKind::Forward) && isSingle(row[i + 1], ActionKind::Backward)) {
                lane.boundary = i;
                break;
            }
        lane.forced = m_schedule.rankCount() - 1 - rank;
        lane.forwards = static_cast<std::uint32_t>(
            std::count_if(row.begin(), row.end(), [](const Action& a) { return isForward(a.kind()); }));
    }

    /// One column of every rank that goes on. False if nothing moved and nothing will.
    bool column()
    {
        bool moved = false;
        for (const std::uint32_t rank : m_ranks)
            moved = write(rank) || moved;
        // Only now: what a rank does in a column is there for the others in the next.
        for (const std::uint32_t rank : m_ranks)
            if (m_lanes[rank].done < m_lanes[rank].next) {
                ++m_lanes[rank].done;
                moved = true;
            }
        return moved;
    }

    /// The rank's cell in this column. False for a bubble that the rank waits with.
    bool write(std::uint32_t rank)
    {
        Lane& lane = m_lanes[rank];
        const Row& row = m_schedule.rows[rank];
        if (lane.done < lane.next)
            return true;
        if (lane.next == lane.boundary && lane.forced > 0) {
            --lane.forced;
            return writeBubble(rank);
        }
        const Action& first = row[lane.next];
        const bool coolsDown = lane.forwards == 0 && isSingle(first, ActionKind::Backward);
        if (coolsDown && lane.afterBackward)
            return writeBubble(rank);
        const auto end = static_cast<std::uint32_t>(cellEnd(row, lane.next));
        if (!isReady(rank, end)) {
            writeBubble(rank);
            return false;
        }
        lane.afterBackward = coolsDown;
        for (; lane.next < end; ++lane.next) {
            m_rows[rank].push_back(row[lane.next]);
            lane.forwards -= isForward(row[lane.next].kind()) ? 1 : 0;
        }
        return true;
    }

    bool writeBubble(std::uint32_t rank)
    {
        m_rows[rank].emplace_back();
        m_lanes[rank].afterBackward = false;
        return true;
    }

    bool isReady(std::uint32_t rank, std::uint32_t end) const
    {
        for (std::uint32_t i = m_lanes[rank].next; i < end; ++i) {
            const Action& action = m_schedule.rows[rank][i];
            if (action.kind() == ActionKind::BackwardInput || !m_neighbours.hasProducer(action))
                continue;
            const Place producer = m_neighbours.producerOf(action);
            if (producer.rank != rank && (!producer || producer.index >= m_lanes[producer.rank].done))
                return false;
        }
        return true;
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    Neighbours m_neighbours;
    std::vector<std::uint32_t> m_ranks; ///< ranks whose row goes on
    std::vector<Lane> m_lanes;
    std::vector<Row> m_rows;
    std::uint64_t m_cells = 0;
};

} // namespace

Result<Schedule> alignColumns(const Schedule& schedule, const ActionTable& table, const CancelToken& cancel)
{
    TRY(std::vector<Row> rows, Alignment(schedule, table).run(cancel));
    Schedule aligned = emptied(schedule);
    aligned.rows = std::move(rows);
    return aligned;
}

} // namespace bubblescope
