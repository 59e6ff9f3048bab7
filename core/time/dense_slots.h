// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/zeroed_array.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace bubblescope {

/// When the actions of one class (F; I and B) end, by stage and microbatch, and who waits for it. A slot with
/// its top bit set holds the end; before that it holds the first rank that waits, as its number + 1, or 0.
/// So memory that was never touched is right, and publishing an end reads the waiters with no further miss.
class DenseSlots
{
public:
    static constexpr std::uint32_t kNobody = 0;

    DenseSlots() = default;
    explicit DenseSlots(std::size_t size) : m_slots(size) {}

    [[nodiscard]] bool isDone(std::size_t slot) const { return (m_slots[slot] & kDone) != 0; }
    /// Requires isDone().
    [[nodiscard]] Time endOf(std::size_t slot) const { return std::bit_cast<Time>(m_slots[slot] & ~kDone); }
    /// Puts a waiter in front of those who wait, which it gives. Requires !isDone().
    std::uint32_t wait(std::size_t slot, std::uint32_t waiter)
    {
        const auto others = static_cast<std::uint32_t>(m_slots[slot]);
        m_slots[slot] = waiter;
        return others;
    }
    /// Sets the end, at least 0, and gives those who wait. Requires !isDone().
    std::uint32_t publish(std::size_t slot, Time end)
    {
        const auto waiters = static_cast<std::uint32_t>(m_slots[slot]);
        m_slots[slot] = std::bit_cast<std::uint64_t>(end) | kDone;
        return waiters;
    }

private:
    static constexpr std::uint64_t kDone = std::uint64_t{1} << 63U;

    ZeroedArray<std::uint64_t> m_slots;
};

} // namespace bubblescope
