// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/attention_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope::probe {

namespace {

/// Where the parts of one matrix are, in elements.
struct Operand
{
    std::int64_t row = 0;    ///< from one token or query to the next
    std::int64_t stride = 0; ///< from one head of the batch to the next
    std::int64_t offset = 0;
};

class Operands
{
public:
    Operands(const AttentionPart& part, const ModelShape& shape)
        : m_part(part)
        , m_headDim(shape.headDim)
        , m_heads(shape.heads / shape.tp)
        , m_kvHeads(shape.kvHeads / shape.tp)
        , m_ratio(shape.heads / shape.kvHeads)
        , m_firstToken(part.sequence * shape.seq)
        , m_seq(shape.seq)
    {}

    [[nodiscard]] Operand queries() const
    {
        const std::int64_t row = (m_heads + 2 * m_kvHeads) * m_headDim;
        return {row, m_ratio * m_headDim, (m_firstToken + m_part.firstQuery) * row + queryHead()};
    }
    [[nodiscard]] Operand keys() const { return shared(m_heads); }
    [[nodiscard]] Operand values() const { return shared(m_heads + m_kvHeads); }
    [[nodiscard]] Operand output() const
    {
        const std::int64_t row = m_heads * m_headDim;
        return {row, m_ratio * m_headDim, (m_firstToken + m_part.firstQuery) * row + queryHead()};
    }
    [[nodiscard]] Operand scores() const { return {m_seq, m_part.queries * m_seq, 0}; }

private:
    [[nodiscard]] std::int64_t queryHead() const
    {
        return (m_part.firstKvHead * m_ratio + m_part.lane) * m_headDim;
    }
    [[nodiscard]] Operand shared(std::int64_t firstHead) const
    {
        const std::int64_t row = (m_heads + 2 * m_kvHeads) * m_headDim;
        return {row, m_headDim, m_firstToken * row + (firstHead + m_part.firstKvHead) * m_headDim};
    }

    const AttentionPart& m_part;
    std::int64_t m_headDim, m_heads, m_kvHeads, m_ratio, m_firstToken, m_seq;
};

} // namespace

std::vector<AttentionPart> attentionParts(const ModelShape& shape, std::int64_t mostScores)
{
    const std::int64_t kvHeads = shape.kvHeads / shape.tp;
    const std::int64_t ratio = shape.heads / shape.kvHeads;
    const std::int64_t queries = std::clamp<std::int64_t>(mostScores / shape.seq, 1, shape.seq);
    const std::int64_t heads = std::clamp<std::int64_t>(mostScores / (queries * shape.seq), 1, kvHeads);
    std::vector<AttentionPart> parts;
    for (std::int64_t sequence = 0; sequence < shape.microBatch; ++sequence)
        for (std::int64_t head = 0; head < kvHeads; head += heads)
            for (std::int64_t query = 0; query < shape.seq; query += queries)
                for (std::int64_t lane = 0; lane < ratio; ++lane)
                    parts.push_back({sequence, lane, head, std::min(heads, kvHeads - head), query,
                                     std::min(queries, shape.seq - query)});
    return parts;
}

bool BatchedGemm::isLike(const BatchedGemm& other) const
{
    return call == other.call && alpha == other.alpha && batch == other.batch && strideA == other.strideA &&
           strideB == other.strideB && strideC == other.strideC;
}

GemmAlignment alignmentOf(const BatchedGemm& product, std::int64_t inputBytes, std::int64_t outputBytes)
{
    constexpr std::int64_t kMost = 256;
    const auto aligned = [&](std::int64_t offset, std::int64_t stride, std::int64_t element) {
        const std::int64_t step = product.batch > 1 ? stride : 0;
        return static_cast<std::uint32_t>(std::gcd(kMost, std::gcd(offset * element, step * element)));
    };
    return {aligned(product.offsetA, product.strideA, inputBytes),
            aligned(product.offsetB, product.strideB, inputBytes),
            aligned(product.offsetC, product.strideC, outputBytes)};
}

BatchedGemm attentionGemm(AttentionProduct product, const AttentionPart& part, const ModelShape& shape)
{
    const Operands operands(part, shape);
    const std::int64_t d = shape.headDim, seq = shape.seq, rows = part.queries;
    const double scale = 1.0 / std::sqrt(static_cast<double>(d));
    const double beta = part.startsGradient() ? 0 : 1;
    const auto make = [&](bool transposesA, bool transposesB, std::int64_t m, std::int64_t n, std::int64_t k,
                          const Operand& a, const Operand& b, const Operand& c, double sumBeta,
                          double alpha) {
        return BatchedGemm{{transposesA, transposesB, m, n, k, a.row, b.row, c.row, sumBeta},
                           alpha,
                           part.kvHeads,
                           a.stride,
                           b.stride,
                           c.stride,
                           a.offset,
                           b.offset,
                           c.offset};
    };
    switch (product) {
    case AttentionProduct::Scores:
        return make(true, false, seq, rows, d, operands.keys(), operands.queries(), operands.scores(), 0,
                    scale);
    case AttentionProduct::Output:
        return make(false, false, d, rows, seq, operands.values(), operands.scores(), operands.output(), 0,
                    1);
    case AttentionProduct::ValueGradient:
        return make(false, true, d, seq, rows, operands.output(), operands.scores(), operands.values(), beta,
                    1);
    case AttentionProduct::ProbabilityGradient:
        return make(true, false, seq, rows, d, operands.values(), operands.output(), operands.scores(), 0, 1);
    case AttentionProduct::QueryGradient:
        return make(false, false, d, rows, seq, operands.keys(), operands.scores(), operands.queries(), 0,
                    scale);
    case AttentionProduct::KeyGradient:
        break;
    }
    return make(false, true, d, seq, rows, operands.queries(), operands.scores(), operands.keys(), beta,
                scale);
}

} // namespace bubblescope::probe
