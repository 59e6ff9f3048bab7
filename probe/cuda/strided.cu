// SPDX-License-Identifier: Apache-2.0
// Elementwise kernels as PyTorch runs them without a compiler: one operation each, on tensors whose elements
// are apart. Four elements a thread, one after the other; vectors only where all tensors are dense.
#include "probe/cuda/device_values.cuh"
#include "probe/cuda/strided_kernels.h"

namespace bubblescope::probe::device {

namespace {

constexpr std::int64_t kThreads = 128, kEach = 4;

__device__ std::int64_t offsetOf(const StridedShape& shape, const Strides& strides, unsigned index)
{
    const unsigned column = index % shape.columns, rest = index / shape.columns;
    const unsigned head = rest % shape.heads, token = rest / shape.heads;
    return static_cast<std::int64_t>(token % shape.seq) * strides.position +
           static_cast<std::int64_t>(token / shape.seq) * strides.sequence +
           static_cast<std::int64_t>(head) * strides.head +
           static_cast<std::int64_t>(column) * strides.column;
}

__device__ float computed(Elementwise operation, float a, float b)
{
    switch (operation) {
    case Elementwise::Copy:
        return a;
    case Elementwise::Negate:
        return -a;
    case Elementwise::Add:
        return a + b;
    case Elementwise::Subtract:
        return a - b;
    case Elementwise::Multiply:
        return a * b;
    case Elementwise::Silu:
        return a / (1.0F + expf(-a));
    case Elementwise::SiluBackward: {
        const float open = 1.0F / (1.0F + expf(-b));
        return a * open * (1.0F + b * (1.0F - open));
    }
    }
    return 0;
}

template <typename T, typename B, Elementwise kOperation>
__global__ void stridedAll(StridedShape shape, const T* a, Strides aStrides, const B* b, Strides bStrides,
                           T* out, Strides outStrides, unsigned count)
{
    unsigned index = blockIdx.x * kThreads * kEach + threadIdx.x;
    for (int i = 0; i < kEach && index < count; ++i, index += kThreads) {
        const float left = widened(a[offsetOf(shape, aStrides, index)]);
        float right = 0;
        if (b != nullptr)
            right = widened(b[offsetOf(shape, bStrides, index)]);
        narrow(computed(kOperation, left, right), out[offsetOf(shape, outStrides, index)]);
    }
}

template <typename T, int kCount, Elementwise kOperation>
__global__ void denseAll(const T* a, const T* b, T* out, std::int64_t count)
{
    const std::int64_t i = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * kCount;
    if (i >= count)
        return;
    Pack<T, kCount> left = load<kCount>(a, i), right{};
    if (b != nullptr)
        right = load<kCount>(b, i);
    for (int k = 0; k < kCount; ++k)
        narrow(computed(kOperation, widened(left.values[k]), widened(right.values[k])), left.values[k]);
    store(out, i, left);
}

/// Calls `run` with the operation as a constant.
template <typename Run>
void forOperation(Elementwise operation, Run run)
{
    switch (operation) {
    case Elementwise::Copy:
        return run(std::integral_constant<Elementwise, Elementwise::Copy>{});
    case Elementwise::Negate:
        return run(std::integral_constant<Elementwise, Elementwise::Negate>{});
    case Elementwise::Add:
        return run(std::integral_constant<Elementwise, Elementwise::Add>{});
    case Elementwise::Subtract:
        return run(std::integral_constant<Elementwise, Elementwise::Subtract>{});
    case Elementwise::Multiply:
        return run(std::integral_constant<Elementwise, Elementwise::Multiply>{});
    case Elementwise::Silu:
        return run(std::integral_constant<Elementwise, Elementwise::Silu>{});
    case Elementwise::SiluBackward:
        return run(std::integral_constant<Elementwise, Elementwise::SiluBackward>{});
    }
}

/// Moves whole packs from rows of one stride to rows of another, as a concatenation along rows does.
template <typename T, int kCount>
__global__ void copyRows(const T* from, std::int64_t fromStride, T* to, std::int64_t toStride, RowShape shape)
{
    const std::int64_t i = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * kCount;
    if (i >= shape.rows * shape.columns)
        return;
    const std::int64_t row = i / shape.columns, column = i % shape.columns;
    store(to, row * toStride + column, load<kCount>(from, row * fromStride + column));
}

template <typename T, int kCount>
__global__ void convertAll(const T* from, float* to, std::int64_t count)
{
    const std::int64_t i = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * kCount;
    if (i >= count)
        return;
    const Pack<T, kCount> values = load<kCount>(from, i);
    for (int k = 0; k < kCount; ++k)
        to[i + k] = widened(values.values[k]);
}

template <typename T, int kCount>
__global__ void convertBack(const float* from, T* to, std::int64_t count)
{
    const std::int64_t i = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * kCount;
    if (i >= count)
        return;
    Pack<T, kCount> values;
    for (int k = 0; k < kCount; ++k)
        narrow(from[i + k], values.values[k]);
    store(to, i, values);
}

/// Three readings of a row: its largest value, its sum, and what is written.
__global__ void logSoftmaxRows(const float* logits, const std::int64_t* targets, float* logs, float* loss,
                               std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    float most = -INFINITY, sum = 0;
    for (std::int64_t c = threadIdx.x; c < columns; c += blockDim.x)
        most = fmaxf(most, logits[row + c]);
    most = largest(most, shared);
    for (std::int64_t c = threadIdx.x; c < columns; c += blockDim.x)
        sum += expf(logits[row + c] - most);
    const float logSum = most + logf(summed(sum, shared));
    for (std::int64_t c = threadIdx.x; c < columns; c += blockDim.x)
        logs[row + c] = logits[row + c] - logSum;
    if (threadIdx.x == 0)
        loss[blockIdx.x] = logSum - logits[row + targets[blockIdx.x]];
}

__global__ void markTargets(const std::int64_t* targets, float* gradient, RowShape shape)
{
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row < shape.rows)
        gradient[row * shape.columns + targets[row]] = -1.0F;
}

/// Two readings of a row: the sum of its gradient, and what is written, in place.
__global__ void logSoftmaxRowsBackward(float* gradient, const float* logs, std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    float sum = 0;
    for (std::int64_t c = threadIdx.x; c < columns; c += blockDim.x)
        sum += gradient[row + c];
    sum = summed(sum, shared);
    for (std::int64_t c = threadIdx.x; c < columns; c += blockDim.x)
        gradient[row + c] -= expf(logs[row + c]) * sum;
}

} // namespace

