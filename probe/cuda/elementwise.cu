// SPDX-License-Identifier: Apache-2.0
// Kernels whose elements do not meet: residual, rope, activation, embedding, optimizer, fills.
#include "probe/cuda/device_values.cuh"

namespace bubblescope::probe::device {

namespace {

constexpr std::int64_t kThreads = 256;

__device__ std::int64_t place()
{
    return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

template <typename T, int kCount>
__global__ void addAll(const T* a, const T* b, T* sum, std::int64_t count)
{
    const std::int64_t i = place() * kCount;
    if (i >= count)
        return;
    Pack<T, kCount> values = load<kCount>(a, i);
    const Pack<T, kCount> more = load<kCount>(b, i);
    for (int k = 0; k < kCount; ++k)
        narrow(widened(values.values[k]) + widened(more.values[k]), values.values[k]);
    store(sum, i, values);
}

__global__ void fillRopeTable(float2* table, std::int64_t seq, std::int64_t headDim)
{
    const std::int64_t half = headDim / 2;
    const std::int64_t i = place();
    if (i >= seq * half)
        return;
    const float frequency =
        powf(10000.0F, -2.0F * static_cast<float>(i % half) / static_cast<float>(headDim));
    float2 turned;
    sincosf(static_cast<float>(i / half) * frequency, &turned.y, &turned.x);
    table[i] = turned;
}

template <typename T, int kCount>
__global__ void rotate(const T* from, T* to, const float2* table, RopeShape shape, float sign)
{
    const std::int64_t half = shape.headDim / 2;
    const std::int64_t packs = half / kCount;
    const std::int64_t i = place();
    const std::int64_t heads = shape.heads + shape.copied;
    if (i >= shape.tokens * heads * packs)
        return;
    const std::int64_t within = i % packs * kCount;
    const std::int64_t head = i / packs % heads;
    const std::int64_t token = i / packs / heads;
    const std::int64_t at = token * shape.stride + head * shape.headDim + within;
    Pack<T, kCount> low = load<kCount>(from, at), high = load<kCount>(from, at + half);
    for (int k = 0; k < kCount && head < shape.heads; ++k) {
        const float2 turn = table[token % shape.seq * half + within + k];
        const float x = widened(low.values[k]), y = widened(high.values[k]);
        narrow(x * turn.x - sign * y * turn.y, low.values[k]);
        narrow(y * turn.x + sign * x * turn.y, high.values[k]);
    }
    store(to, at, low);
    store(to, at + half, high);
}

constexpr float kGeluScale = 0.7978845608F, kGeluCube = 0.044715F;

__device__ float gelu(float x)
{
    return 0.5F * x * (1.0F + tanhf(kGeluScale * (x + kGeluCube * x * x * x)));
}
__device__ float geluSlope(float x)
{
    const float t = tanhf(kGeluScale * (x + kGeluCube * x * x * x));
    return 0.5F * (1.0F + t) + 0.5F * x * (1.0F - t * t) * kGeluScale * (1.0F + 3.0F * kGeluCube * x * x);
}

template <typename T, int kCount, bool kGated>
__global__ void activate(const T* in, T* out, RowShape shape)
{
    const std::int64_t i = place() * kCount;
    if (i >= shape.rows * shape.columns)
        return;
    const std::int64_t at = kGated ? i / shape.columns * 2 * shape.columns + i % shape.columns : i;
    Pack<T, kCount> values = load<kCount>(in, at);
    Pack<T, kCount> up;
    if constexpr (kGated)
        up = load<kCount>(in, at + shape.columns);
    for (int k = 0; k < kCount; ++k) {
        const float x = widened(values.values[k]);
        if constexpr (kGated)
            narrow(x / (1.0F + __expf(-x)) * widened(up.values[k]), values.values[k]);
        else
            narrow(gelu(x), values.values[k]);
    }
    store(out, i, values);
}

template <typename T, int kCount>
__global__ void activateBackward(const T* in, const T* outGradient, T* inGradient, RowShape shape)
{
    const std::int64_t i = place() * kCount;
    if (i >= shape.rows * shape.columns)
        return;
    Pack<T, kCount> values = load<kCount>(in, i);
    const Pack<T, kCount> gradient = load<kCount>(outGradient, i);
    for (int k = 0; k < kCount; ++k)
        narrow(widened(gradient.values[k]) * geluSlope(widened(values.values[k])), values.values[k]);
    store(inGradient, i, values);
}

/// Both halves of a gate's gradient as one row: each element computes both and keeps one, as a compiler's
/// concatenation does.
template <typename T, int kCount>
__global__ void gateBackward(const T* in, const T* outGradient, T* inGradient, RowShape shape)
{
    const std::int64_t i = place() * kCount, wide = 2 * shape.columns;
    if (i >= shape.rows * wide)
        return;
    const std::int64_t row = i / wide, column = i % wide;
    const bool isGate = column < shape.columns;
    const std::int64_t within = isGate ? column : column - shape.columns;
    const Pack<T, kCount> gate = load<kCount>(in, row * wide + within);
    const Pack<T, kCount> gradient = load<kCount>(outGradient, row * shape.columns + within);
    Pack<T, kCount> up{}, result;
    if (isGate)
        up = load<kCount>(in, row * wide + shape.columns + within);
    for (int k = 0; k < kCount; ++k) {
        const float x = widened(gate.values[k]), g = widened(gradient.values[k]);
        const float open = 1.0F / (1.0F + expf(-x));
        const float ofGate = g * widened(up.values[k]) * open * (1.0F + x * (1.0F - open));
        const float ofUp = g * (x / (1.0F + expf(-x)));
        narrow(isGate ? ofGate : ofUp, result.values[k]);
    }
    store(inGradient, i, result);
}

template <typename T, int kCount>
__global__ void gatherRows(const T* table, const std::int64_t* ids, T* out, RowShape shape)
{
    const std::int64_t i = place() * kCount;
    if (i >= shape.rows * shape.columns)
        return;
    const std::int64_t from = ids[i / shape.columns] * shape.columns + i % shape.columns;
    store(out, i, load<kCount>(table, from));
}

template <typename T, int kCount, typename Sum>
__global__ void scatterRows(const T* gradient, const std::int64_t* ids, Sum* sum, RowShape shape)
{
    const std::int64_t i = place() * kCount;
    if (i >= shape.rows * shape.columns)
        return;
    const std::int64_t to = ids[i / shape.columns] * shape.columns + i % shape.columns;
    const Pack<T, kCount> values = load<kCount>(gradient, i);
    for (int k = 0; k < kCount; ++k) {
        Sum added;
        narrow(widened(values.values[k]), added);
        atomicAdd(sum + to + k, added);
    }
}

__device__ void updateOne(const AdamW& s, float g, float& m, float& v, float& w)
{
    m = s.beta1 * m + (1.0F - s.beta1) * g;
    v = s.beta2 * v + (1.0F - s.beta2) * g * g;
    const float change = m / s.correction1 / (sqrtf(v / s.correction2) + s.epsilon) + s.decay * w;
    w -= s.rate * change;
}

__global__ void updateAll(AdamW s, const float* gradient, float* first, float* second, float* master,
                          Bf16* weights, std::int64_t count)
{
    constexpr int kCount = 4;
    const std::int64_t i = place() * kCount;
    if (i + kCount <= count) {
        const Pack<float, kCount> g = load<kCount>(gradient, i);
        Pack<float, kCount> m = load<kCount>(first, i), v = load<kCount>(second, i),
                            w = load<kCount>(master, i);
        Pack<Bf16, kCount> narrowed;
        for (int k = 0; k < kCount; ++k) {
            updateOne(s, g.values[k], m.values[k], v.values[k], w.values[k]);
            narrow(w.values[k], narrowed.values[k]);
        }
        store(first, i, m);
        store(second, i, v);
        store(master, i, w);
        store(weights, i, narrowed);
        return;
    }
    for (std::int64_t k = i; k < count; ++k) {
        updateOne(s, gradient[k], first[k], second[k], master[k]);
        narrow(master[k], weights[k]);
    }
}

__global__ void accumulateAll(const Bf16* gradient, float* sum, std::int64_t count)
{
    constexpr int kCount = 4;
    const std::int64_t i = place() * kCount;
    if (i + kCount <= count) {
        const Pack<Bf16, kCount> g = load<kCount>(gradient, i);
        Pack<float, kCount> s = load<kCount>(sum, i);
        for (int k = 0; k < kCount; ++k)
            s.values[k] += widened(g.values[k]);
        store(sum, i, s);
        return;
    }
    for (std::int64_t k = i; k < count; ++k)
        sum[k] += widened(gradient[k]);
}

/// The finalizer of a counter: every bit of the input moves half of the output's.
__device__ std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31U);
}

template <typename T>
__global__ void fillAllNormal(T* values, std::int64_t count, std::uint64_t seed, float mean, float deviation)
{
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = place(); i < count; i += stride) {
        const std::uint64_t bits = mixed(seed ^ mixed(static_cast<std::uint64_t>(i)));
        // In (0, 1]: its logarithm is finite.
        const float u = (static_cast<float>(bits >> 40U) + 1.0F) / 16777216.0F;
        const float angle = static_cast<float>(bits & 0xFFFFFFU) / 16777216.0F;
        narrow(mean + deviation * sqrtf(-2.0F * logf(u)) * cospif(2.0F * angle), values[i]);
    }
}

