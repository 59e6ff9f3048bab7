// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/trace_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bubblescope {

struct TraceReadOptions
{
    /// Keep what is before a damage (cut gzip, cut JSON) instead of refusing the file.
    bool keepDamaged = false;
    /// Of inflated bytes; beyond it, or beyond 2,000 times the compressed size once past 1 GiB, a file is
    /// refused.
    std::uint64_t maxSize = std::uint64_t{16} << 30;
    /// Of bytes that come from what is no plain file, which are kept and may never end.
    std::uint64_t maxPiped = std::uint64_t{256} << 20;
    /// Told now and then from the reading thread: bytes of the file consumed, of how many.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
    CancelToken cancel;
};

/// Whether refusing was a matter of these options, so that a window may ask and try again.
enum class TraceRefusal : std::uint8_t { Final, Damaged, TooLarge };
struct TraceError
{
    // NOLINTNEXTLINE(google-explicit-constructor): an error of another reader is final
    TraceError(Error what, TraceRefusal why = TraceRefusal::Final) : error(std::move(what)), refusal(why) {}

    Error error;
    TraceRefusal refusal;
};

/// Reads one profile, recognized by its content (gzip, SQLite, JSON), never by its name. Errors name
/// the file, what is wrong, where (byte, or line and column of JSON) and what to do. Never throws (what is
/// too large for the memory is an error too), never recurses by input; memory is bounded by what is kept plus
/// a slice, and by what comes from a pipe.
[[nodiscard]] Result<TraceFile, TraceError> readTrace(const std::string& path,
                                                      const TraceReadOptions& options = {});

/// Several, on all cores; in the order given. A file that fails does not stop the others. Progress is that of
/// all together, never by two threads at once.
[[nodiscard]] std::vector<Result<TraceFile, TraceError>> readTraces(const std::vector<std::string>& paths,
                                                                    const TraceReadOptions& options = {});

/// Chrome / Kineto JSON in memory (already inflated), for tests and fuzzing; `sourceName` is for messages.
[[nodiscard]] Result<TraceFile, TraceError>
readChromeTrace(std::string_view json, const std::string& sourceName, const TraceReadOptions& options = {});
/// Nsight Systems' SQLite export.
[[nodiscard]] Result<TraceFile, TraceError> readNsightExport(const std::string& path,
                                                             const TraceReadOptions& options = {});

} // namespace bubblescope