cudaError_t strided(Elementwise operation, Element type, const StridedShape& shape, Operand a, Operand b,
                    Operand out, bool isTable, cudaStream_t stream)
{
    const std::int64_t count = static_cast<std::int64_t>(shape.tokens) * shape.heads * shape.columns;
    const unsigned blocks = blocksFor(count, kThreads * kEach);
    return forType(type, 1, [&](auto value, auto) {
        using T = decltype(value);
        forOperation(operation, [&](auto chosen) {
            constexpr Elementwise kOperation = decltype(chosen)::value;
            if (isTable)
                stridedAll<T, float, kOperation><<<blocks, kThreads, 0, stream>>>(
                    shape, static_cast<const T*>(a.values), a.strides, static_cast<const float*>(b.values),
                    b.strides, static_cast<T*>(out.values), out.strides, static_cast<unsigned>(count));
            else
                stridedAll<T, T, kOperation><<<blocks, kThreads, 0, stream>>>(
                    shape, static_cast<const T*>(a.values), a.strides, static_cast<const T*>(b.values),
                    b.strides, static_cast<T*>(out.values), out.strides, static_cast<unsigned>(count));
        });
    });
}

cudaError_t dense(Elementwise operation, Element type, const void* a, const void* b, void* out,
                  std::int64_t count, cudaStream_t stream)
{
    return forType(type, count, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        forOperation(operation, [&](auto chosen) {
            denseAll<T, kCount, decltype(chosen)::value>
                <<<blocksFor(count, kThreads * kCount), kThreads, 0, stream>>>(
                    static_cast<const T*>(a), static_cast<const T*>(b), static_cast<T*>(out), count);
        });
    });
}

cudaError_t copyRows(Element type, const void* from, std::int64_t fromStride, void* to, std::int64_t toStride,
                     RowShape shape, cudaStream_t stream)
{
    constexpr std::int64_t kPack = 8;
    const bool isWhole = shape.columns % kPack == 0 && fromStride % kPack == 0 && toStride % kPack == 0;
    return forType(type, isWhole ? kPack : 1, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        copyRows<T, kCount>
            <<<blocksFor(shape.rows * shape.columns, kThreads * kCount), kThreads, 0, stream>>>(
                static_cast<const T*>(from), fromStride, static_cast<T*>(to), toStride, shape);
    });
}

cudaError_t eagerCrossEntropy(Element type, const void* logits, const std::int64_t* targets, float* wide,
                              float* logs, float* loss, RowShape shape, cudaStream_t stream)
{
    const std::int64_t count = shape.rows * shape.columns;
    const cudaError_t status = forType(type, count, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        convertAll<T, kCount><<<blocksFor(count, kThreads * kCount), kThreads, 0, stream>>>(
            static_cast<const T*>(logits), wide, count);
    });
    if (status != cudaSuccess)
        return status;
    logSoftmaxRows<<<blocksFor(shape.rows, 1), threadsFor(shape.columns, 1024), 0, stream>>>(
        wide, targets, logs, loss, shape.columns);
    return cudaGetLastError();
}

cudaError_t eagerCrossEntropyBackward(Element type, const std::int64_t* targets, const float* logs,
                                      float* wide, void* gradient, RowShape shape, cudaStream_t stream)
{
    const std::int64_t count = shape.rows * shape.columns;
    if (const cudaError_t status =
            cudaMemsetAsync(wide, 0, static_cast<std::size_t>(count) * sizeof(float), stream);
        status != cudaSuccess)
        return status;
    markTargets<<<blocksFor(shape.rows, kThreads), kThreads, 0, stream>>>(targets, wide, shape);
    logSoftmaxRowsBackward<<<blocksFor(shape.rows, 1), threadsFor(shape.columns, 1024), 0, stream>>>(
        wide, logs, shape.columns);
    return forType(type, count, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        convertBack<T, kCount><<<blocksFor(count, kThreads * kCount), kThreads, 0, stream>>>(
            wide, static_cast<T*>(gradient), count);
    });
}

} // namespace bubblescope::probe::device
