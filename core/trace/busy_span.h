// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <algorithm>

namespace bubblescope {

/// Kernels that are added by start: from the first start to the last end, and how long any of them ran.
struct BusySpan
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    Nanoseconds busy = 0;

    explicit BusySpan(Nanoseconds first) : start(first), end(first) {}
    void add(Nanoseconds from, Nanoseconds to)
    {
        busy += std::max<Nanoseconds>(0, to - std::max(from, end));
        end = std::max(end, to);
    }
};

} // namespace bubblescope
