// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/trace/read_trace.h"
#include "tests/fuzz/fuzz_checks.h"

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
    requireProfile(file, bytes.size());
    for (const TraceRecord& record : file.records) {
        require(record.label == 0, "a record has no label");
        require(record.kind != RecordKind::Range || !file.strings[record.name].empty(), "a range has a name");
        require(file.threads[record.thread].device.has_value() ==
                    (record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy),
                "what runs on a device has a stream");
    }
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
        requireText(text, "an error's text is UTF-8");
    }
    const auto kept = read(true);
    if (kept)
        checkFile(*kept, bytes);
    require(!strict || (kept && kept->records == strict->records), "what is whole is kept whole");
    std::filesystem::remove(path());
}

} // namespace bubblescope::test
