// SPDX-License-Identifier: Apache-2.0
// Kernels that reduce rows: norms, softmax, cross-entropy. One block a row, whose second reading is from a
// cache.
#include "probe/cuda/device_values.cuh"

namespace bubblescope::probe::device {

namespace {

constexpr float kEpsilon = 1e-5F;
constexpr std::int64_t kMostThreads = 512;

template <typename T, int kCount, bool kAdds>
__global__ void normRows(const T* a, const T* b, const T* gain, T* sum, T* y, float* inverse,
                         std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * kCount;
    float squares = 0;
    for (std::int64_t c = threadIdx.x * kCount; c < columns; c += step) {
        Pack<T, kCount> values = load<kCount>(a, row + c);
        if constexpr (kAdds) {
            const Pack<T, kCount> more = load<kCount>(b, row + c);
            for (int i = 0; i < kCount; ++i)
                narrow(widened(values.values[i]) + widened(more.values[i]), values.values[i]);
            store(sum, row + c, values);
        }
        for (int i = 0; i < kCount; ++i)
            squares += widened(values.values[i]) * widened(values.values[i]);
    }
    const float scale = rsqrtf(summed(squares, shared) / static_cast<float>(columns) + kEpsilon);
    if (threadIdx.x == 0)
        inverse[blockIdx.x] = scale;
    const T* const from = kAdds ? sum : a;
    for (std::int64_t c = threadIdx.x * kCount; c < columns; c += step) {
        Pack<T, kCount> values = load<kCount>(from, row + c);
        const Pack<T, kCount> gains = load<kCount>(gain, c);
        for (int i = 0; i < kCount; ++i)
            narrow(widened(values.values[i]) * scale * widened(gains.values[i]), values.values[i]);
        store(y, row + c, values);
    }
}

template <typename T, int kCount>
__global__ void normRowsBackward(const T* dy, const T* x, const float* inverse, const T* gain,
                                 const T* passed, T* dx, std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * kCount;
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const float scale = inverse[blockIdx.x];
    float product = 0;
    for (std::int64_t c = threadIdx.x * kCount; c < columns; c += step) {
        const Pack<T, kCount> g = load<kCount>(dy, row + c), v = load<kCount>(x, row + c),
                              w = load<kCount>(gain, c);
        for (int i = 0; i < kCount; ++i)
            product += widened(g.values[i]) * widened(w.values[i]) * widened(v.values[i]);
    }
    const float pull = summed(product, shared) * scale * scale / static_cast<float>(columns);
    for (std::int64_t c = threadIdx.x * kCount; c < columns; c += step) {
        const Pack<T, kCount> g = load<kCount>(dy, row + c), v = load<kCount>(x, row + c),
                              w = load<kCount>(gain, c);
        Pack<T, kCount> out{};
        if (passed != nullptr)
            out = load<kCount>(passed, row + c);
        for (int i = 0; i < kCount; ++i)
            narrow(scale * (widened(g.values[i]) * widened(w.values[i]) - widened(v.values[i]) * pull) +
                       (passed != nullptr ? widened(out.values[i]) : 0.0F),
                   out.values[i]);
        store(dx, row + c, out);
    }
}

/// Rows that one block adds up before it adds to the gradient of the gain.
constexpr std::int64_t kGainRows = 64;

template <typename T, int kCount>
__global__ void gainBackward(const T* dy, const T* x, const float* inverse, float* gainGradient,
                             RowShape shape)
{
    const std::int64_t column = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * kCount;
    if (column >= shape.columns)
        return;
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * kGainRows;
    const std::int64_t last = first + kGainRows < shape.rows ? first + kGainRows : shape.rows;
    float sums[kCount] = {};
    for (std::int64_t row = first; row < last; ++row) {
        const Pack<T, kCount> g = load<kCount>(dy, row * shape.columns + column),
                              v = load<kCount>(x, row * shape.columns + column);
        const float scale = inverse[row];
        for (int i = 0; i < kCount; ++i)
            sums[i] += widened(g.values[i]) * widened(v.values[i]) * scale;
    }
    for (int i = 0; i < kCount; ++i)
        atomicAdd(gainGradient + column + i, sums[i]);
}

/// Largest value of a row and the sum of exp(value - largest), in one reading.
template <typename T, int kCount>
__device__ float2 largestAndSum(const T* values, std::int64_t row, std::int64_t count, float* shared)
{
    float most = -INFINITY, sum = 0;
    for (std::int64_t c = threadIdx.x * kCount; c < count;
         c += static_cast<std::int64_t>(blockDim.x) * kCount) {
        const Pack<T, kCount> pack = load<kCount>(values, row + c);
        for (int i = 0; i < kCount; ++i) {
            // A causal row ends within a pack.
            if (c + i >= count)
                break;
            const float value = widened(pack.values[i]);
            if (value > most) {
                sum *= __expf(most - value);
                most = value;
            }
            sum += __expf(value - most);
        }
    }
    const float top = largest(most, shared);
    const float part = most == -INFINITY ? 0.0F : sum * __expf(most - top);
    return {top, summed(part, shared)};
}

template <typename T, int kCount>
__global__ void softmaxRows(T* scores, SoftmaxShape shape)
{
    __shared__ float shared[32];
    const std::int64_t r = blockIdx.x;
    const std::int64_t row = r * shape.columns;
    const std::int64_t seen = shape.firstQuery + r % shape.rowsOfHead + 1;
    const std::int64_t count = shape.causal && seen < shape.columns ? seen : shape.columns;
    const float2 most = largestAndSum<T, kCount>(scores, row, count, shared);
    const float scale = 1.0F / most.y;
    for (std::int64_t c = threadIdx.x * kCount; c < shape.columns;
         c += static_cast<std::int64_t>(blockDim.x) * kCount) {
        Pack<T, kCount> pack = load<kCount>(scores, row + c);
        for (int i = 0; i < kCount; ++i)
            narrow(c + i < count ? __expf(widened(pack.values[i]) - most.x) * scale : 0.0F, pack.values[i]);
        store(scores, row + c, pack);
    }
}

template <typename T, int kCount>
__global__ void softmaxRowsBackward(const T* probabilities, T* gradient, std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * kCount;
    float product = 0;
    for (std::int64_t c = threadIdx.x * kCount; c < columns; c += step) {
        const Pack<T, kCount> p = load<kCount>(probabilities, row + c), g = load<kCount>(gradient, row + c);
        for (int i = 0; i < kCount; ++i)
            product += widened(p.values[i]) * widened(g.values[i]);
    }
    const float mean = summed(product, shared);
    for (std::int64_t c = threadIdx.x * kCount; c < columns; c += step) {
        const Pack<T, kCount> p = load<kCount>(probabilities, row + c);
        Pack<T, kCount> g = load<kCount>(gradient, row + c);
        for (int i = 0; i < kCount; ++i)
            narrow(widened(p.values[i]) * (widened(g.values[i]) - mean), g.values[i]);
        store(gradient, row + c, g);
    }
}

/// largestAndSum(), element by element without a branch, as a compiler's online softmax does: two powers
/// each.
template <typename T, int kCount>
__device__ float2 onlineLargestAndSum(const T* values, std::int64_t row, std::int64_t count, float* shared)
{
    float most = -INFINITY, sum = 0;
    for (std::int64_t c = threadIdx.x * kCount; c < count;
         c += static_cast<std::int64_t>(blockDim.x) * kCount) {
        const Pack<T, kCount> pack = load<kCount>(values, row + c);
        for (int i = 0; i < kCount; ++i) {
            const float value = widened(pack.values[i]);
            const float above = fmaxf(most, value);
            sum = sum * __expf(most - above) + __expf(value - above);
            most = above;
        }
    }
    const float top = largest(most, shared);
    const float part = most == -INFINITY ? 0.0F : sum * __expf(most - top);
    return {top, summed(part, shared)};
}

template <typename T, int kCount>
__global__ void crossEntropyRows(const T* logits, const std::int64_t* targets, float* logSum, float* loss,
                                 std::int64_t columns)
{
    __shared__ float shared[32];
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const float2 most = onlineLargestAndSum<T, kCount>(logits, row, columns, shared);
    if (threadIdx.x == 0) {
        logSum[blockIdx.x] = most.x + logf(most.y);
        loss[blockIdx.x] = most.x + logf(most.y) - widened(logits[row + targets[blockIdx.x]]);
    }
}

template <typename T, int kCount>
__global__ void crossEntropyRowsBackward(const T* logits, const std::int64_t* targets, const float* logSum,
                                         T* gradient, std::int64_t columns)
{
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * columns;
    const std::int64_t target = targets[blockIdx.x];
    const float sum = logSum[blockIdx.x];
    for (std::int64_t c = threadIdx.x * kCount; c < columns;
         c += static_cast<std::int64_t>(blockDim.x) * kCount) {
        Pack<T, kCount> pack = load<kCount>(logits, row + c);
        for (int i = 0; i < kCount; ++i)
            narrow(__expf(widened(pack.values[i]) - sum) - (c + i == target ? 1.0F : 0.0F), pack.values[i]);
        store(gradient, row + c, pack);
    }
}

template <bool kAdds>
cudaError_t launchNorm(Element type, const void* a, const void* b, const void* gain, void* sum, void* y,
                       float* inverse, RowShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        normRows<T, kCount, kAdds>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, kMostThreads), 0, stream>>>(
                static_cast<const T*>(a), static_cast<const T*>(b), static_cast<const T*>(gain),
                static_cast<T*>(sum), static_cast<T*>(y), inverse, shape.columns);
    });
}

} // namespace

