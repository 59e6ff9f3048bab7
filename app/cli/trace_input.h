// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"
#include "core/trace/measured_run.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// How profiles are read.
struct TraceOptions
{
    std::vector<std::string> files; ///< or folders
    std::vector<std::string> patterns;
    std::vector<std::string> ranks; ///< "FILE=N"
    std::optional<std::int64_t> step;
    std::optional<std::int64_t> replica;
    bool keepDamaged = false;
    std::optional<std::int64_t> maxSize;
};

/// --step, --replica and those of addReadingOptions().
void addTraceOptions(CLI::App& command, TraceOptions& options);
/// --pattern, --rank, --keep-damaged and --max-size. The manual page has a group of one name and the same
/// options only once.
void addReadingOptions(CLI::App& command, TraceOptions& options, const std::string& group);

/// Profiles as read, and how they are put together.
struct LoadedTraces
{
    std::vector<TraceFile> files;
    AssembleOptions assembling;
};
/// Reads the profiles. A file that is refused refuses all.
[[nodiscard]] Result<LoadedTraces> loadTraces(const TraceOptions& options, const Environment& environment,
                                              const CancelToken& cancel);

/// Reads and assembles the profiles. A file that is refused refuses all; a trace without pipeline records is
/// an empty run with its plain lanes. Its warnings are printed.
[[nodiscard]] Result<MeasuredRun> loadRun(const TraceOptions& options, const Environment& environment,
                                          const CancelToken& cancel);

/// The same, and behind the shown step the other complete ones: how far they differ says how sure a
/// prediction is. At most `most` steps in all, those nearest to the shown one.
[[nodiscard]] Result<std::vector<MeasuredRun>> loadSteps(const TraceOptions& options, std::size_t most,
                                                         const Environment& environment,
                                                         const CancelToken& cancel);

} // namespace bubblescope::cli
