// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace bubblescope {

/// Actions that wait for one with the same stage, kind and microbatch: first in, first out for each of these.
/// A table with open addressing, at most three quarters full, so that every step is O(1) on the average.
class WaitingActions
{
public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// Empties it and makes room for so many.
    void reset(std::size_t capacity)
    {
        std::size_t slots = 16;
        while (3 * slots < 4 * capacity)
            slots *= 2;
        m_slots.assign(slots, Slot());
        m_waiting.clear();
        m_waiting.reserve(capacity);
    }

    /// `number` is what take() gives back.
    void add(const ActionId& id, std::uint32_t number)
    {
        Slot& slot = m_slots[find(keyOf(id))];
        const auto place = static_cast<std::uint32_t>(m_waiting.size());
        m_waiting.push_back({number, kNone});
        if (slot.key == kNoKey)
            slot = {keyOf(id), place, place};
        else if (slot.first == kNone)
            slot.first = slot.last = place;
        else
            slot.last = m_waiting[slot.last].next = place;
    }

    /// The number that has waited longest; kNone if none waits.
    [[nodiscard]] std::uint32_t take(const ActionId& id)
    {
        Slot& slot = m_slots[find(keyOf(id))];
        if (slot.first == kNone)
            return kNone;
        const Waiting taken = m_waiting[slot.first];
        slot.first = taken.next;
        return taken.number;
    }

private:
    /// No action has it: keys take 58 bits.
    static constexpr std::uint64_t kNoKey = std::numeric_limits<std::uint64_t>::max();
    struct Slot
    {
        std::uint64_t key = kNoKey;
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
    };
    struct Waiting
    {
        std::uint32_t number = kNone;
        std::uint32_t next = kNone;
    };

    [[nodiscard]] static std::uint64_t keyOf(const ActionId& id)
    {
        return static_cast<std::uint64_t>(id.stage.value) << 36U |
               static_cast<std::uint64_t>(id.kind) << 32U | id.microbatch.value;
    }
    [[nodiscard]] std::size_t find(std::uint64_t key) const
    {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
        const std::uint64_t spread = key * kSpread;
        std::size_t at = static_cast<std::size_t>(spread ^ spread >> 32U) & (m_slots.size() - 1);
        while (m_slots[at].key != kNoKey && m_slots[at].key != key)
            at = (at + 1) & (m_slots.size() - 1);
        return at;
    }

    std::vector<Slot> m_slots;
    std::vector<Waiting> m_waiting;
};

} // namespace bubblescope