cudaError_t norm(Element type, const void* x, const void* gain, void* y, float* inverse, RowShape shape,
                 cudaStream_t stream)
{
    return launchNorm<false>(type, x, nullptr, gain, nullptr, y, inverse, shape, stream);
}

cudaError_t residualNorm(Element type, const void* a, const void* b, const void* gain, void* sum, void* y,
                         float* inverse, RowShape shape, cudaStream_t stream)
{
    return launchNorm<true>(type, a, b, gain, sum, y, inverse, shape, stream);
}

cudaError_t normBackward(Element type, const void* dy, const void* x, const float* inverse, const void* gain,
                         const void* passed, void* dx, float* gainGradient, RowShape shape,
                         cudaStream_t stream)
{
    constexpr std::int64_t kGainThreads = 128;
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        normRowsBackward<T, kCount>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, kMostThreads), 0, stream>>>(
                static_cast<const T*>(dy), static_cast<const T*>(x), inverse, static_cast<const T*>(gain),
                static_cast<const T*>(passed), static_cast<T*>(dx), shape.columns);
        const dim3 blocks(blocksFor(shape.columns, kGainThreads * kCount), blocksFor(shape.rows, kGainRows));
        gainBackward<T, kCount><<<blocks, kGainThreads, 0, stream>>>(
            static_cast<const T*>(dy), static_cast<const T*>(x), inverse, gainGradient, shape);
    });
}

