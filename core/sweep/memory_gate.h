// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace bubblescope {

/// Keeps what several threads hold at once within a budget of bytes: who would exceed it waits. What is
/// larger than the whole budget runs alone; while something waits, nothing smaller overtakes it.
class MemoryGate
{
public:
    explicit MemoryGate(std::uint64_t budget) : m_budget(budget) {}

    /// Waits until `bytes` may be held.
    void enter(std::uint64_t bytes);
    void leave(std::uint64_t bytes);

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::uint64_t m_budget;
    std::uint64_t m_held = 0;
    std::uint64_t m_nextTicket = 0; ///< of who comes next
    std::uint64_t m_admitted = 0;   ///< tickets that are through
};

/// Is within a gate while it lives; without a gate it does nothing.
class MemoryPass
{
public:
    MemoryPass(MemoryGate* gate, std::uint64_t bytes) : m_gate(gate), m_bytes(bytes)
    {
        if (m_gate != nullptr)
            m_gate->enter(m_bytes);
    }
    ~MemoryPass()
    {
        if (m_gate != nullptr)
            m_gate->leave(m_bytes);
    }
    MemoryPass(const MemoryPass&) = delete;
    MemoryPass& operator=(const MemoryPass&) = delete;

private:
    MemoryGate* m_gate;
    std::uint64_t m_bytes;
};

/// Half of the memory that is free now, within a container's limit; 1 GiB where the system does not say.
[[nodiscard]] std::uint64_t memoryBudget();

} // namespace bubblescope