__global__ void fillAllTokens(std::int64_t* values, std::int64_t count, std::int64_t limit,
                              std::uint64_t seed)
{
    const std::int64_t i = place();
    if (i < count)
        values[i] = static_cast<std::int64_t>(mixed(seed ^ mixed(static_cast<std::uint64_t>(i))) %
                                              static_cast<std::uint64_t>(limit));
}

constexpr std::int64_t kFillBlocks = 4096;

} // namespace

cudaError_t add(Element type, const void* a, const void* b, void* sum, std::int64_t count,
                cudaStream_t stream)
{
    return forType(type, count, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        addAll<T, kCount><<<blocksFor(count, kThreads * kCount), kThreads, 0, stream>>>(
            static_cast<const T*>(a), static_cast<const T*>(b), static_cast<T*>(sum), count);
    });
}

cudaError_t ropeTable(float2* table, std::int64_t seq, std::int64_t headDim, cudaStream_t stream)
{
    fillRopeTable<<<blocksFor(seq * (headDim / 2), kThreads), kThreads, 0, stream>>>(table, seq, headDim);
    return cudaGetLastError();
}

cudaError_t rope(Element type, const void* from, void* to, const float2* table, RopeShape shape,
                 bool backwards, cudaStream_t stream)
{
    const std::int64_t half = shape.headDim / 2, heads = shape.heads + shape.copied;
    // Both halves of every head, and every token, begin at whole packs only if all sizes are multiples.
    const std::int64_t common = half % 8 == 0 && shape.headDim % 8 == 0 && shape.stride % 8 == 0 ? 8 : 1;
    if (half == 0)
        return cudaSuccess;
    return forType(type, common, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        rotate<T, kCount>
            <<<blocksFor(shape.tokens * heads * (half / kCount), kThreads), kThreads, 0, stream>>>(
                static_cast<const T*>(from), static_cast<T*>(to), table, shape, backwards ? -1.0F : 1.0F);
    });
}

