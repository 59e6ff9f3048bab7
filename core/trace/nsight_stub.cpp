// SPDX-License-Identifier: Apache-2.0
// Stands in until the reader of Nsight exports is there.
#include "core/trace/read_trace.h"

namespace bubblescope {

__attribute__((weak)) Result<TraceFile, TraceError> readNsightExport(const std::string& path,
                                                                     const TraceReadOptions& /*options*/)
{
    return tl::unexpected(
        TraceError{{ErrorKind::InvalidInput, "cannot read " + path + ": no reader for SQLite yet", {}}, {}});
}

} // namespace bubblescope
