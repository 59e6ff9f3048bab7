// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/device_kernels.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace bubblescope::probe::device {

using Bf16 = __nv_bfloat16;
using Fp16 = __half;

__device__ inline float widened(float value)
{
    return value;
}
__device__ inline float widened(Bf16 value)
{
    return __bfloat162float(value);
}
__device__ inline float widened(Fp16 value)
{
    return __half2float(value);
}
__device__ inline void narrow(float value, float& to)
{
    to = value;
}
__device__ inline void narrow(float value, Bf16& to)
{
    to = __float2bfloat16(value);
}
__device__ inline void narrow(float value, Fp16& to)
{
    to = __float2half(value);
}

/// As many elements as one thread reads at once.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount) Pack
{
    T values[kCount];
};
template <typename T>
constexpr int kWidest = 16 / static_cast<int>(sizeof(T));

template <int kCount, typename T>
__device__ inline Pack<T, kCount> load(const T* from, std::int64_t index)
{
    return *reinterpret_cast<const Pack<T, kCount>*>(from + index);
}
template <int kCount, typename T>
__device__ inline void store(T* to, std::int64_t index, const Pack<T, kCount>& pack)
{
    *reinterpret_cast<Pack<T, kCount>*>(to + index) = pack;
}

/// Of all threads of the block; each gets it. `shared` holds 32 numbers. Requires whole warps.
template <typename Combine>
__device__ inline float combined(float value, float* shared, float neutral, Combine combine)
{
    for (int step = 16; step > 0; step /= 2)
        value = combine(value, __shfl_xor_sync(0xFFFFFFFFU, value, step));
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    __syncthreads();
    if (lane == 0)
        shared[warp] = value;
    __syncthreads();
    value = lane < static_cast<int>(blockDim.x) / 32 ? shared[lane] : neutral;
    for (int step = 16; step > 0; step /= 2)
        value = combine(value, __shfl_xor_sync(0xFFFFFFFFU, value, step));
    return value;
}
__device__ inline float summed(float value, float* shared)
{
    return combined(value, shared, 0.0F, [](float a, float b) { return a + b; });
}
__device__ inline float largest(float value, float* shared)
{
    return combined(value, shared, -INFINITY, [](float a, float b) { return fmaxf(a, b); });
}

/// Whole warps, enough for `items` one a thread, at most `most`.
inline unsigned threadsFor(std::int64_t items, std::int64_t most)
{
    const std::int64_t warps = (items + 31) / 32 * 32;
    return static_cast<unsigned>(warps < 32 ? 32 : warps > most ? most : warps);
}
inline unsigned blocksFor(std::int64_t items, std::int64_t each)
{
    constexpr std::int64_t kMost = 0x7FFFFFFF;
    const std::int64_t blocks = (items + each - 1) / each;
    return static_cast<unsigned>(blocks < 1 ? 1 : blocks > kMost ? kMost : blocks);
}

/// Calls `run(T{}, width)` with the element's type and, as a constant, how many each thread may take at once:
/// the widest where rows are whole packs, else 1.
template <typename Run>
cudaError_t forType(Element type, std::int64_t columns, Run run)
{
    const auto forWidth = [&](auto value) {
        using T = decltype(value);
        constexpr int kWide = kWidest<T>;
        if (columns % kWide == 0)
            run(value, std::integral_constant<int, kWide>{});
        else
            run(value, std::integral_constant<int, 1>{});
    };
    switch (type) {
    case Element::Bf16:
        forWidth(Bf16{});
        break;
    case Element::Fp16:
        forWidth(Fp16{});
        break;
    case Element::Fp32:
        forWidth(float{});
        break;
    }
    return cudaGetLastError();
}

} // namespace bubblescope::probe::device
