// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/linear_gemms.h"

namespace bubblescope::probe {

namespace {

constexpr std::int64_t kBlock = 128;

std::int64_t blocksOf(std::int64_t size)
{
    return (size + kBlock - 1) / kBlock;
}

/// Squares along a row, rounded up to whole vectors.
std::int64_t blocksOfRow(std::int64_t columns)
{
    constexpr std::int64_t kVector = 4;
    return (blocksOf(columns) + kVector - 1) / kVector * kVector;
}

} // namespace

BatchedGemm linearGemm(const Linear& linear, Op op, const ModelShape& shape)
{
    BatchedGemm gemm{gemmCall(linear, op, shape)};
    if (linear.count == 1)
        return gemm;
    const std::int64_t weight = linear.out * linear.in, input = linear.rows * linear.in,
                       output = linear.rows * linear.out;
    gemm.batch = linear.count;
    gemm.strideA = op == Op::Weight ? input : weight;
    gemm.strideB = op == Op::Forward ? input : output;
    gemm.strideC = op == Op::Forward ? output : op == Op::Input ? input : weight;
    return gemm;
}

BatchedGemm fp8Gemm(const Linear& linear, Op op, const ModelShape& shape, std::int64_t index)
{
    const std::int64_t out = linear.out, in = linear.in, rows = linear.rows;
    const std::int64_t m = op == Op::Forward ? out : in;
    const std::int64_t n = op == Op::Weight ? out : rows;
    const std::int64_t k = op == Op::Forward ? in : op == Op::Input ? out : rows;
    const double beta = op == Op::Weight && shape.accumulates() ? 1 : 0;
    BatchedGemm gemm{{true, false, m, n, k, k, k, m, beta}};
    gemm.offsetA = index * m * k;
    gemm.offsetB = index * n * k;
    gemm.offsetC = index * m * n;
    return gemm;
}

Fp8Scales scalesOfWeights(Fp8Scaling scaling)
{
    return scaling == Fp8Scaling::Tensor ? Fp8Scales::Given : Fp8Scales::Blocks;
}

Fp8Scales scalesOfActivations(Fp8Scaling scaling)
{
    return scaling == Fp8Scaling::Tensor ? Fp8Scales::Given : Fp8Scales::Rows;
}

std::int64_t scaleIndex(Fp8Scales scales, std::int64_t rows, std::int64_t columns, std::int64_t row,
                        std::int64_t column)
{
    switch (scales) {
    case Fp8Scales::Given:
        break;
    case Fp8Scales::Rows:
        return column / kBlock * rows + row;
    case Fp8Scales::Blocks:
        return row / kBlock * blocksOfRow(columns) + column / kBlock;
    }
    return 0;
}

std::int64_t scaleCount(Fp8Scales scales, std::int64_t rows, std::int64_t columns)
{
    switch (scales) {
    case Fp8Scales::Given:
        break;
    case Fp8Scales::Rows:
        return blocksOf(columns) * rows;
    case Fp8Scales::Blocks:
        return blocksOf(rows) * blocksOfRow(columns);
    }
    return 1;
}

} // namespace bubblescope::probe
