// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/gemms.h"

namespace bubblescope::probe {

/// Attention without fusion: products and softmax, over as many heads at a time as the score buffer holds.
class UnfusedAttention
{
public:
    /// Takes about `mostScoreBytes` at most, both buffers of the backward together.
    UnfusedAttention(const ModelShape& shape, Gemms& gemms, std::int64_t mostScoreBytes);

    /// qkv [T, (H + 2K) d] → output [T, H d].
    void forward(const void* qkv, void* output, cudaStream_t stream);
    /// Computes the probabilities anew.
    void backward(const void* qkv, const void* outputGradient, void* qkvGradient, cudaStream_t stream);

    static constexpr std::int64_t kMostScoreBytes = std::int64_t{1} << 30;

private:
    /// Of one of the backward's two buffers.
    [[nodiscard]] std::int64_t backwardBytes() const;
    void probabilities(const AttentionPart& part, const void* qkv, cudaStream_t stream);
    void run(AttentionProduct product, const AttentionPart& part, const void* a, const void* b, void* c,
             cudaStream_t stream);

    ModelShape m_shape;
    Gemms& m_gemms;
    std::vector<AttentionPart> m_forward, m_backward;
    DeviceBuffer m_scores;
    void* m_gradients = nullptr; ///< second half of the scores' buffer
};

} // namespace bubblescope::probe