cudaError_t activation(Element type, bool gated, const void* in, void* out, RowShape shape,
                       cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        const unsigned blocks = blocksFor(shape.rows * shape.columns, kThreads * kCount);
        const auto run = [&](auto kernel) {
            kernel<<<blocks, kThreads, 0, stream>>>(static_cast<const T*>(in), static_cast<T*>(out), shape);
        };
        if (gated)
            run(activate<T, kCount, true>);
        else
            run(activate<T, kCount, false>);
    });
}

cudaError_t activationBackward(Element type, bool gated, const void* in, const void* outGradient,
                               void* inGradient, RowShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        const unsigned blocks = blocksFor(shape.rows * shape.columns, kThreads * kCount);
        const auto run = [&](auto kernel) {
            kernel<<<blocks, kThreads, 0, stream>>>(static_cast<const T*>(in),
                                                    static_cast<const T*>(outGradient),
                                                    static_cast<T*>(inGradient), shape);
        };
        if (gated)
            gateBackward<T, kCount>
                <<<blocksFor(2 * shape.rows * shape.columns, kThreads * kCount), kThreads, 0, stream>>>(
                    static_cast<const T*>(in), static_cast<const T*>(outGradient),
                    static_cast<T*>(inGradient), shape);
        else
            run(activateBackward<T, kCount>);
    });
}

