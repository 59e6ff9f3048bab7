// SPDX-License-Identifier: Apache-2.0
// Elementwise kernels as PyTorch runs them without a compiler: one operation each, on tensors whose elements
// are apart. Four elements a thread, one after the other; vectors only where all tensors are dense.
#include "probe/cuda/device_values.cuh"
#include "probe/cuda/strided_kernels.h"

namespace bubblescope::probe::device {

namespace {

constexpr std::int64_t kThreads = 128, kEach = 4;

/// Division by a number that is known when a kernel is launched, as a product and a shift.
struct Divider
{
    explicit Divider(unsigned by) : divisor(by)
    {
        while (shift < 32 && (std::uint64_t{1} << shift) < by)
            ++shift;
        const std::uint64_t one = 1;
        factor = static_cast<unsigned>(((one << 32U) * ((one << shift) - by)) / by + 1);
    }
    __device__ unsigned operator()(unsigned value) const
    {
        return (__umulhi(value, factor) + value) >> shift;
    }
    unsigned divisor = 1, factor = 0, shift = 0;
};

struct Dividers
{
    explicit Dividers(const StridedShape& shape) : columns(shape.columns), heads(shape.heads), seq(shape.seq)
    {}
    Divider columns, heads, seq;
};

/// Where an element is, by all of its axes.
struct Place
{
    __device__ Place(const Dividers& by, unsigned index)
    {
        const unsigned rest = by.columns(index), token = by.heads(rest);
        column = index - rest * by.columns.divisor;
        head = rest - token * by.heads.divisor;
        sequence = by.seq(token);
        position = token - sequence * by.seq.divisor;
    }
    __device__ unsigned in(const Strides& strides) const
    {
        return sequence * static_cast<unsigned>(strides.sequence) +
               position * static_cast<unsigned>(strides.position) +
               head * static_cast<unsigned>(strides.head) + column * static_cast<unsigned>(strides.column);
    }
    unsigned column, head, position, sequence;
};

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
__global__ void stridedAll(Dividers by, const T* a, Strides aStrides, const B* b, Strides bStrides, T* out,
                           Strides outStrides, unsigned count)
{
    unsigned index = blockIdx.x * kThreads * kEach + threadIdx.x;
    for (int i = 0; i < kEach && index < count; ++i, index += kThreads) {
        const Place place(by, index);
        const float left = widened(a[place.in(aStrides)]);
        float right = 0;
        if (b != nullptr)
            right = widened(b[place.in(bStrides)]);
        narrow(computed(kOperation, left, right), out[place.in(outStrides)]);
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

/// Four elements a thread, a block's width apart: all are read, then all are written.
template <typename T>
__global__ void convertAll(const T* from, float* to, std::int64_t count)
{
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kThreads * kEach + threadIdx.x;
    float values[kEach] = {};
    for (int k = 0; k < kEach; ++k)
        if (first + k * kThreads < count)
            values[k] = widened(from[first + k * kThreads]);
    for (int k = 0; k < kEach; ++k)
        if (first + k * kThreads < count)
            to[first + k * kThreads] = values[k];
}

/// Both halves of each head into one, an element after the other on few threads, each place by divisions:
/// how a concatenation of tensors with gaps runs. blockIdx.y is the half.
template <typename T>
__global__ void joinHalves(StridedShape shape, const T* low, const T* high, T* out, Strides strides)
{
    const T* const from = blockIdx.y == 0 ? low : high;
    T* const to = out + blockIdx.y * shape.columns;
    const unsigned count = shape.tokens * shape.heads * shape.columns;
    for (unsigned index = blockIdx.x * blockDim.x + threadIdx.x; index < count;
         index += gridDim.x * blockDim.x) {
        const unsigned column = index % shape.columns, rest = index / shape.columns;
        const unsigned head = rest % shape.heads, token = rest / shape.heads;
        const unsigned position = token % shape.seq, sequence = token / shape.seq;
        const std::int64_t at = sequence * strides.sequence + position * strides.position +
                                head * strides.head + column * strides.column;
        to[at] = from[index];
    }
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
template <int kCount>
__global__ void logSoftmaxRows(const float* logits, const std::int64_t* targets, float* logs, float* loss,
                               std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const std::int64_t first = threadIdx.x * kCount, step = static_cast<std::int64_t>(blockDim.x) * kCount;
    float most = -INFINITY, sum = 0;
    for (std::int64_t c = first; c < columns; c += step) {
        const Pack<float, kCount> values = load<kCount>(logits, row + c);
        for (int i = 0; i < kCount; ++i)
            most = fmaxf(most, values.values[i]);
    }
    most = largest(most, shared);
    for (std::int64_t c = first; c < columns; c += step) {
        const Pack<float, kCount> values = load<kCount>(logits, row + c);
        for (int i = 0; i < kCount; ++i)
            sum += expf(values.values[i] - most);
    }
    const float logSum = most + logf(summed(sum, shared));
    for (std::int64_t c = first; c < columns; c += step) {
        Pack<float, kCount> values = load<kCount>(logits, row + c);
        for (int i = 0; i < kCount; ++i)
            values.values[i] -= logSum;
        store(logs, row + c, values);
    }
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
template <int kCount>
__global__ void logSoftmaxRowsBackward(float* gradient, const float* logs, std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const std::int64_t first = threadIdx.x * kCount, step = static_cast<std::int64_t>(blockDim.x) * kCount;
    float sum = 0;
    for (std::int64_t c = first; c < columns; c += step) {
        const Pack<float, kCount> values = load<kCount>(gradient, row + c);
        for (int i = 0; i < kCount; ++i)
            sum += values.values[i];
    }
    sum = summed(sum, shared);
    for (std::int64_t c = first; c < columns; c += step) {
        Pack<float, kCount> values = load<kCount>(gradient, row + c);
        const Pack<float, kCount> log = load<kCount>(logs, row + c);
        for (int i = 0; i < kCount; ++i)
            values.values[i] -= expf(log.values[i]) * sum;
        store(gradient, row + c, values);
    }
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
                    Dividers(shape), static_cast<const T*>(a.values), a.strides,
                    static_cast<const float*>(b.values), b.strides, static_cast<T*>(out.values), out.strides,
                    static_cast<unsigned>(count));
            else
                stridedAll<T, T, kOperation><<<blocks, kThreads, 0, stream>>>(
                    Dividers(shape), static_cast<const T*>(a.values), a.strides,
                    static_cast<const T*>(b.values), b.strides, static_cast<T*>(out.values), out.strides,
                    static_cast<unsigned>(count));
        });
    });
}

cudaError_t concatenateHalves(Element type, const StridedShape& shape, const void* low, const void* high,
                              Operand out, cudaStream_t stream)
{
    constexpr int kJoining = 512, kBlocksEach = 2;
    int device = 0, multiprocessors = 0;
    if (const cudaError_t status = cudaGetDevice(&device); status != cudaSuccess)
        return status;
    if (const cudaError_t status =
            cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
        status != cudaSuccess)
        return status;
    const dim3 blocks(static_cast<unsigned>(kBlocksEach * multiprocessors), 2);
    return forType(type, 1, [&](auto value, auto) {
        using T = decltype(value);
        joinHalves<T><<<blocks, kJoining, 0, stream>>>(shape, static_cast<const T*>(low),
                                                       static_cast<const T*>(high),
                                                       static_cast<T*>(out.values), out.strides);
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
    const cudaError_t status = forType(type, 1, [&](auto value, auto) {
        using T = decltype(value);
        convertAll<T><<<blocksFor(count, kThreads * kEach), kThreads, 0, stream>>>(
            static_cast<const T*>(logits), wide, count);
    });
    if (status != cudaSuccess)
        return status;
    return forType(Element::Fp32, shape.columns, [&](auto, auto width) {
        constexpr int kCount = decltype(width)::value;
        logSoftmaxRows<kCount>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, 1024), 0, stream>>>(
                wide, targets, logs, loss, shape.columns);
    });
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
    if (const cudaError_t status = forType(
            Element::Fp32, shape.columns,
            [&](auto, auto width) {
                constexpr int kCount = decltype(width)::value;
                logSoftmaxRowsBackward<kCount>
                    <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, 1024), 0, stream>>>(
                        wide, logs, shape.columns);
            });
        status != cudaSuccess)
        return status;
    return forType(type, count, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        convertBack<T, kCount><<<blocksFor(count, kThreads * kCount), kThreads, 0, stream>>>(
            wide, static_cast<T*>(gradient), count);
    });
}

} // namespace bubblescope::probe::device
