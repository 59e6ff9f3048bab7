// SPDX-License-Identifier: Apache-2.0
// What kernels use of a device, on the CPU: the threads of a block take turns, and wait for each other where
// they meet.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime_api.h>

namespace emulation {

struct Index
{
    unsigned x = 0, y = 0, z = 0;
};
/// Of the thread whose turn it is.
struct Place
{
    Index block, grid, threads, thread;
};
extern Place place;

void launch(dim3 blocks, dim3 threads, const std::function<void()>& kernel);
/// All of a block, or of a warp.
void meetBlock();
void meetWarp();

std::uint64_t& slotOf(unsigned thread);
template <typename Value>
Value exchanged(Value value, int step)
{
    const unsigned own = place.thread.x;
    std::memcpy(&slotOf(own), &value, sizeof value);
    meetWarp();
    std::memcpy(&value, &slotOf(own ^ static_cast<unsigned>(step)), sizeof value);
    meetWarp();
    return value;
}

} // namespace emulation

#define blockIdx (emulation::place.block)
#define gridDim (emulation::place.grid)
#define blockDim (emulation::place.threads)
#define threadIdx (emulation::place.thread)
#define __syncthreads emulation::meetBlock
#define __syncwarp emulation::meetWarp
#define __shfl_xor_sync(mask, value, step) emulation::exchanged(value, step)
#define __expf expf
#define rsqrtf(value) (1.0F / std::sqrt(value))
#define cospif(value) std::cos(3.14159265358979F * (value))

using std::max;

inline unsigned __umulhi(unsigned a, unsigned b)
{
    return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32U);
}
inline int __float_as_int(float value)
{
    int bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline void atomicAdd(float* sum, float value)
{
    *sum += value;
}
inline void atomicAdd(__nv_bfloat16* sum, __nv_bfloat16 value)
{
    *sum = __float2bfloat16(__bfloat162float(*sum) + __bfloat162float(value));
}
inline void atomicMax(int* most, int value)
{
    *most = std::max(*most, value);
}
