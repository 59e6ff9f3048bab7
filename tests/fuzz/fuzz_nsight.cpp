// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/trace/nsight_export.h"
#include "tests/fuzz/fuzz_checks.h"

namespace bubblescope::test {

namespace {

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

Result<TraceFile, TraceError> read(std::string_view bytes, bool keepDamaged)
{
    TraceReadOptions options;
    options.keepDamaged = keepDamaged;
    auto database = nsight::Database::fromBytes(bytes, "f.sqlite", options);
    if (!database)
        return tl::unexpected<TraceError>(database.error());
    return nsight::readDatabase(*database);
}

} // namespace

void fuzzNsight(std::string_view bytes)
{
    const auto strict = read(bytes, false);
    if (strict) {
        checkFile(*strict, bytes);
        require(!strict->isCut, "what is read strictly is whole");
    } else {
        const std::string text = strict.error().error.text();
        require(text.starts_with("f.sqlite: ") && text.size() < 1000, "an error names the file");
        requireText(text, "an error's text is UTF-8");
    }
    const auto kept = read(bytes, true);
    if (kept)
        checkFile(*kept, bytes);
    require(!strict || (kept && kept->records == strict->records), "what is whole is kept whole");
}

} // namespace bubblescope::test
