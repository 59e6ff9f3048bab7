// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

/// Kernels that measure or fill time. Read by nvcc as C++17.
namespace bubblescope::probe::device {

/// What a multiprocessor's two clocks showed: nanoseconds of the whole device, cycles of its own.
struct ClockStamp
{
    unsigned long long nanoseconds;
    long long cycles;
};
/// Most multiprocessors that stamps are kept of.
inline constexpr int kMostMultiprocessors = 512;
/// Each multiprocessor that takes part writes stamps[its number].
cudaError_t stampClocks(ClockStamp* stamps, int multiprocessors, cudaStream_t stream);

/// How a gate is worked, in memory that host and device share.
struct GateState
{
    int isOpen;   ///< the host writes 1
    int timedOut; ///< the device writes 1
};
/// Holds the stream until the host opens it or the time is up.
cudaError_t gate(GateState* state, unsigned long long timeOutNs, cudaStream_t stream);
/// Keeps `blocks` blocks computing until the host opens the gate or the time is up.
cudaError_t burn(GateState* until, unsigned long long timeOutNs, float* sink, int blocks,
                 cudaStream_t stream);

/// When a spin began and ended.
struct SpinStamp
{
    unsigned long long begin;
    unsigned long long end;
};
/// Passes time on one thread; `stamp` may be null.
cudaError_t spin(unsigned long long ns, SpinStamp* stamp, cudaStream_t stream);
/// Writes all of the buffer, so that what was in the L2 cache before is not.
cudaError_t flush(float4* buffer, std::int64_t bytes, cudaStream_t stream);

} // namespace bubblescope::probe::device
