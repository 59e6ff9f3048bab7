// SPDX-License-Identifier: Apache-2.0
#include "core/trace/container_open.h"

#include "core/base/text_edit.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/trace/chrome_skip.h"
#include "core/trace/container_pipe.h"
#include "core/trace/foreign_format.h"
#include "core/trace/inflate_source.h"
#include "core/trace/primus_times.h"

#include <algorithm>
#include <sys/stat.h>

namespace bubblescope {

namespace {

constexpr std::size_t kPeek = 256;
constexpr int kMostLayers = 4;
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kSqlite{"SQLite format 3\0", 16};

using Opened = Result<std::unique_ptr<PeekedSource>, TraceError>;

/// Null for a file.
using Spooled = std::shared_ptr<SpooledBytes>;

Opened openLayers(const std::string& path, const Spooled& spooled, int layers,
                  const TraceReadOptions& options)
{
    std::unique_ptr<ByteSource> bytes;
    if (spooled != nullptr) {
        bytes = std::make_unique<SpooledSource>(spooled);
    } else {
        TRY(bytes, FileSource::open(path));
    }
    auto source = std::make_unique<PeekedSource>(std::move(bytes), kPeek);
    for (; layers > 0; --layers)
        source = std::make_unique<PeekedSource>(
            std::make_unique<InflateSource>(std::move(source), options.maxSize, options.cancel), kPeek);
    return source;
}

bool looksLikeJson(std::string_view bytes)
{
    bytes = withoutByteOrderMark(bytes);
    const auto first = std::find_if_not(bytes.begin(), bytes.end(), isJsonBlank);
    // Blanks alone: the reader finds what follows them, or that nothing does.
    return first == bytes.end() || *first == '{' || *first == '[';
}

tl::unexpected<TraceError> unknownContent(const std::string& path, std::string_view bytes)
{
    if (auto report = nsightReport(path, bytes))
        return refused(path, std::move(*report));
    if (bytes.find_first_not_of('\0') == std::string_view::npos)
        return refused(path, Sentence({"trace.zeros-alone", "no trace: it starts with {count} zero bytes"},
                                      bytes.size()));
    constexpr std::size_t kShownBytes = 24;
    return refused(path,
                   Sentence({"trace.not-sqlite-database-nor",
                             "not an SQLite database, gzip or Chrome trace JSON: it starts with {text}"},
                            quotedText(bytes.substr(0, kShownBytes))));
}

Result<Container, TraceError> sqliteContainer(const std::string& path, bool isNoPlainFile)
{
    if (isNoPlainFile)
        return refused(
            path,
            Sentence({"trace.sqlite-database-within-gzip",
                      "this SQLite database is in gzip or comes from a pipe; unpack it to a file first"}));
    return Container{TraceContainer::NsightSqlite, {}};
}

} // namespace

Result<Container, TraceError> openContainer(const std::string& path, const TraceReadOptions& options)
{
    TRY(const auto spooled, openPipe(path, options));
    for (int layers = 0; layers <= kMostLayers; ++layers) {
        TRY(auto source, openLayers(path, spooled, layers, options));
        const std::string_view bytes = source->peeked();
        const auto& failure = source->failure();
        if (bytes.starts_with(kGzip))
            continue;
        if (bytes.starts_with(kSqlite))
            return sqliteContainer(path, layers > 0 || spooled != nullptr);
        if (bytes.empty() && failure) {
            const bool isTooLarge = failure->refusal == TraceRefusal::TooLarge;
            return refused(path, failure->error.message,
                           isTooLarge ? TraceRefusal::TooLarge : TraceRefusal::Final, failure->error.kind);
        }
        if (bytes.empty())
            return refused(path,
                           Sentence({"trace.file-empty-no-traceevents",
                                     "the file is empty: it has no traceEvents and no NVTX_EVENTS table"}));
        if (auto foreign = foreignFormat(bytes))
            return refused(path, std::move(*foreign));
        if (!looksLikeJson(bytes))
            return unknownContent(path, bytes);
        const auto open = [path, spooled, layers,
                           options]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
            return openLayers(path, spooled, layers, options);
        };
        return Container{looksLikePrimus(bytes) ? TraceContainer::PrimusJson : TraceContainer::ChromeJson,
                         open};
    }
    return refused(
        path,
        Sentence({"trace.packed-gzip-more-than", "gzip compressed it more than {most} times"}, kMostLayers));
}

std::uint64_t fileSizeOf(const std::string& path)
{
    struct stat status
    {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)
               ? static_cast<std::uint64_t>(status.st_size)
               : 0;
}

} // namespace bubblescope
