// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Number of a stream: its id, or what its id or name says ("stream 7").
[[nodiscard]] std::optional<std::uint64_t> streamNumber(const TraceThread& thread);
/// "stream 7"; of a stream without a number its id.
[[nodiscard]] std::string streamName(const TraceThread& thread);
/// By the number of kernels, `network` of which communicate: a long barrier makes no stream one of
/// communication.
[[nodiscard]] StreamKind streamKindOf(std::size_t kernels, std::size_t network);

/// A stream, and the thread of the file that it is.
struct FileStream
{
    std::uint32_t thread = 0; ///< index into TraceFile::threads
    GpuStream stream;         ///< without its rank
};
/// The CUDA streams of a file, by thread, over all of its records. What runs on the host is no stream,
/// whatever its name. O(records).
[[nodiscard]] std::vector<FileStream> gpuStreamsOf(const TraceFile& file, const CancelToken& cancel = {});

} // namespace bubblescope
