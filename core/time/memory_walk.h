// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/memory_static.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

/// Walks one rank's cells and, beside them, what comes and goes without them. `Changes` gives levels, which
/// add up and compare, by action and by StaticChange, and what is always there; `Lane` takes them as they
/// come.
template <typename Changes, typename Lane>
class MemoryWalk
{
public:
    using Level = typename Changes::Level;

    MemoryWalk(const Row& row, const LaneTimes& times, const Changes& levels,
               const std::vector<StaticChange>& changes, bool isBeside, Lane& lane)
        : m_row(row)
        , m_times(times)
        , m_levels(levels)
        , m_changes(changes)
        , m_fixed(levels.always())
        , m_isBeside(isBeside)
        , m_lane(lane)
    {}

    void run()
    {
        const std::size_t size = m_row.size();
        for (std::size_t i = 0; i < size;) {
            if (!isCompute(m_row[i].kind())) {
                ++i;
                continue;
            }
            std::size_t end = i + 1;
            while (end < size && !m_row[end].startsCell())
                ++end;
            walkCell(i, end);
            i = end;
        }
        while (m_next < m_changes.size())
            change();
    }

private:
    void walkCell(std::size_t begin, std::size_t end)
    {
        const Time start = m_times.start[begin];
        Time finish = m_times.end[begin];
        Level held = m_held;
        // Part by part, so that a peak and a crossing name the one that brought them about.
        for (std::size_t i = begin; i < end; ++i) {
            finish = std::max(finish, m_times.end[i]);
            if (!m_changes.empty())
                changeUntilStart(start, i + 1);
            held += m_levels.of(m_row[i]);
            m_held = std::max(m_held, held);
            m_lane.set(start, level(), i);
        }
        if (m_isBeside)
            changeUntilEnd(finish);
        m_held = held;
        m_lane.set(finish, level(), end - 1);
    }

    void changeUntilStart(Time start, std::size_t partEnd)
    {
        while (m_next < m_changes.size()) {
            const StaticChange& next = m_changes[m_next];
            const bool isDue = m_isBeside ? next.time < start || (next.time == start &&
                                                                  (next.delta < 0 || next.index < partEnd))
                                          : next.index < partEnd;
            if (!isDue)
                return;
            change();
        }
    }
    void changeUntilEnd(Time finish)
    {
        while (m_next < m_changes.size() &&
               (m_changes[m_next].time < finish ||
                (m_changes[m_next].time == finish && m_changes[m_next].delta < 0)))
            change();
    }
    void change()
    {
        const StaticChange& next = m_changes[m_next++];
        m_fixed += m_levels.of(next);
        m_lane.set(next.time, level(), next.index);
    }
    [[nodiscard]] Level level() const { return m_fixed + m_held; }

    const Row& m_row;
    const LaneTimes& m_times;
    const Changes& m_levels;
    const std::vector<StaticChange>& m_changes;
    std::size_t m_next = 0;
    Level m_fixed;
    Level m_held{};
    bool m_isBeside;
    Lane& m_lane;
};

} // namespace bubblescope
