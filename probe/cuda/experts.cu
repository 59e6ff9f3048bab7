// SPDX-License-Identifier: Apache-2.0
// Kernels of a layer with experts: the choice of each token, and the way of rows to the experts and back.
#include "probe/cuda/device_values.cuh"
#include "probe/cuda/expert_kernels.h"

namespace bubblescope::probe::device {

namespace {

constexpr std::int64_t kThreads = 256, kWarp = 32;

__device__ std::int64_t warpIndex()
{
    return (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
}

/// A warp for each token. The next largest is the largest of those behind the last in order, so nothing has
/// to be marked.
template <typename T>
__global__ void chooseExperts(const T* logits, std::int32_t* ids, float* weights, RouteShape shape)
{
    constexpr std::int32_t kNone = 0x7FFFFFFF;
    const std::int64_t token = warpIndex();
    if (token >= shape.tokens)
        return;
    const int lane = static_cast<int>(threadIdx.x % kWarp);
    const T* const row = logits + token * shape.experts;
    float last = INFINITY, top = 0, sum = 0;
    std::int32_t lastId = -1;
    for (std::int64_t choice = 0; choice < shape.chosen; ++choice) {
        float best = -INFINITY;
        std::int32_t bestId = kNone;
        for (std::int32_t e = lane; e < shape.experts; e += kWarp) {
            const float value = widened(row[e]);
            const bool isLeft = value < last || (value == last && e > lastId);
            if (isLeft && (value > best || bestId == kNone)) {
                best = value;
                bestId = e;
            }
        }
        for (int step = 16; step > 0; step /= 2) {
            const float other = __shfl_xor_sync(0xFFFFFFFFU, best, step);
            const std::int32_t otherId = __shfl_xor_sync(0xFFFFFFFFU, bestId, step);
            if (other > best || (other == best && otherId < bestId)) {
                best = other;
                bestId = otherId;
            }
        }
        top = choice == 0 ? best : top;
        const float power = expf(best - top);
        sum += power;
        last = best;
        lastId = bestId;
        if (lane == 0) {
            ids[token * shape.chosen + choice] = bestId;
            weights[token * shape.chosen + choice] = power;
        }
    }
    __syncwarp();
    for (std::int64_t choice = lane; choice < shape.chosen; choice += kWarp)
        weights[token * shape.chosen + choice] /= sum;
}

template <typename T>
__global__ void chooseExpertsBackward(const std::int32_t* ids, const float* weights,
                                      const float* weightGradients, T* logitGradients, RouteShape shape)
{
    const std::int64_t token = warpIndex();
    if (token >= shape.tokens)
        return;
    const int lane = static_cast<int>(threadIdx.x % kWarp);
    const std::int64_t first = token * shape.chosen;
    float mean = 0;
    for (std::int64_t choice = lane; choice < shape.chosen; choice += kWarp)
        mean += weights[first + choice] * weightGradients[first + choice];
    for (int step = 16; step > 0; step /= 2)
        mean += __shfl_xor_sync(0xFFFFFFFFU, mean, step);
    for (std::int64_t e = lane; e < shape.experts; e += kWarp) {
        float gradient = 0;
        for (std::int64_t choice = 0; choice < shape.chosen; ++choice)
            if (ids[first + choice] == e)
                gradient = weights[first + choice] * (weightGradients[first + choice] - mean);
        narrow(gradient, logitGradients[token * shape.experts + e]);
    }
}

/// Token and column of a thread's pack.
struct TokenPlace
{
    __device__ TokenPlace(const TokenShape& shape, int width)
    {
        const std::int64_t i = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * width;
        token = i / shape.columns;
        column = i % shape.columns;
    }
    std::int64_t token, column;
};

template <typename T, int kCount>
__global__ void permuteRows(const T* tokens, const std::int32_t* places, T* rows, TokenShape shape)
{
    const TokenPlace at(shape, kCount);
    if (at.token >= shape.tokens)
        return;
    const Pack<T, kCount> values = load<kCount>(tokens, at.token * shape.columns + at.column);
    for (std::int64_t choice = 0; choice < shape.chosen; ++choice)
        store(rows, places[at.token * shape.chosen + choice] * shape.columns + at.column, values);
}

template <typename T, int kCount>
__global__ void combineRows(const T* rows, const std::int32_t* places, const float* weights, const T* first,
                            const T* second, T* sum, TokenShape shape)
{
    const TokenPlace at(shape, kCount);
    if (at.token >= shape.tokens)
        return;
    const std::int64_t own = at.token * shape.columns + at.column;
    float sums[kCount] = {};
    const auto add = [&](const Pack<T, kCount>& pack, float weight) {
        for (int i = 0; i < kCount; ++i)
            sums[i] += weight * widened(pack.values[i]);
    };
    if (first != nullptr)
        add(load<kCount>(first, own), 1);
    if (second != nullptr)
        add(load<kCount>(second, own), 1);
    for (std::int64_t choice = 0; choice < shape.chosen; ++choice) {
        const std::int64_t number = at.token * shape.chosen + choice;
        add(load<kCount>(rows, places[number] * shape.columns + at.column),
            weights != nullptr ? weights[number] : 1.0F);
    }
    Pack<T, kCount> result;
    for (int i = 0; i < kCount; ++i)
        narrow(sums[i], result.values[i]);
    store(sum, own, result);
}

/// A block for each token.
template <typename T, int kCount>
__global__ void combineRowsBackward(const T* gradient, const T* rows, const std::int32_t* places,
                                    const float* weights, T* rowGradients, float* weightGradients,
                                    TokenShape shape)
{
    __shared__ float shared[32];
    const std::int64_t token = blockIdx.x;
    const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * kCount;
    for (std::int64_t choice = 0; choice < shape.chosen; ++choice) {
        const std::int64_t number = token * shape.chosen + choice;
        const std::int64_t row = places[number] * shape.columns;
        const float weight = weights[number];
        float product = 0;
        for (std::int64_t c = threadIdx.x * kCount; c < shape.columns; c += step) {
            const Pack<T, kCount> g = load<kCount>(gradient, token * shape.columns + c),
                                  r = load<kCount>(rows, row + c);
            Pack<T, kCount> out;
            for (int i = 0; i < kCount; ++i) {
                product += widened(g.values[i]) * widened(r.values[i]);
                narrow(weight * widened(g.values[i]), out.values[i]);
            }
            store(rowGradients, row + c, out);
        }
        product = summed(product, shared);
        if (threadIdx.x == 0)
            weightGradients[number] = product;
    }
}

} // namespace

cudaError_t route(Element type, const void* logits, std::int32_t* ids, float* weights, RouteShape shape,
                  cudaStream_t stream)
{
    return forType(type, 1, [&](auto value, auto) {
        using T = decltype(value);
        chooseExperts<T><<<blocksFor(shape.tokens * kWarp, kThreads), kThreads, 0, stream>>>(
            static_cast<const T*>(logits), ids, weights, shape);
    });
}

cudaError_t routeBackward(Element type, const std::int32_t* ids, const float* weights,
                          const float* weightGradients, void* logitGradients, RouteShape shape,
                          cudaStream_t stream)
{
    return forType(type, 1, [&](auto value, auto) {
        using T = decltype(value);
        chooseExpertsBackward<T><<<blocksFor(shape.tokens * kWarp, kThreads), kThreads, 0, stream>>>(
            ids, weights, weightGradients, static_cast<T*>(logitGradients), shape);
    });
}

cudaError_t permute(Element type, const void* tokens, const std::int32_t* places, void* rows,
                    TokenShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        permuteRows<T, kCount>
            <<<blocksFor(shape.tokens * shape.columns, kThreads * kCount), kThreads, 0, stream>>>(
                static_cast<const T*>(tokens), places, static_cast<T*>(rows), shape);
    });
}

