// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/memory_gate.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

namespace bubblescope {

namespace {

std::optional<std::uint64_t> availableOfMachine()
{
    std::ifstream info("/proc/meminfo");
    std::string key, unit;
    std::uint64_t kilobytes = 0;
    while (info >> key >> kilobytes) {
        std::getline(info, unit);
        if (key == "MemAvailable:")
            return kilobytes * 1024;
    }
    return std::nullopt;
}

/// Nothing without a limit ("max").
std::optional<std::uint64_t> bytesIn(const char* path)
{
    std::ifstream file(path);
    std::uint64_t bytes = 0;
    return file >> bytes ? std::optional(bytes) : std::nullopt;
}

std::optional<std::uint64_t> availableOfContainer()
{
    const std::optional<std::uint64_t> limit = bytesIn("/sys/fs/cgroup/memory.max");
    const std::optional<std::uint64_t> used = bytesIn("/sys/fs/cgroup/memory.current");
    if (!limit || !used)
        return std::nullopt;
    return *limit > *used ? *limit - *used : 0;
}

} // namespace

void MemoryGate::enter(std::uint64_t bytes)
{
    std::unique_lock lock(m_mutex);
    const std::uint64_t ticket = m_nextTicket++;
    m_changed.wait(lock, [&] {
        return m_admitted == ticket && (m_held == 0 || (bytes <= m_budget && m_held <= m_budget - bytes));
    });
    m_held += bytes;
    ++m_admitted;
    if (m_nextTicket > m_admitted)
        m_changed.notify_all();
}

void MemoryGate::leave(std::uint64_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_held -= bytes;
    if (m_nextTicket > m_admitted)
        m_changed.notify_all();
}

std::uint64_t memoryBudget()
{
    constexpr std::uint64_t kUnknown = std::uint64_t{2} << 30U;
    const std::uint64_t machine = availableOfMachine().value_or(kUnknown);
    return std::min(machine, availableOfContainer().value_or(machine)) / 2;
}

} // namespace bubblescope