cudaError_t softmax(Element type, void* scores, SoftmaxShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        softmaxRows<T, kCount>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, kMostThreads), 0, stream>>>(
                static_cast<T*>(scores), shape);
    });
}

cudaError_t softmaxBackward(Element type, const void* probabilities, void* gradient, RowShape shape,
                            cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        softmaxRowsBackward<T, kCount>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, kMostThreads), 0, stream>>>(
                static_cast<const T*>(probabilities), static_cast<T*>(gradient), shape.columns);
    });
}

cudaError_t crossEntropy(Element type, const void* logits, const std::int64_t* targets, float* logSum,
                         float* loss, RowShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        crossEntropyRows<T, kCount>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, 1024), 0, stream>>>(
                static_cast<const T*>(logits), targets, logSum, loss, shape.columns);
    });
}

cudaError_t crossEntropyBackward(Element type, const void* logits, const std::int64_t* targets,
                                 const float* logSum, void* gradient, RowShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        crossEntropyRowsBackward<T, kCount>
            <<<blocksFor(shape.rows, 1), threadsFor(shape.columns / kCount, 1024), 0, stream>>>(
                static_cast<const T*>(logits), targets, logSum, static_cast<T*>(gradient), shape.columns);
    });
}

} // namespace bubblescope::probe::device
