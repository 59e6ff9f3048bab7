// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"
#include "tests/trace/trace_folder.h"

#include <string>
#include <string_view>

namespace bubblescope::test {

/// A folder of databases that are made of SQL or of bytes.
class NsightFiles : public TraceFolder
{
public:
    /// Path of a new database after these statements; aborts where one of them is wrong.
    std::string make(const std::string& name, std::string_view sql);
};

/// A table as an export of 2024 has it, as far as it is read.
inline constexpr std::string_view kStringIds = "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);";
inline constexpr std::string_view kNvtxEvents = "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, "
                                                "eventType INTEGER, text TEXT, globalTid INTEGER, textId "
                                                "INTEGER);";
inline constexpr std::string_view kKernelTable =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, "
    "correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER);";
inline constexpr std::string_view kRuntimeTable =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId "
    "INTEGER, nameId INTEGER);";

/// The global id of a thread (0 for that of its process): machine 1.
constexpr std::int64_t globalId(std::int64_t pid, std::int64_t tid)
{
    return std::int64_t{1} << 48 | pid << 24 | tid;
}

/// A line for each record: "range F0.0.0 7000/7000 python3 [1000, 2000]", of devices "kernel gemm 7000 gpu0/7
/// #1:101 [...]": the correlation with its process.
std::string recordsText(const TraceFile& file);
/// The warnings, a line each.
std::string warningsText(const TraceFile& file);

} // namespace bubblescope::test
