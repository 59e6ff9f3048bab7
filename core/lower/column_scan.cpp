// SPDX-License-Identifier: Apache-2.0
#include "core/lower/column_scan.h"

#include "core/base/try.h"
#include "core/lower/order_check.h"
#include "core/time/neighbours.h"

#include <numeric>

namespace bubblescope {

namespace {

class Scan
{
public:
    Scan(const Schedule& schedule, const ActionTable& table)
        : m_schedule(schedule)
        , m_neighbours(table)
        , m_rows(schedule.rows.size())
        , m_ranks(schedule.rows.size())
    {
        std::iota(m_ranks.begin(), m_ranks.end(), 0U);
    }

    Result<std::vector<Row>> run(const CancelToken& cancel)
    {
        for (std::uint32_t column = 0;; ++column) {
            std::erase_if(m_ranks, [&](std::uint32_t r) { return column >= m_schedule.rows[r].size(); });
            if (m_ranks.empty())
                return std::move(m_rows);
            if (cancel.isCancelled())
                return tl::unexpected(cancelledLowering());
            for (const std::uint32_t rank : m_ranks)
                writeCell(rank, column);
            for (const std::uint32_t parity : {0U, 1U})
                for (const std::uint32_t rank : m_ranks)
                    if (rank % 2 == parity)
                        if (auto error = deliver({rank, column}))
                            return tl::unexpected(*std::move(error));
        }
    }

private:
    void writeCell(std::uint32_t rank, std::uint32_t column)
    {
        // The parts of a cell are next to each other in the row, so the column is the action's index.
        const Row& row = m_schedule.rows[rank];
        if (row[column].startsCell())
            m_rows[rank].insert(m_rows[rank].end(), row.begin() + column,
                                row.begin() + static_cast<std::ptrdiff_t>(cellEnd(row, column)));
    }

    std::optional<Error> deliver(const Place& from)
    {
        const Action& action = m_schedule.at(from.position());
        if (action.kind() == ActionKind::BackwardInput || !m_neighbours.hasConsumer(action))
            return std::nullopt;
        const Place consumer = m_neighbours.consumerOf(action);
        if (!consumer)
            return noConsumerOf(m_schedule, from);
        if (consumer.rank != from.rank) {
            m_rows[from.rank].push_back(sendOf(action));
            m_rows[consumer.rank].push_back(receiveOf(action));
        }
        return std::nullopt;
    }

    const Schedule& m_schedule;
    Neighbours m_neighbours;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_ranks; ///< ranks whose row goes on
};

} // namespace

Result<Schedule> scanColumns(const Schedule& schedule, const ActionTable& table, const CancelToken& cancel)
{
    TRY(std::vector<Row> rows, Scan(schedule, table).run(cancel));
    Schedule lowered = emptied(schedule);
    lowered.rows = std::move(rows);
    return lowered;
}

} // namespace bubblescope
