// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_columns.h"

namespace bubblescope {

std::string sweepHeader(SweepFormat format)
{
    if (format == SweepFormat::JsonLines)
        return {};
    std::string header;
    for (const SweepColumn& column : kSweepColumns) {
        header += header.empty() ? "" : ",";
        header += column.name;
    }
    return header + '\n';
}

} // namespace bubblescope
