// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/nsight_database.h"
#include "core/trace/skip_counts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

/// From the rows of an export to records; private to core/trace.
namespace bubblescope::nsight {

/// Rows of threads and streams, each once, and the processes that own them. A global id holds the thread in
/// its bits 0 … 23 and the process of its machine above.
class Places
{
public:
    explicit Places(TraceFile& file) : m_file(file) {}
    void nameProcess(std::int64_t globalPid, std::string_view name);
    /// Index into TraceFile::processes; without an id the only one, or one that is unknown.
    [[nodiscard]] std::uint32_t process(std::optional<std::int64_t> globalId);
    /// The one of rows without an id, where there are several processes.
    [[nodiscard]] bool isUnknown(std::uint32_t process) const { return m_unknownProcess == process; }
    /// Index into TraceFile::threads.
    [[nodiscard]] std::uint32_t thread(std::optional<std::int64_t> globalTid);
    [[nodiscard]] std::uint32_t stream(std::uint32_t process, std::uint32_t device, std::int64_t stream);
    /// The threads that were met, by their global id.
    [[nodiscard]] const std::unordered_map<std::uint64_t, std::uint32_t>& threads() const
    {
        return m_threads;
    }

private:
    TraceFile& m_file;
    std::unordered_map<std::uint64_t, std::string> m_processNames;
    std::unordered_map<std::uint64_t, std::uint32_t> m_processes;
    std::unordered_map<std::uint64_t, std::uint32_t> m_threads;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, std::uint32_t> m_streams;
    std::optional<std::uint32_t> m_unknownProcess;
};

/// Names that are given by their number in StringIds, which is read last and of which only those are kept.
class PendingNames
{
public:
    /// A name for a record until resolve().
    [[nodiscard]] std::uint32_t pending(std::int64_t id);
    [[nodiscard]] static bool isPending(std::uint32_t name) { return (name & kPending) != 0; }
    void tell(std::int64_t id, std::string_view text, StringTable& strings);
    /// Index into the string table; nothing for a number that StringIds has not.
    [[nodiscard]] std::optional<std::uint32_t> resolved(std::uint32_t name) const;

private:
    static constexpr std::uint32_t kPending = 0x8000'0000U;
    std::unordered_map<std::int64_t, std::uint32_t> m_slots;
    std::vector<std::optional<std::uint32_t>> m_indices;
};

/// Start and end on the file's clock; nothing (and counted) where they are no times.
class Clock
{
public:
    /// Nanoseconds since the Unix epoch at the export's zero; nothing = unknown.
    void setEpoch(std::int64_t epoch) { m_epoch = epoch; }
    [[nodiscard]] bool place(const Row& row, TraceRecord& record, SkipCounts& skipped) const;

private:
    std::int64_t m_epoch = 0;
};

/// What a process's correlation number is called within the file; 0 where there is none.
[[nodiscard]] std::uint64_t correlationOf(std::uint32_t process, std::optional<std::int64_t> id);

} // namespace bubblescope::nsight
