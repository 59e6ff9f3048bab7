// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace bubblescope {

/// The least time that was told of each action of a rank that is still to come; few at a time. A table with
/// open addressing, at most half full, from which what is taken leaves no gap: O(1) on the average, and
/// nothing is allocated for each.
class PendingTimes
{
public:
    PendingTimes() : m_slots(kFirstSlots) {}

    void lower(std::uint32_t at, Time time)
    {
        if (2 * m_size >= m_slots.size())
            grow();
        Slot& slot = m_slots[find(at)];
        if (slot.key == kNoKey) {
            slot = {at, time};
            ++m_size;
        } else
            slot.time = std::min(slot.time, time);
    }
    /// Infinite if nothing was told; forgets the action.
    [[nodiscard]] Time take(std::uint32_t at)
    {
        if (m_size == 0)
            return std::numeric_limits<Time>::infinity();
        std::size_t gap = find(at);
        const Slot taken = m_slots[gap];
        if (taken.key == kNoKey)
            return taken.time;
        --m_size;
        // What is behind it moves up, unless it would come before its own place.
        for (std::size_t i = next(gap); m_slots[i].key != kNoKey; i = next(i))
            if (((i - homeOf(m_slots[i].key)) & mask()) >= ((i - gap) & mask())) {
                m_slots[gap] = m_slots[i];
                gap = i;
            }
        m_slots[gap] = {};
        return taken.time;
    }

private:
    static constexpr std::size_t kFirstSlots = 8;
    /// No action has it: there is no index kNowhere.
    static constexpr std::uint32_t kNoKey = Place::kNowhere;
    struct Slot
    {
        std::uint32_t key = kNoKey;
        Time time = std::numeric_limits<Time>::infinity();
    };

    [[nodiscard]] std::size_t mask() const { return m_slots.size() - 1; }
    [[nodiscard]] std::size_t next(std::size_t slot) const { return (slot + 1) & mask(); }
    [[nodiscard]] std::size_t homeOf(std::uint32_t key) const
    {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
        return static_cast<std::size_t>(key * kSpread >> 32U) & mask();
    }
    [[nodiscard]] std::size_t find(std::uint32_t key) const
    {
        std::size_t at = homeOf(key);
        while (m_slots[at].key != kNoKey && m_slots[at].key != key)
            at = next(at);
        return at;
    }
    void grow()
    {
        std::vector<Slot> old(2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old)
            if (slot.key != kNoKey)
                m_slots[find(slot.key)] = slot;
    }

    std::vector<Slot> m_slots;
    std::size_t m_size = 0;
};

} // namespace bubblescope
