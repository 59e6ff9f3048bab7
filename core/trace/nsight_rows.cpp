// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nsight_rows.h"

#include <fmt/format.h>

namespace bubblescope::nsight {

namespace {

constexpr unsigned kThreadBits = 24;
constexpr std::uint64_t kThreadMask = (std::uint64_t{1} << kThreadBits) - 1U;
constexpr std::uint64_t kPidMask = (std::uint64_t{1} << 24U) - 1U;
// Numbers of CUPTI have 32 bits; the process of the file is in the bits above.
constexpr unsigned kCorrelationBits = 40;

} // namespace

void Places::nameProcess(std::int64_t globalPid, std::string_view name)
{
    m_processNames.try_emplace(static_cast<std::uint64_t>(globalPid) >> kThreadBits, name);
}

std::uint32_t Places::process(std::optional<std::int64_t> globalId)
{
    const auto next = static_cast<std::uint32_t>(m_file.processes.size());
    if (!globalId) {
        if (next == 1)
            return 0;
        if (!m_unknownProcess) {
            m_unknownProcess = next;
            m_file.processes.push_back({});
        }
        return *m_unknownProcess;
    }
    const std::uint64_t key = static_cast<std::uint64_t>(*globalId) >> kThreadBits;
    const auto [at, isNew] = m_processes.try_emplace(key, next);
    if (isNew) {
        const auto name = m_processNames.find(key);
        m_file.processes.push_back({fmt::format("{}", key & kPidMask),
                                    name == m_processNames.end() ? std::string() : name->second,
                                    {}});
    }
    return at->second;
}

std::uint32_t Places::thread(std::optional<std::int64_t> globalTid)
{
    const std::uint64_t id = static_cast<std::uint64_t>(globalTid.value_or(0));
    if (const auto known = m_threads.find(id); known != m_threads.end())
        return known->second;
    const auto index = static_cast<std::uint32_t>(m_file.threads.size());
    m_threads.emplace(id, index);
    m_file.threads.push_back({process(globalTid), fmt::format("{}", id & kThreadMask), {}, {}});
    return index;
}

std::uint32_t Places::stream(std::uint32_t process, std::uint32_t device, std::int64_t stream)
{
    const auto next = static_cast<std::uint32_t>(m_file.threads.size());
    const auto [at, isNew] = m_streams.try_emplace({process, device, stream}, next);
    if (isNew)
        m_file.threads.push_back(
            {process, fmt::format("{}", stream), fmt::format("stream {}", stream), device});
    return at->second;
}

std::uint32_t PendingNames::pending(std::int64_t id)
{
    const auto [at, isNew] = m_slots.try_emplace(id, static_cast<std::uint32_t>(m_indices.size()));
    if (isNew)
        m_indices.emplace_back();
    return at->second | kPending;
}

void PendingNames::tell(std::int64_t id, std::string_view text, StringTable& strings)
{
    if (const auto slot = m_slots.find(id); slot != m_slots.end() && !m_indices[slot->second])
        m_indices[slot->second] = strings.add(text);
}

std::optional<std::uint32_t> PendingNames::resolved(std::uint32_t name) const
{
    return isPending(name) ? m_indices[name & ~kPending] : std::optional(name);
}

bool Clock::place(const Row& row, TraceRecord& record, SkipCounts& skipped) const
{
    // Far from the ends of 64 bits, so that sums and differences of times hold.
    constexpr std::int64_t farthest = std::int64_t{1} << 61U;
    const auto start = row.integer(0);
    const auto end = row.integer(1);
    if (start && row.isNull(1)) {
        skipped.add("range without an end, still open when the recording stopped");
        return false;
    }
    if (!start || !end) {
        skipped.add("time is not a whole number");
        return false;
    }
    if (*start <= -farthest || *start >= farthest || *end <= -farthest || *end >= farthest) {
        skipped.add("time out of range");
        return false;
    }
    if (*end < *start) {
        skipped.add("negative duration");
        return false;
    }
    record.start = *start + m_epoch;
    record.end = *end + m_epoch;
    return true;
}

std::uint64_t correlationOf(std::uint32_t process, std::optional<std::int64_t> id)
{
    if (!id || *id <= 0 || *id >= std::int64_t{1} << kCorrelationBits || process >= kThreadMask)
        return 0;
    return (std::uint64_t{process} + 1U) << kCorrelationBits | static_cast<std::uint64_t>(*id);
}

} // namespace bubblescope::nsight
