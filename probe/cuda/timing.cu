// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/timing_kernels.h"

namespace bubblescope::probe::device {

namespace {

__device__ unsigned long long globalTime()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

__global__ void stampAll(ClockStamp* stamps)
{
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x == 0 && sm < kMostMultiprocessors) {
        // The device's clock moves in steps: its first new value is the exact one.
        const unsigned long long before = globalTime();
        unsigned long long now = globalTime();
        for (int i = 0; i < 200 && now == before; ++i)
            now = globalTime();
        stamps[sm] = {now, clock64()};
    }
}

__device__ bool isClosed(const volatile GateState* state)
{
    return state->isOpen == 0;
}

__global__ void holdGate(GateState* state, unsigned long long timeOutNs)
{
    const unsigned long long begin = globalTime();
    while (isClosed(state))
        if (globalTime() - begin > timeOutNs) {
            *const_cast<volatile int*>(&state->timedOut) = 1;
            break;
        }
}

__global__ void burnAll(GateState* until, unsigned long long timeOutNs, float* sink)
{
    const unsigned long long begin = globalTime();
    float value = static_cast<float>(threadIdx.x);
    while (isClosed(until) && globalTime() - begin <= timeOutNs)
        for (int i = 0; i < 256; ++i)
            value = fmaf(value, 1.0001F, 0.5F);
    if (value == -1.0F)
        *sink = value;
}

__global__ void spinFor(unsigned long long ns, SpinStamp* stamp)
{
    const unsigned long long begin = globalTime();
    unsigned long long now = begin;
    while (now - begin < ns)
        now = globalTime();
    if (stamp != nullptr)
        *stamp = {begin, now};
}

__global__ void writeAll(float4* buffer, std::int64_t count)
{
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride)
        buffer[i] = {1.0F, 2.0F, 3.0F, static_cast<float>(i)};
}

} // namespace

cudaError_t stampClocks(ClockStamp* stamps, int multiprocessors, cudaStream_t stream)
{
    // One a multiprocessor is how blocks are dealt out; where two meet on one, one of them is kept.
    stampAll<<<static_cast<unsigned>(multiprocessors), 32, 0, stream>>>(stamps);
    return cudaGetLastError();
}

cudaError_t gate(GateState* state, unsigned long long timeOutNs, cudaStream_t stream)
{
    holdGate<<<1, 1, 0, stream>>>(state, timeOutNs);
    return cudaGetLastError();
}

cudaError_t burn(GateState* until, unsigned long long timeOutNs, float* sink, int blocks, cudaStream_t stream)
{
    burnAll<<<static_cast<unsigned>(blocks), 256, 0, stream>>>(until, timeOutNs, sink);
    return cudaGetLastError();
}

cudaError_t spin(unsigned long long ns, SpinStamp* stamp, cudaStream_t stream)
{
    spinFor<<<1, 1, 0, stream>>>(ns, stamp);
    return cudaGetLastError();
}

cudaError_t flush(float4* buffer, std::int64_t bytes, cudaStream_t stream)
{
    writeAll<<<1024, 256, 0, stream>>>(buffer, bytes / static_cast<std::int64_t>(sizeof(float4)));
    return cudaGetLastError();
}

} // namespace bubblescope::probe::device
