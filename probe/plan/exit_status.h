// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope::probe {

/// How bubblescope-probe ends (docs/probe.md, "Exit status").
enum class Exit : int {
    Written = 0,
    BadArguments = 2,
    WrittenWithFlags = 3,
    NotWritable = 10,
    BuiltWithoutCuda = 19,
    NoDriver = 20,
    DriverTooOld = 21,
    NoDevice = 22,
    CudaError = 23,
    LibraryMissing = 24,
    OutOfMemory = 25,
    Unsupported = 26,
    DeviceBusy = 27,
    TimeLimit = 28,
    Cancelled = 130,
};

} // namespace bubblescope::probe
