// SPDX-License-Identifier: Apache-2.0
#include "core/time/bindings.h"

#include <algorithm>
#include <new>

namespace bubblescope {

namespace {

constexpr std::uint32_t kMostRanks = 1U << 27U;

} // namespace

Bindings::Bindings(const Schedule& schedule)
    : m_first(schedule.rows.size())
    , m_rankEnd(schedule.rows.size(), 0)
{
    if (schedule.rows.size() > kMostRanks)
        throw std::bad_alloc();
    std::size_t cells = 0;
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        m_first[r].resize(schedule.rows[r].size(), kNone);
        cells += schedule.rows[r].size();
    }
    m_order.reserve(cells);
}

void Bindings::settle(Wait::Of of, Time time)
{
    for (Wait& wait : m_noted)
        if (wait.of == of)
            wait.margin = std::max(0.0, time - wait.margin);
}

void Bindings::settleDeparture()
{
    Time latest = 0;
    for (const Wait& wait : m_noted)
        if (wait.of == Wait::Of::Departure)
            latest = std::max(latest, wait.margin);
    settle(Wait::Of::Departure, latest);
}

void Bindings::keep(const Place& cell, Time free)
{
    m_rankEnd[cell.rank] = free;
    keepBeside(cell);
}

void Bindings::keepBeside(const Place& cell)
{
    m_order.push_back(cell.rank);
    if (m_noted.empty())
        return;
    if (m_size + m_noted.size() >= kNone)
        throw std::bad_alloc();
    m_first[cell.rank][cell.index] = static_cast<std::uint32_t>(m_size);
    std::uint32_t first = kFirst;
    for (const Wait& wait : m_noted) {
        push({wait.margin, wait.by.action.index,
              wait.by.action.rank << kRankShift | first | static_cast<std::uint32_t>(wait.of) << 2U |
                  static_cast<std::uint32_t>(wait.by.moment)});
        first = 0;
    }
}

void Bindings::push(const Packed& wait)
{
    if (m_size >> kChunkBits == m_chunks.size())
        m_chunks.push_back(std::make_unique_for_overwrite<Packed[]>(kChunk));
    m_chunks[m_size >> kChunkBits][m_size & (kChunk - 1)] = wait;
    ++m_size;
}

Binding Bindings::decided(const Place& cell, Wait::Of of) const
{
    Binding by;
    forEachWait(cell, [&](const Wait& wait) {
        if (!by.action && wait.of == of && wait.margin == 0)
            by = wait.by;
    });
    return by;
}

} // namespace bubblescope
