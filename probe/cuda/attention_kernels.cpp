// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/attention_kernels.h"

#include <algorithm>

namespace bubblescope::probe {

namespace {

std::int64_t mostOf(const std::vector<AttentionPart>& parts, const ModelShape& shape)
{
    std::int64_t most = 0;
    for (const AttentionPart& part : parts)
        most = std::max(most, part.scores(shape));
    return most;
}

} // namespace

UnfusedAttention::UnfusedAttention(const ModelShape& shape, Gemms& gemms, std::int64_t mostScoreBytes)
    : m_shape(shape)
    , m_gemms(gemms)
    , m_forward(attentionParts(shape, mostScoreBytes / shape.element()))
    , m_backward(attentionParts(shape, mostScoreBytes / shape.element() / 2))
    , m_scores(std::max(shape.element() * mostOf(m_forward, shape), 2 * backwardBytes()))
{
    m_gradients = m_scores.as<char>() + backwardBytes();
}

std::int64_t UnfusedAttention::backwardBytes() const
{
    // Both buffers begin where matrices are expected to.
    constexpr std::int64_t kAlignment = 256;
    const std::int64_t bytes = m_shape.element() * mostOf(m_backward, m_shape);
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

void UnfusedAttention::run(AttentionProduct product, const AttentionPart& part, const void* a, const void* b,
                           void* c, cudaStream_t stream)
{
    m_gemms.run(attentionGemm(product, part, m_shape), m_shape.valueType(), m_shape.valueType(), a, b, c,
                stream);
}

void UnfusedAttention::probabilities(const AttentionPart& part, const void* qkv, cudaStream_t stream)
{
    run(AttentionProduct::Scores, part, qkv, qkv, m_scores.get(), stream);
    require(device::softmax(
                elementOf(m_shape.valueType()), m_scores.get(),
                {part.kvHeads * part.queries, m_shape.seq, part.queries, part.firstQuery, m_shape.causal},
                stream),
            "starting softmax");
}

void UnfusedAttention::forward(const void* qkv, void* output, cudaStream_t stream)
{
    for (const AttentionPart& part : m_forward) {
        probabilities(part, qkv, stream);
        run(AttentionProduct::Output, part, qkv, m_scores.get(), output, stream);
    }
}

void UnfusedAttention::backward(const void* qkv, const void* outputGradient, void* qkvGradient,
                                cudaStream_t stream)
{
    for (const AttentionPart& part : m_backward) {
        probabilities(part, qkv, stream);
        run(AttentionProduct::ValueGradient, part, outputGradient, m_scores.get(), qkvGradient, stream);
        run(AttentionProduct::ProbabilityGradient, part, qkv, outputGradient, m_gradients, stream);
        require(device::softmaxBackward(elementOf(m_shape.valueType()), m_scores.get(), m_gradients,
                                        {part.kvHeads * part.queries, m_shape.seq}, stream),
                "starting softmax's backward");
        run(AttentionProduct::QueryGradient, part, qkv, m_gradients, qkvGradient, stream);
        run(AttentionProduct::KeyGradient, part, qkv, m_gradients, qkvGradient, stream);
    }
}

} // namespace bubblescope::probe