cudaError_t gather(Element type, const void* table, const std::int64_t* ids, void* out, RowShape shape,
                   cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        gatherRows<T, kCount>
            <<<blocksFor(shape.rows * shape.columns, kThreads * kCount), kThreads, 0, stream>>>(
                static_cast<const T*>(table), ids, static_cast<T*>(out), shape);
    });
}

cudaError_t scatterAdd(Element type, const void* gradient, const std::int64_t* ids, void* tableGradient,
                       bool isBf16Sum, RowShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        const unsigned blocks = blocksFor(shape.rows * shape.columns, kThreads * kCount);
        if (isBf16Sum)
            scatterRows<T, kCount><<<blocks, kThreads, 0, stream>>>(static_cast<const T*>(gradient), ids,
                                                                    static_cast<Bf16*>(tableGradient), shape);
        else
            scatterRows<T, kCount><<<blocks, kThreads, 0, stream>>>(
                static_cast<const T*>(gradient), ids, static_cast<float*>(tableGradient), shape);
    });
}

cudaError_t adamW(const AdamW& step, const float* gradient, float* first, float* second, float* master,
                  void* bf16Weights, std::int64_t count, cudaStream_t stream)
{
    updateAll<<<blocksFor(count, kThreads * 4), kThreads, 0, stream>>>(
        step, gradient, first, second, master, static_cast<Bf16*>(bf16Weights), count);
    return cudaGetLastError();
}

cudaError_t accumulate(const void* bf16Gradient, float* sum, std::int64_t count, cudaStream_t stream)
{
    accumulateAll<<<blocksFor(count, kThreads * 4), kThreads, 0, stream>>>(
        static_cast<const Bf16*>(bf16Gradient), sum, count);
    return cudaGetLastError();
}

cudaError_t fillNormal(Element type, void* values, std::int64_t count, std::uint64_t seed, float mean,
                       float deviation, cudaStream_t stream)
{
    const std::int64_t blocks = blocksFor(count, kThreads);
    return forType(type, 1, [&](auto value, auto) {
        using T = decltype(value);
        fillAllNormal<T>
            <<<static_cast<unsigned>(blocks < kFillBlocks ? blocks : kFillBlocks), kThreads, 0, stream>>>(
                static_cast<T*>(values), count, seed, mean, deviation);
    });
}

cudaError_t fillTokens(std::int64_t* values, std::int64_t count, std::int64_t limit, std::uint64_t seed,
                       cudaStream_t stream)
{
    fillAllTokens<<<blocksFor(count, kThreads), kThreads, 0, stream>>>(values, count, limit, seed);
    return cudaGetLastError();
}

} // namespace bubblescope::probe::device
