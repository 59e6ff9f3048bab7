// SPDX-License-Identifier: Apache-2.0
#include "core/time/worklist.h"

#include <numeric>

namespace bubblescope {

Worklist::Worklist(const Schedule& schedule)
    : m_schedule(schedule)
    , m_cursor(schedule.rows.size(), 0)
    , m_blockage(schedule.rows.size())
    , m_waiters(schedule.rows.size())
    , m_wakeAt(schedule.rows.size(), kNobody)
    , m_runnable(schedule.rows.size())
{
    // Taken from the back: rank 0, where forwards begin, goes first.
    std::iota(m_runnable.rbegin(), m_runnable.rend(), 0U);
}

void Worklist::putAside(std::uint32_t rank, const Blockage& blockage)
{
    m_blockage[rank] = blockage;
    const Place& producer = blockage.input.producer;
    if (!producer)
        return;
    const std::uint32_t until = target(blockage.input);
    m_waiters[producer.rank].push_back({rank, m_cursor[rank], until});
    m_wakeAt[producer.rank] = std::min(m_wakeAt[producer.rank], until);
    // The rank may have come there by itself while it looked (a skipped cell).
    if (m_cursor[producer.rank] >= until)
        wakeWaitersOf(producer.rank);
}

void Worklist::wakeWaitersOf(std::uint32_t rank)
{
    std::uint32_t next = kNobody;
    std::erase_if(m_waiters[rank], [&](const Waiter& waiter) {
        if (m_cursor[waiter.rank] != waiter.at)
            return true;
        if (waiter.until <= m_cursor[rank]) {
            m_runnable.push_back(waiter.rank);
            return true;
        }
        next = std::min(next, waiter.until);
        return false;
    });
    m_wakeAt[rank] = next;
}

bool Worklist::allDone() const
{
    for (std::uint32_t rank = 0; rank < m_cursor.size(); ++rank)
        if (!isDone(rank))
            return false;
    return true;
}

void Worklist::skipCell(std::uint32_t rank)
{
    const Row& row = m_schedule.rows[rank];
    m_cursor[rank] = static_cast<std::uint32_t>(cellEnd(row, m_cursor[rank]));
    if (m_wakeAt[rank] <= m_cursor[rank])
        wakeWaitersOf(rank);
    m_runnable.push_back(rank);
}

void Worklist::tryAgain(std::uint32_t rank)
{
    m_runnable.push_back(rank);
}

} // namespace bubblescope
