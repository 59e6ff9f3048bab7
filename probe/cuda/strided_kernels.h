// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/device_kernels.h"

/// The operations of a layer one by one, as PyTorch runs them without a compiler. Read by nvcc as C++17.
namespace bubblescope::probe::device {

enum class Elementwise : std::uint8_t {
    Copy,
    Negate,
    Add,
    Subtract,
    Multiply,
    Silu,
    SiluBackward, ///< gradient times silu's slope
};

/// Elements by token, head and column; tokens are those of one sequence after the other.
struct StridedShape
{
    unsigned tokens = 0, seq = 1, heads = 1, columns = 1;
};
/// From one to the next, in elements; 0 where they share.
struct Strides
{
    std::int64_t sequence = 0, position = 0, head = 0, column = 1;
};
struct Operand
{
    void* values = nullptr;
    Strides strides;
};
/// out = operation(a, b), an element at a time; b is fp32 where it is a table.
cudaError_t strided(Elementwise operation, Element type, const StridedShape& shape, Operand a, Operand b,
                    Operand out, bool isTable, cudaStream_t stream);
/// Dense halves of heads into whole ones, whose first columns `out` has: half as wide as a head is `shape`.
cudaError_t concatenateHalves(Element type, const StridedShape& shape, const void* low, const void* high,
                              Operand out, cudaStream_t stream);
/// The same as strided() of dense tensors, in vectors.
cudaError_t dense(Elementwise operation, Element type, const void* a, const void* b, void* out,
                  std::int64_t count, cudaStream_t stream);
/// Rows of one matrix to rows of another, in vectors.
cudaError_t copyRows(Element type, const void* from, std::int64_t fromStride, void* to, std::int64_t toStride,
                     RowShape shape, cudaStream_t stream);
/// Cross-entropy in fp32: a copy, log-softmax, and each token's loss. `wide` is room for the logits in fp32.
cudaError_t eagerCrossEntropy(Element type, const void* logits, const std::int64_t* targets, float* wide,
                              float* logs, float* loss, RowShape shape, cudaStream_t stream);
cudaError_t eagerCrossEntropyBackward(Element type, const std::int64_t* targets, const float* logs,
                                      float* wide, void* gradient, RowShape shape, cudaStream_t stream);

} // namespace bubblescope::probe::device
