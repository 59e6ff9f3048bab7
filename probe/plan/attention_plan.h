// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/kernels.h"

namespace bubblescope::probe {

/// Attention out of matrix products and softmax, a part of the heads and of the queries at a time, so that
/// the scores of a part fit a buffer. Query, key and value are side by side in a token's row ("qkv"), heads
/// one after the other; query head kv · ratio + lane uses key and value head kv.
struct AttentionPart
{
    std::int64_t sequence = 0; ///< of the micro-batch
    std::int64_t lane = 0;     ///< which of the query heads that share a key head
    std::int64_t firstKvHead = 0, kvHeads = 0;
    std::int64_t firstQuery = 0, queries = 0;

    /// The first that adds to its keys' and values' gradients.
    [[nodiscard]] bool startsGradient() const { return lane == 0 && firstQuery == 0; }
    [[nodiscard]] std::int64_t scores(const ModelShape& shape) const { return kvHeads * queries * shape.seq; }
    bool operator==(const AttentionPart&) const = default;
};
/// All parts, each with at most `mostScores` elements of scores, or with one head's one query.
[[nodiscard]] std::vector<AttentionPart> attentionParts(const ModelShape& shape, std::int64_t mostScores);

enum class AttentionProduct : std::uint8_t {
    Scores,              ///< A keys, B queries, C scores
    Output,              ///< A values, B probabilities, C output
    ValueGradient,       ///< A output's gradient, B probabilities, C qkv's gradient
    ProbabilityGradient, ///< A values, B output's gradient, C probabilities' gradient
    QueryGradient,       ///< A keys, B scores' gradient, C qkv's gradient
    KeyGradient,         ///< A queries, B scores' gradient, C qkv's gradient
};

/// One product a head. Offsets and strides count elements of the whole matrix that the operand is in: qkv
/// [T, (H + 2K) d] or its gradient, output [T, H d] or its gradient, scores [kvHeads, queries, S].
struct BatchedGemm
{
    GemmCall call;
    double alpha = 1;
    std::int64_t batch = 1;
    std::int64_t strideA = 0, strideB = 0, strideC = 0;
    std::int64_t offsetA = 0, offsetB = 0, offsetC = 0;

    /// Whether one prepared product serves for both: all but the offsets.
    [[nodiscard]] bool isLike(const BatchedGemm& other) const;
};
/// Which power of two divides the addresses of a product's matrices, batch by batch.
struct GemmAlignment
{
    std::uint32_t a = 256, b = 256, c = 256; ///< bytes
    bool operator==(const GemmAlignment&) const = default;
};
/// Requires whole matrices that begin at multiples of 256 bytes; at most that.
[[nodiscard]] GemmAlignment alignmentOf(const BatchedGemm& product, std::int64_t inputBytes,
                                        std::int64_t outputBytes);
[[nodiscard]] BatchedGemm attentionGemm(AttentionProduct product, const AttentionPart& part,
                                        const ModelShape& shape);

} // namespace bubblescope::probe
