// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/container_open.h"

#include <string_view>

namespace bubblescope {

/// Whether a JSON text begins like Primus' pp_rank_N.json: {"1": {"total": …, "fwd_start": […], ….
[[nodiscard]] bool looksLikePrimus(std::string_view firstBytes);

/// Reads the times that AMD Primus records of one pipeline rank: of every iteration start and end of each
/// forward and backward, in milliseconds from the begin of the iteration, which is common to all ranks. They
/// become ranges "Primus forward" and "Primus backward" within a step per iteration. What lies between two
/// iterations is not recorded: each begins an hour after the one before. At most 16 MiB.
[[nodiscard]] Result<TraceFile, TraceError>
readPrimusSource(const SourceOpener& open, const std::string& sourceName, const TraceReadOptions& options);

} // namespace bubblescope
