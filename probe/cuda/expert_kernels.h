// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/device_kernels.h"

/// What a layer with experts does beside its products. Read by nvcc as C++17. `places` are rows of the
/// experts' tensor, [tokens, chosen]; weights are fp32.
namespace bubblescope::probe::device {

struct RouteShape
{
    std::int64_t tokens = 0, experts = 0, chosen = 0;
};
/// The largest logits of each token, with the softmax of them.
cudaError_t route(Element type, const void* logits, std::int32_t* ids, float* weights, RouteShape shape,
                  cudaStream_t stream);
cudaError_t routeBackward(Element type, const std::int32_t* ids, const float* weights,
                          const float* weightGradients, void* logitGradients, RouteShape shape,
                          cudaStream_t stream);

struct TokenShape
{
    std::int64_t tokens = 0, columns = 0, chosen = 0;
};
/// Each token's row to all of its places.
cudaError_t permute(Element type, const void* tokens, const std::int32_t* places, void* rows,
                    TokenShape shape, cudaStream_t stream);
/// Sum of the rows of each token, times their weights unless these are null, and of the same row of `first`
/// and `second` unless they are.
cudaError_t combine(Element type, const void* rows, const std::int32_t* places, const float* weights,
                    const void* first, const void* second, void* sum, TokenShape shape, cudaStream_t stream);
/// Gradients of the rows and of the weights.
cudaError_t combineBackward(Element type, const void* gradient, const void* rows, const std::int32_t* places,
                            const float* weights, void* rowGradients, float* weightGradients,
                            TokenShape shape, cudaStream_t stream);

} // namespace bubblescope::probe::device
