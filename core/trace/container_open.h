// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/container_source.h"

#include <functional>
#include <memory>
#include <string>

namespace bubblescope {

/// Begins a text again from its first byte, so that only a failure pays for finding its line.
using SourceOpener = std::function<Result<std::unique_ptr<ByteSource>, TraceError>()>;

struct Container
{
    TraceContainer kind = TraceContainer::ChromeJson;
    SourceOpener open; ///< of JSON: its text, inflated
};

/// Recognizes a file by its content: gzip (also within gzip) is inflated, SQLite, Primus' times and other
/// JSON are separated, all else is an error that says what was found and what to do.
[[nodiscard]] Result<Container, TraceError> openContainer(const std::string& path,
                                                          const TraceReadOptions& options);

/// 0 where it is unknown.
[[nodiscard]] std::uint64_t fileSizeOf(const std::string& path);

} // namespace bubblescope
