// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_checks.h"

#include "core/base/text_show.h"

#include <cstdio>
#include <cstdlib>

namespace bubblescope::test {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

void requireText(std::string_view text, const char* what)
{
    require(!text.empty() && firstInvalidUtf8(text) == std::string_view::npos, what);
}

void requireProfile(const TraceFile& file, std::uint64_t bytes)
{
    require(file.eventCount <= bytes, "no more events than bytes");
    // Steps that are named in args become ranges of their own.
    const auto isStep = [&](const TraceRecord& record) {
        return file.strings[record.name].starts_with("ProfilerStep#");
    };
    const auto steps =
        static_cast<std::uint64_t>(std::count_if(file.records.begin(), file.records.end(), isStep));
    require(file.records.size() - steps <= file.eventCount && steps <= file.eventCount,
            "no more records than events");
    for (const TraceThread& thread : file.threads)
        require(thread.process < file.processes.size(), "a thread has a process");
    for (const TraceRecord& record : file.records) {
        require(record.start <= record.end, "a record ends after it starts");
        require(record.thread < file.threads.size(), "a record has a thread");
        require(record.name < file.strings.size() && record.label < file.strings.size(),
                "a record has a name");
        const bool isOnDevice = record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy;
        require(!isOnDevice || file.threads[record.thread].device.has_value(), "a kernel has a device");
    }
    const bool isSorted = std::is_sorted(file.records.begin(), file.records.end(),
                                         [](const TraceRecord& a, const TraceRecord& b) {
                                             return a.start != b.start ? a.start < b.start : a.end > b.end;
                                         });
    require(isSorted, "records are sorted");
    for (const std::string& warning : file.warnings)
        requireText(warning, "a warning is UTF-8");
}

} // namespace bubblescope::test
