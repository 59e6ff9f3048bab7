// SPDX-License-Identifier: Apache-2.0
#include "tests/trace/nsight_files.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>

namespace bubblescope::test {

std::string NsightFiles::make(const std::string& name, std::string_view sql)
{
    const std::string path = folder() + '/' + name;
    std::filesystem::remove(path);
    sqlite3* database = nullptr;
    char* message = nullptr;
    // A test's file need not outlive a power cut.
    const std::string statements = "PRAGMA synchronous=OFF;" + std::string(sql);
    const bool isMade = sqlite3_open(path.c_str(), &database) == SQLITE_OK &&
                        sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &message) == SQLITE_OK;
    if (!isMade) {
        std::fprintf(stderr, "wrong SQL: %s\n", message != nullptr ? message : "cannot open");
        std::abort();
    }
    sqlite3_close(database);
    return path;
}

std::string recordsText(const TraceFile& file)
{
    constexpr std::array kinds{"range", "kernel", "copy", "launch", "communication"};
    std::string text;
    for (const TraceRecord& record : file.records) {
        const TraceThread& thread = file.threads[record.thread];
        const TraceProcess& process = file.processes[thread.process];
        const std::string row =
            thread.device ? fmt::format("gpu{}/{}", *thread.device, thread.id) : thread.id;
        const std::string correlation =
            record.correlation == 0 ? std::string()
                                    : fmt::format(" #{}:{}", (record.correlation >> 40U) - 1U,
                                                  record.correlation & ((std::uint64_t{1} << 40U) - 1U));
        text +=
            fmt::format("{} '{}' {} {}{} [{}, {}]\n", kinds[static_cast<std::size_t>(record.kind)],
                        file.strings[record.name], process.id, row, correlation, record.start, record.end);
    }
    return text;
}

std::string warningsText(const TraceFile& file)
{
    std::string text;
    for (const std::string& warning : file.warnings)
        text += warning + '\n';
    return text;
}

} // namespace bubblescope::test
