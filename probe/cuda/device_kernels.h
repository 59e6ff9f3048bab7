// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

/// Kernels of our own, launched on a stream. Read by nvcc as C++17: plain types only. Matrices are row-major
/// and dense unless a stride is given; each function returns what the launch returned.
namespace bubblescope::probe::device {

enum class Element : std::uint8_t { Bf16, Fp16, Fp32 };
[[nodiscard]] constexpr std::int64_t bytesOf(Element element)
{
    return element == Element::Fp32 ? 4 : 2;
}

struct RowShape
{
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// y = x / rms(x) · gain, a row at a time; `inverse` takes 1 / rms of each row.
cudaError_t norm(Element type, const void* x, const void* gain, void* y, float* inverse, RowShape shape,
                 cudaStream_t stream);
/// sum = a + b; y = sum / rms(sum) · gain.
cudaError_t residualNorm(Element type, const void* a, const void* b, const void* gain, void* sum, void* y,
                         float* inverse, RowShape shape, cudaStream_t stream);
/// dx = gradient of norm() at x for dy, plus `passed` (the residual's gradient) unless it is null; the gain's
/// gradient is added to `gainGradient` by a second kernel.
cudaError_t normBackward(Element type, const void* dy, const void* x, const float* inverse, const void* gain,
                         const void* passed, void* dx, float* gainGradient, RowShape shape,
                         cudaStream_t stream);

/// In place; row r of each stretch of `rowsOfHead` rows is query `firstQuery + r % rowsOfHead`. Where causal,
/// what is past the query becomes 0.
struct SoftmaxShape
{
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t rowsOfHead = 1;
    std::int64_t firstQuery = 0;
    bool causal = true;
};
cudaError_t softmax(Element type, void* scores, SoftmaxShape shape, cudaStream_t stream);
/// Turns the gradient of the probabilities into that of the scores, in place.
cudaError_t softmaxBackward(Element type, const void* probabilities, void* gradient, RowShape shape,
                            cudaStream_t stream);
/// loss = log of the sum of exp(logits) - logits[target]; `logSum` is kept for the backward.
cudaError_t crossEntropy(Element type, const void* logits, const std::int64_t* targets, float* logSum,
                         float* loss, RowShape shape, cudaStream_t stream);
/// gradient = softmax(logits) - one at the target.
cudaError_t crossEntropyBackward(Element type, const void* logits, const std::int64_t* targets,
                                 const float* logSum, void* gradient, RowShape shape, cudaStream_t stream);

cudaError_t add(Element type, const void* a, const void* b, void* sum, std::int64_t count,
                cudaStream_t stream);
/// Rotates the first `heads` heads of each token by its position in the sequence, backwards for the gradient,
/// and copies the next `copied`; `to` may be `from`. A token is `stride` elements. `table` holds cos and sin,
/// [seq, headDim / 2].
struct RopeShape
{
    std::int64_t tokens = 0, seq = 1, heads = 0, headDim = 0, stride = 0, copied = 0;
};
cudaError_t ropeTable(float2* table, std::int64_t seq, std::int64_t headDim, cudaStream_t stream);
cudaError_t rope(Element type, const void* from, void* to, const float2* table, RopeShape shape,
                 bool backwards, cudaStream_t stream);
/// Gated: out = silu(in[:, :f]) · in[:, f:]; else out = gelu(in), with tanh. `shape` is that of `out`.
cudaError_t activation(Element type, bool gated, const void* in, void* out, RowShape shape,
                       cudaStream_t stream);
cudaError_t activationBackward(Element type, bool gated, const void* in, const void* outGradient,
                               void* inGradient, RowShape shape, cudaStream_t stream);
/// out[t] = table[ids[t]].
cudaError_t gather(Element type, const void* table, const std::int64_t* ids, void* out, RowShape shape,
                   cudaStream_t stream);
/// tableGradient[ids[t]] += gradient[t]; the sum is fp32, or bf16 where `isBf16Sum`.
cudaError_t scatterAdd(Element type, const void* gradient, const std::int64_t* ids, void* tableGradient,
                       bool isBf16Sum, RowShape shape, cudaStream_t stream);

/// One step of AdamW with a copy of the weights in fp32: 30 bytes a parameter of bf16.
struct AdamW
{
    float rate = 1e-4F, beta1 = 0.9F, beta2 = 0.95F, epsilon = 1e-8F, decay = 0.1F;
    float correction1 = 0.1F, correction2 = 0.05F; ///< 1 - beta^step
};
cudaError_t adamW(const AdamW& step, const float* gradient, float* first, float* second, float* master,
                  void* bf16Weights, std::int64_t count, cudaStream_t stream);
/// sum += gradient: 10 bytes a parameter.
cudaError_t accumulate(const void* bf16Gradient, float* sum, std::int64_t count, cudaStream_t stream);

/// Normal numbers that depend on seed and place alone.
cudaError_t fillNormal(Element type, void* values, std::int64_t count, std::uint64_t seed, float mean,
                       float deviation, cudaStream_t stream);
/// Whole numbers in [0, limit).
cudaError_t fillTokens(std::int64_t* values, std::int64_t count, std::int64_t limit, std::uint64_t seed,
                       cudaStream_t stream);

} // namespace bubblescope::probe::device
