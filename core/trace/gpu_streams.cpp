// SPDX-License-Identifier: Apache-2.0
#include "core/trace/gpu_streams.h"

#include "core/trace/busy_span.h"
#include "core/trace/kernel_names.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace bubblescope {

namespace {

std::optional<std::uint64_t> numberIn(std::string_view text)
{
    constexpr std::string_view kStream = "stream ";
    if (text.starts_with(kStream))
        text.remove_prefix(kStream.size());
    while (text.ends_with(' '))
        text.remove_suffix(1);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// One row of the file while its records are gone through.
struct StreamSums
{
    std::size_t kernels = 0;
    std::size_t network = 0;
    std::optional<BusySpan> span;
};

} // namespace

std::optional<std::uint64_t> streamNumber(const TraceThread& thread)
{
    const auto number = numberIn(thread.id);
    return number ? number : numberIn(thread.name);
}

std::string streamName(const TraceThread& thread)
{
    if (const auto number = streamNumber(thread))
        return fmt::format("stream {}", *number);
    const std::string id = shownName(thread.id);
    return id.starts_with("stream ") ? id : "stream " + id;
}

StreamKind streamKindOf(std::size_t kernels, std::size_t network)
{
    return kernels == 0                  ? StreamKind::Copies
           : network > kernels - network ? StreamKind::Communication
                                         : StreamKind::Compute;
}

std::vector<FileStream> gpuStreamsOf(const TraceFile& file, const CancelToken& cancel)
{
    std::vector<StreamSums> sums(file.threads.size());
    CommunicationKernels communication(file.strings);
    std::size_t count = 0;
    for (const TraceRecord& record : file.records) {
        if ((++count & 0xFFFFU) == 0 && cancel.isCancelled())
            return {};
        const bool isKernel = record.kind == RecordKind::Kernel;
        if ((!isKernel && record.kind != RecordKind::Copy) || record.thread >= sums.size())
            continue;
        StreamSums& stream = sums[record.thread];
        if (!stream.span)
            stream.span.emplace(record.start);
        stream.span->add(record.start, record.end);
        stream.kernels += isKernel ? 1 : 0;
        stream.network += isKernel && communication.contains(record.name) ? 1 : 0;
    }
    std::vector<FileStream> streams;
    for (std::uint32_t thread = 0; thread < sums.size(); ++thread) {
        const StreamSums& sum = sums[thread];
        if (!sum.span)
            continue;
        streams.push_back({thread,
                           {0, streamNumber(file.threads[thread]), streamName(file.threads[thread]),
                            streamKindOf(sum.kernels, sum.network), static_cast<Time>(sum.span->busy) / 1000,
                            sum.kernels}});
    }
    return streams;
}

} // namespace bubblescope
