// SPDX-License-Identifier: Apache-2.0
// From bf16 to fp8. A block takes 128 x 128 elements through shared memory, so that it writes both copies in
// whole lines and sees all that share a scale.
#include "probe/cuda/device_values.cuh"
#include "probe/cuda/fp8_kernels.h"

#include <cuda_fp8.h>

namespace bubblescope::probe::device {

namespace {

constexpr int kTile = 128, kTileThreads = 256, kWarps = kTileThreads / 32, kPacked = 8, kEach = 4;

enum class Sharing { Given, Rows, Blocks };

/// A power of two by which the largest value becomes at most 448, which is 0.875 * 2^9.
__device__ float scaleFor(float largest)
{
    if (!(largest > 0))
        return 1;
    int exponent = 0;
    const float part = frexpf(largest, &exponent);
    return ldexpf(1.0F, max(exponent, -100) - (part <= 0.875F ? 9 : 8));
}

__device__ std::int64_t tilesOf(std::int64_t size)
{
    return (size + kTile - 1) / kTile;
}

/// Tiles along a row, in whole vectors.
__device__ std::int64_t stepOf(std::int64_t columns)
{
    return (tilesOf(columns) + 3) / 4 * 4;
}

/// Four neighbors of a row of one of the copies.
__device__ void storeFour(void* copy, std::int64_t at, const float* values, float inverse)
{
    Pack<unsigned char, kEach> packed;
    for (int k = 0; k < kEach; ++k)
        packed.values[k] = __nv_cvt_float_to_fp8(values[k] * inverse, __NV_SATFINITE, __NV_E4M3);
    store(static_cast<unsigned char*>(copy), at, packed);
}

/// The scale of 128 elements that a warp holds, four in each thread.
__device__ float warpScale(const float* values)
{
    float most = 0;
    for (int k = 0; k < kEach; ++k)
        most = fmaxf(most, fabsf(values[k]));
    for (int step = 16; step > 0; step /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFFU, most, step));
    return scaleFor(most);
}

template <Sharing kSharing>
__global__ void toFp8Tiles(const Bf16* from, Fp8Copies to, float* largestOfAll, Fp8Shape shape)
{
    __shared__ Bf16 tile[kTile][kTile + 2];
    __shared__ float shared[32];
    const std::int64_t firstRow = static_cast<std::int64_t>(blockIdx.y) * kTile;
    const std::int64_t firstColumn = static_cast<std::int64_t>(blockIdx.x) * kTile;
    const std::int64_t matrix = blockIdx.z * shape.rows * shape.columns;
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    float most = 0;
    for (int p = static_cast<int>(threadIdx.x); p < kTile * kTile / kPacked; p += kTileThreads) {
        const int row = p / (kTile / kPacked), column = p % (kTile / kPacked) * kPacked;
        const bool isIn = firstRow + row < shape.rows && firstColumn + column < shape.columns;
        Pack<Bf16, kPacked> values;
        if (isIn)
            values = load<kPacked>(from, matrix + (firstRow + row) * shape.columns + firstColumn + column);
        for (int k = 0; k < kPacked; ++k) {
            const float value = isIn ? widened(values.values[k]) : 0.0F;
            narrow(value, tile[row][column + k]);
            most = fmaxf(most, fabsf(value));
        }
    }
    __syncthreads();
    float scale = 1;
    if (kSharing == Sharing::Given) {
        scale = *to.plainScales;
        most = largest(most, shared);
        // As whole numbers, floats that are not negative keep their order.
        if (threadIdx.x == 0)
            atomicMax(reinterpret_cast<int*>(largestOfAll), __float_as_int(most));
    }
    if (kSharing == Sharing::Blocks) {
        scale = scaleFor(largest(most, shared));
        if (threadIdx.x == 0) {
            to.plainScales[(blockIdx.z * tilesOf(shape.rows) + blockIdx.y) * stepOf(shape.columns) +
                           blockIdx.x] = scale;
            to.turnedScales[(blockIdx.z * tilesOf(shape.columns) + blockIdx.x) * stepOf(shape.rows) +
                            blockIdx.y] = scale;
        }
    }
    for (int row = warp; row < kTile && firstRow + row < shape.rows; row += kWarps) {
        float values[kEach];
        for (int k = 0; k < kEach; ++k)
            values[k] = widened(tile[row][kEach * lane + k]);
        if (kSharing == Sharing::Rows) {
            scale = warpScale(values);
            if (lane == 0)
                to.plainScales[(blockIdx.z * tilesOf(shape.columns) + blockIdx.x) * shape.rows + firstRow +
                               row] = scale;
        }
        if (firstColumn + kEach * lane < shape.columns)
            storeFour(to.plain, matrix + (firstRow + row) * shape.columns + firstColumn + kEach * lane,
                      values, 1.0F / scale);
    }
    for (int column = warp; column < kTile && firstColumn + column < shape.columns; column += kWarps) {
        float values[kEach];
        for (int k = 0; k < kEach; ++k)
            values[k] = widened(tile[kEach * lane + k][column]);
        if (kSharing == Sharing::Rows) {
            scale = warpScale(values);
            if (lane == 0)
                to.turnedScales[(blockIdx.z * tilesOf(shape.rows) + blockIdx.y) * shape.columns +
                                firstColumn + column] = scale;
        }
        if (firstRow + kEach * lane < shape.rows)
            storeFour(to.turned, matrix + (firstColumn + column) * shape.rows + firstRow + kEach * lane,
                      values, 1.0F / scale);
    }
}

template <Sharing kSharing>
cudaError_t launch(const void* bf16, const Fp8Copies& to, float* largest, const Fp8Shape& shape,
                   cudaStream_t stream)
{
    const dim3 blocks(blocksFor(shape.columns, kTile), blocksFor(shape.rows, kTile),
                      static_cast<unsigned>(shape.count));
    toFp8Tiles<kSharing>
        <<<blocks, kTileThreads, 0, stream>>>(static_cast<const Bf16*>(bf16), to, largest, shape);
    return cudaGetLastError();
}

} // namespace

cudaError_t toFp8WithGiven(const void* bf16, Fp8Copies to, float* largest, Fp8Shape shape,
                           cudaStream_t stream)
{
    return launch<Sharing::Given>(bf16, to, largest, shape, stream);
}

cudaError_t toFp8InRows(const void* bf16, Fp8Copies to, Fp8Shape shape, cudaStream_t stream)
{
    return launch<Sharing::Rows>(bf16, to, nullptr, shape, stream);
}

cudaError_t toFp8InBlocks(const void* bf16, Fp8Copies to, Fp8Shape shape, cudaStream_t stream)
{
    return launch<Sharing::Blocks>(bf16, to, nullptr, shape, stream);
}

} // namespace bubblescope::probe::device
