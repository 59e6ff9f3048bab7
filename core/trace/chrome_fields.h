// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <map>
#include <optional>
#include <string>

namespace bubblescope {

/// "baseTimeNanoseconds" of the fields beside the events; 0, and what is no time, count as absent.
[[nodiscard]] std::optional<Nanoseconds> baseTimeOf(const std::map<std::string, std::string>& fields);

/// Rank, world size, process groups and host of these fields; what is wrong in them is reported in the file's
/// warnings and counts as absent.
void applyFields(const std::map<std::string, std::string>& fields, TraceFile& file);

} // namespace bubblescope