cudaError_t combine(Element type, const void* rows, const std::int32_t* places, const float* weights,
                    const void* first, const void* second, void* sum, TokenShape shape, cudaStream_t stream)
{
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        combineRows<T, kCount>
            <<<blocksFor(shape.tokens * shape.columns, kThreads * kCount), kThreads, 0, stream>>>(
                static_cast<const T*>(rows), places, weights, static_cast<const T*>(first),
                static_cast<const T*>(second), static_cast<T*>(sum), shape);
    });
}

cudaError_t combineBackward(Element type, const void* gradient, const void* rows, const std::int32_t* places,
                            const float* weights, void* rowGradients, float* weightGradients,
                            TokenShape shape, cudaStream_t stream)
{
    constexpr std::int64_t kMostThreads = 512;
    return forType(type, shape.columns, [&](auto value, auto width) {
        using T = decltype(value);
        constexpr int kCount = decltype(width)::value;
        combineRowsBackward<T, kCount>
            <<<blocksFor(shape.tokens, 1), threadsFor(shape.columns / kCount, kMostThreads), 0, stream>>>(
                static_cast<const T*>(gradient), static_cast<const T*>(rows), places, weights,
                static_cast<T*>(rowGradients), weightGradients, shape);
    });
}

} // namespace bubblescope::probe::device
