// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/nsight_database.h"

/// Private to core/trace.
namespace bubblescope::nsight {

/// The records of an export: NVTX ranges, kernels, copies, and the calls that launched them. Each table is
/// read once from its begin to its end; sorting is done in memory. O(rows log rows).
[[nodiscard]] Result<TraceFile, TraceError> readDatabase(Database& database);

} // namespace bubblescope::nsight
