// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "core/trace/chrome_place.h"
#include "core/trace/inflate_source.h"
#include "tests/fuzz/fuzz_checks.h"

#include <nlohmann/json.hpp>

namespace bubblescope::test {

namespace {

constexpr std::size_t kSmallSlice = 16;
constexpr std::uint64_t kMostInflated = std::uint64_t{1} << 20U;

using Read = Result<TraceFile, TraceError>;

void checkFile(const TraceFile& file, std::uint64_t bytes)
{
    requireProfile(file, bytes);
    for (std::uint32_t i = 0; i < file.strings.size(); ++i)
        require(firstInvalidUtf8(file.strings[i]) == std::string_view::npos, "a name is UTF-8");
}

void checkError(const TraceError& refused)
{
    constexpr std::size_t mostText = 1000;
    const std::string text = refused.error.text();
    require(text.starts_with("f.json:") && text.size() < mostText, "an error names the file, in short");
    requireText(text, "an error's text is UTF-8");
    require(refused.error.kind == ErrorKind::InvalidInput, "a file is refused as input");
}

void checkAgreement(const Read& one, const Read& other)
{
    require(one.has_value() == other.has_value(), "slices of any size are read alike");
    if (!one) {
        require(one.error().refusal == other.error().refusal, "slices of any size are refused alike");
        return;
    }
    require(one->eventCount == other->eventCount, "slices give the same events");
    require(one->records == other->records && one->threads == other->threads, "slices give the same records");
    require(one->processes == other->processes && one->groups == other->groups, "slices give the same rows");
    require(one->rank == other->rank && one->host == other->host, "slices give the same fields");
}

/// Only of JSON must slices of any size give the same: how much of broken text is seen to be broken hangs on
/// where they end, since what is dropped is not looked into.
void checkSource(const SourceOpener& open, std::uint64_t mostBytes, bool isJson)
{
    TraceReadOptions options;
    const Read strict = readChromeSource(open, "f.json", options);
    const Read sliced = readChromeSource(open, "f.json", options, kSmallSlice);
    options.keepDamaged = true;
    const Read kept = readChromeSource(open, "f.json", options);
    const Read slicedKept = readChromeSource(open, "f.json", options, kSmallSlice);
    for (const Read* read : {&strict, &sliced, &kept, &slicedKept}) {
        if (*read)
            checkFile(**read, mostBytes);
        else
            checkError(read->error());
    }
    require(!strict || !strict->isCut, "what is read strictly is whole");
    if (strict)
        checkAgreement(strict, kept);
    if (isJson)
        checkAgreement(strict, sliced);
}

} // namespace

void fuzzChrome(std::string_view bytes)
{
    const auto open = [bytes]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
        return std::make_unique<MemorySource>(bytes);
    };
    checkSource(open, bytes.size(), nlohmann::json::accept(bytes));
}

void fuzzInflate(std::string_view bytes)
{
    const auto open = [bytes]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
        return std::make_unique<InflateSource>(std::make_unique<MemorySource>(bytes), kMostInflated,
                                               CancelToken{});
    };
    checkSource(open, kMostInflated, false);
}

} // namespace bubblescope::test
