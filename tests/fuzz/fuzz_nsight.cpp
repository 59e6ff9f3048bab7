// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_nsight.h"

#include "core/base/text_show.h"
#include "core/trace/read_trace.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace bubblescope::test {

namespace {

/// What is fuzzed, as a file: SQLite's own way in.
const std::string& path()
{
    static const std::string kPath =
        std::filesystem::temp_directory_path() / fmt::format("bubblescope-fuzz-{}.sqlite", ::getpid());
    return kPath;
}

void checkFile(const TraceFile& file, std::string_view bytes)
{
    require(file.eventCount <= bytes.size(), "no more events than bytes");
    require(file.records.size() <= file.eventCount, "no more records than events");
    for (const TraceThread& thread : file.threads)
        require(thread.process < file.processes.size(), "a thread has a process");
    for (const TraceRecord& record : file.records) {
        require(record.start <= record.end, "a record ends after it starts");
        require(record.thread < file.threads.size(), "a record has a thread");
        require(record.name < file.strings.size() && record.label == 0, "a record has a name of the file");
        require(record.kind != RecordKind::Range || !file.strings[record.name].empty(), "a range has a name");
        require(file.threads[record.thread].device.has_value() ==
                    (record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy),
                "what runs on a device has a stream");
    }
    const bool isSorted = std::is_sorted(file.records.begin(), file.records.end(),
                                         [](const TraceRecord& a, const TraceRecord& b) {
                                             return a.start != b.start ? a.start < b.start : a.end > b.end;
                                         });
    require(isSorted, "records are sorted");
    for (const std::string& warning : file.warnings)
        require(!warning.empty() && firstInvalidUtf8(warning) == std::string_view::npos,
                "a warning is UTF-8");
}

Result<TraceFile, TraceError> read(bool keepDamaged)
{
    TraceReadOptions options;
    options.keepDamaged = keepDamaged;
    return readNsightExport(path(), options);
}

} // namespace

void fuzzNsight(std::string_view bytes)
{
    std::ofstream(path(), std::ios::binary) << bytes;
    const auto strict = read(false);
    if (strict) {
        checkFile(*strict, bytes);
        require(!strict->isCut, "what is read strictly is whole");
    } else {
        const std::string text = strict.error().error.text();
        require(text.starts_with(path() + ": ") && text.size() < 1000, "an error names the file");
        require(firstInvalidUtf8(text) == std::string_view::npos, "an error's text is UTF-8");
    }
    const auto kept = read(true);
    if (kept)
        checkFile(*kept, bytes);
    require(!strict || (kept && kept->records == strict->records), "what is whole is kept whole");
    std::filesystem::remove(path());
}

} // namespace bubblescope::test
