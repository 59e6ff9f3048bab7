// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/device_kernels.h"

/// Copies in fp8 (e4m3) for products, with scales that are powers of two. Read by nvcc as C++17.
namespace bubblescope::probe::device {

/// Matrices one after the other; rows and columns are multiples of 16.
struct Fp8Shape
{
    std::int64_t count = 1, rows = 0, columns = 0;
};
/// Where the copies go: as the matrix is, and turned; with the scales of both, as cuBLASLt reads them.
struct Fp8Copies
{
    void* plain = nullptr;
    void* turned = nullptr;
    float* plainScales = nullptr;
    float* turnedScales = nullptr;
};
/// With a scale that was chosen before (both of `to` are one number); the largest value is kept in
/// `largest`, for the next.
cudaError_t toFp8WithGiven(const void* bf16, Fp8Copies to, float* largest, Fp8Shape shape,
                           cudaStream_t stream);
/// 128 elements along a row of each copy share a scale.
cudaError_t toFp8InRows(const void* bf16, Fp8Copies to, Fp8Shape shape, cudaStream_t stream);
/// 128 x 128 elements do.
cudaError_t toFp8InBlocks(const void* bf16, Fp8Copies to, Fp8Shape shape, cudaStream_t stream);

} // namespace bubblescope::probe::device
