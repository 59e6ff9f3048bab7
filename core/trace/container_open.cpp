// SPDX-License-Identifier: Apache-2.0
#include "core/trace/container_open.h"

#include "core/base/text_show.h"
#include "core/trace/chrome_skip.h"
#include "core/trace/inflate_source.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sys/stat.h>

namespace bubblescope {

namespace {

constexpr std::size_t kPeek = 64;
constexpr int kMostLayers = 4;
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kSqlite{"SQLite format 3\0", 16};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

using Opened = Result<std::unique_ptr<PeekedSource>, TraceError>;

Opened openLayers(const std::string& path, int layers, std::uint64_t maxSize)
{
    auto file = FileSource::open(path);
    if (!file)
        return tl::unexpected(std::move(file.error()));
    auto source = std::make_unique<PeekedSource>(*std::move(file), kPeek);
    for (; layers > 0; --layers)
        source = std::make_unique<PeekedSource>(std::make_unique<InflateSource>(std::move(source), maxSize),
                                                kPeek);
    return source;
}

tl::unexpected<TraceError> refused(const std::string& path, std::string message)
{
    return tl::unexpected(
        TraceError{{ErrorKind::InvalidInput, std::move(message), SourceLocation{path, 0, 0, {}, {}, 0}}, {}});
}

bool isNsightReport(const std::string& path, std::string_view bytes)
{
    constexpr std::array<std::string_view, 3> kMagic{"QDSTRM", "QDREP", "NSYS-REP"};
    constexpr std::array<std::string_view, 3> kEndings{".nsys-rep", ".qdrep", ".qdstrm"};
    return std::any_of(kMagic.begin(), kMagic.end(), [&](auto magic) { return bytes.starts_with(magic); }) ||
           std::any_of(kEndings.begin(), kEndings.end(), [&](auto ending) { return path.ends_with(ending); });
}

bool looksLikeJson(std::string_view bytes)
{
    if (bytes.starts_with(kByteOrderMark))
        bytes.remove_prefix(kByteOrderMark.size());
    const auto first = std::find_if_not(bytes.begin(), bytes.end(), isJsonBlank);
    // Blanks alone: the reader finds what follows them, or that nothing does.
    return first == bytes.end() || *first == '{' || *first == '[';
}

tl::unexpected<TraceError> unknownContent(const std::string& path, std::string_view bytes)
{
    if (isNsightReport(path, bytes))
        return refused(path,
                       "this is a report that only Nsight Systems can read; run 'nsys export --type sqlite' "
                       "on it and open the .sqlite file that it makes");
    constexpr std::size_t kShown = 24;
    return refused(path,
                   fmt::format("this is not an SQLite database, nor gzip, nor Chrome trace JSON: it begins "
                               "with {}",
                               quotedText(bytes.substr(0, kShown))));
}

} // namespace

Result<Container, TraceError> openContainer(const std::string& path, const TraceReadOptions& options)
{
    const std::uint64_t maxSize = options.maxSize;
    for (int layers = 0; layers <= kMostLayers; ++layers) {
        auto source = openLayers(path, layers, maxSize);
        if (!source)
            return tl::unexpected(std::move(source.error()));
        const std::string_view bytes = (*source)->peeked();
        if (bytes.starts_with(kGzip))
            continue;
        if (bytes.starts_with(kSqlite) && layers > 0)
            return refused(path, "this is an SQLite database within gzip; unpack it first (gunzip)");
        if (bytes.starts_with(kSqlite))
            return Container{TraceContainer::NsightSqlite, {}};
        if (bytes.empty() && (*source)->failure())
            return refused(path, (*source)->failure()->error.message);
        if (bytes.empty())
            return refused(path, "the file is empty: it has no traceEvents and no NVTX_EVENTS table");
        if (!looksLikeJson(bytes))
            return unknownContent(path, bytes);
        const auto open = [path, layers, maxSize]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
            return openLayers(path, layers, maxSize);
        };
        return Container{TraceContainer::ChromeJson, open};
    }
    return refused(path, fmt::format("it is packed with gzip more than {} times over", kMostLayers));
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
