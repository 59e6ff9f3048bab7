// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope::probe::reference {

namespace {

constexpr double kNormEpsilon = 1e-5;
constexpr double kGeluScale = 0.7978845608028654, kGeluCube = 0.044715;

std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

double inverseRms(std::span<const double> row)
{
    double squares = 0;
    for (const double value : row)
        squares += value * value;
    return 1 / std::sqrt(squares / static_cast<double>(row.size()) + kNormEpsilon);
}

/// Softmax weights of one query over all keys that it may see.
struct Attended
{
    const ModelShape& shape;
    std::span<const double> qkv;
    std::int64_t heads = shape.heads / shape.tp, kvHeads = shape.kvHeads / shape.tp, d = shape.headDim;
    std::int64_t row = (heads + 2 * kvHeads) * d;

    [[nodiscard]] std::int64_t query(std::int64_t token, std::int64_t head) const
    {
        return token * row + head * d;
    }
    [[nodiscard]] std::int64_t key(std::int64_t token, std::int64_t head) const
    {
        return token * row + (heads + head / (heads / kvHeads)) * d;
    }
    [[nodiscard]] std::int64_t value(std::int64_t token, std::int64_t head) const
    {
        return key(token, head) + kvHeads * d;
    }
    [[nodiscard]] double dot(std::int64_t left, std::int64_t right) const
    {
        double sum = 0;
        for (std::int64_t i = 0; i < d; ++i)
            sum += qkv[at(left + i)] * qkv[at(right + i)];
        return sum;
    }
    [[nodiscard]] Values weights(std::int64_t first, std::int64_t position, std::int64_t head) const
    {
        const std::int64_t seen = shape.causal ? position + 1 : shape.seq;
        Values result(at(seen));
        for (std::int64_t k = 0; k < seen; ++k)
            result[at(k)] =
                dot(query(first + position, head), key(first + k, head)) / std::sqrt(static_cast<double>(d));
        const double most = *std::max_element(result.begin(), result.end());
        double sum = 0;
        for (double& weight : result)
            sum += weight = std::exp(weight - most);
        for (double& weight : result)
            weight /= sum;
        return result;
    }
};

double silu(double x)
{
    return x / (1 + std::exp(-x));
}
double siluSlope(double x)
{
    const double open = 1 / (1 + std::exp(-x));
    return open * (1 + x * (1 - open));
}
double gelu(double x)
{
    return 0.5 * x * (1 + std::tanh(kGeluScale * (x + kGeluCube * x * x * x)));
}
double geluSlope(double x)
{
    const double t = std::tanh(kGeluScale * (x + kGeluCube * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kGeluScale * (1 + 3 * kGeluCube * x * x);
}

} // namespace

void product(const BatchedGemm& gemm, std::span<const double> a, std::span<const double> b,
             std::span<double> c)
{
    const GemmCall& g = gemm.call;
    for (std::int64_t batch = 0; batch < gemm.batch; ++batch)
        for (std::int64_t column = 0; column < g.n; ++column)
            for (std::int64_t row = 0; row < g.m; ++row) {
                double sum = 0;
                for (std::int64_t k = 0; k < g.k; ++k)
                    sum += a[at(gemm.offsetA + batch * gemm.strideA +
                                (g.transposesA ? k + row * g.lda : row + k * g.lda))] *
                           b[at(gemm.offsetB + batch * gemm.strideB +
                                (g.transposesB ? column + k * g.ldb : k + column * g.ldb))];
                double& to = c[at(gemm.offsetC + batch * gemm.strideC + row + column * g.ldc)];
                to = gemm.alpha * sum + (g.beta == 0 ? 0 : g.beta * to);
            }
}

void product(const GemmCall& gemm, std::span<const double> a, std::span<const double> b, std::span<double> c)
{
    product(BatchedGemm{gemm}, a, b, c);
}

Values norm(std::span<const double> x, std::span<const double> gain)
{
    Values result(x.size());
    for (std::size_t row = 0; row < x.size(); row += gain.size()) {
        const double scale = inverseRms(x.subspan(row, gain.size()));
        for (std::size_t i = 0; i < gain.size(); ++i)
            result[row + i] = x[row + i] * scale * gain[i];
    }
    return result;
}

NormGradients normBackward(std::span<const double> gradient, std::span<const double> x,
                           std::span<const double> gain)
{
    NormGradients result{Values(x.size()), Values(gain.size())};
    const double width = static_cast<double>(gain.size());
    for (std::size_t row = 0; row < x.size(); row += gain.size()) {
        const double scale = inverseRms(x.subspan(row, gain.size()));
        double along = 0;
        for (std::size_t i = 0; i < gain.size(); ++i)
            along += gradient[row + i] * gain[i] * x[row + i];
        for (std::size_t i = 0; i < gain.size(); ++i) {
            result.input[row + i] =
                scale * (gradient[row + i] * gain[i] - x[row + i] * scale * scale * along / width);
            result.gain[i] += gradient[row + i] * x[row + i] * scale;
        }
    }
    return result;
}

void rope(std::span<double> values, const ModelShape& shape, std::int64_t heads, std::int64_t stride,
          double sign)
{
    const std::int64_t half = shape.headDim / 2;
    for (std::int64_t token = 0; token < shape.tokens(); ++token)
        for (std::int64_t head = 0; head < heads; ++head)
            for (std::int64_t i = 0; i < half; ++i) {
                const double angle =
                    static_cast<double>(token % shape.seq) *
                    std::pow(10000.0, -2.0 * static_cast<double>(i) / static_cast<double>(shape.headDim));
                double& x = values[at(token * stride + head * shape.headDim + i)];
                double& y = values[at(token * stride + head * shape.headDim + i + half)];
                const double turned = x * std::cos(angle) - sign * y * std::sin(angle);
                y = y * std::cos(angle) + sign * x * std::sin(angle);
                x = turned;
            }
}

Values activation(std::span<const double> in, std::int64_t width, bool gated)
{
    if (!gated) {
        Values result(in.begin(), in.end());
        std::transform(result.begin(), result.end(), result.begin(), gelu);
        return result;
    }
    Values result(in.size() / 2);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::size_t gate = i / at(width) * 2 * at(width) + i % at(width);
        result[i] = silu(in[gate]) * in[gate + at(width)];
    }
    return result;
}

Values activationBackward(std::span<const double> in, std::span<const double> gradient, std::int64_t width,
                          bool gated)
{
    Values result(in.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        if (!gated) {
            result[i] = gradient[i] * geluSlope(in[i]);
            continue;
        }
        const std::size_t gate = i / at(width) * 2 * at(width) + i % at(width);
        result[gate] = gradient[i] * in[gate + at(width)] * siluSlope(in[gate]);
        result[gate + at(width)] = gradient[i] * silu(in[gate]);
    }
    return result;
}

Values attention(std::span<const double> qkv, const ModelShape& shape)
{
    const Attended attended{shape, qkv};
    Values output(at(shape.tokens() * attended.heads * attended.d));
    for (std::int64_t token = 0; token < shape.tokens(); ++token)
        for (std::int64_t head = 0; head < attended.heads; ++head) {
            const std::int64_t first = token / shape.seq * shape.seq;
            const Values weights = attended.weights(first, token - first, head);
            for (std::size_t k = 0; k < weights.size(); ++k)
                for (std::int64_t i = 0; i < attended.d; ++i)
                    output[at((token * attended.heads + head) * attended.d + i)] +=
                        weights[k] * qkv[at(attended.value(first + static_cast<std::int64_t>(k), head) + i)];
        }
    return output;
}

Values attentionBackward(std::span<const double> qkv, std::span<const double> gradient,
                         const ModelShape& shape)
{
    const Attended attended{shape, qkv};
    const std::int64_t d = attended.d;
    const double scale = 1 / std::sqrt(static_cast<double>(d));
    Values result(qkv.size());
    for (std::int64_t token = 0; token < shape.tokens(); ++token)
        for (std::int64_t head = 0; head < attended.heads; ++head) {
            const std::int64_t first = token / shape.seq * shape.seq;
            const Values weights = attended.weights(first, token - first, head);
            const auto from = gradient.subspan(at((token * attended.heads + head) * d), at(d));
            Values slopes(weights.size());
            double mean = 0;
            for (std::size_t k = 0; k < weights.size(); ++k) {
                const std::int64_t value = attended.value(first + static_cast<std::int64_t>(k), head);
                for (std::int64_t i = 0; i < d; ++i) {
                    slopes[k] += from[at(i)] * qkv[at(value + i)];
                    result[at(value + i)] += weights[k] * from[at(i)];
                }
                mean += weights[k] * slopes[k];
            }
            for (std::size_t k = 0; k < weights.size(); ++k) {
                const double slope = weights[k] * (slopes[k] - mean) * scale;
                const std::int64_t key = attended.key(first + static_cast<std::int64_t>(k), head);
                const std::int64_t query = attended.query(token, head);
                for (std::int64_t i = 0; i < d; ++i) {
                    result[at(query + i)] += slope * qkv[at(key + i)];
                    result[at(key + i)] += slope * qkv[at(query + i)];
                }
            }
        }
    return result;
}

Values crossEntropy(std::span<const double> logits, std::span<const std::int64_t> targets)
{
    const std::size_t width = targets.empty() ? 0 : logits.size() / targets.size();
    Values losses;
    for (std::size_t row = 0; row < targets.size(); ++row) {
        const auto values = logits.subspan(row * width, width);
        const double most = *std::max_element(values.begin(), values.end());
        double sum = 0;
        for (const double value : values)
            sum += std::exp(value - most);
        losses.push_back(most + std::log(sum) - values[at(targets[row])]);
    }
    return losses;
}

Values crossEntropyBackward(std::span<const double> logits, std::span<const std::int64_t> targets)
{
    const Values losses = crossEntropy(logits, targets);
    const std::size_t width = targets.empty() ? 0 : logits.size() / targets.size();
    Values gradient(logits.size());
    for (std::size_t row = 0; row < targets.size(); ++row) {
        const double logSum = losses[row] + logits[row * width + at(targets[row])];
        for (std::size_t i = 0; i < width; ++i)
            gradient[row * width + i] =
                std::exp(logits[row * width + i] - logSum) - (at(targets[row]) == i ? 1 : 0);
    }
    return gradient;
}

double relativeError(std::span<const double> found, std::span<const double> wanted)
{
    if (found.size() != wanted.size())
        return std::numeric_limits<double>::infinity();
    double difference = 0, largest = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        // What is no number compares as less than anything.
        if (!std::isfinite(found[i]))
            return std::numeric_limits<double>::infinity();
        difference = std::max(difference, std::abs(found[i] - wanted[i]));
        largest = std::max(largest, std::abs(wanted[i]));
    }
    if (difference == 0)
        return 0;
    return largest > 0 ? difference / largest : std::numeric_limits<double>::infinity();
}

} // namespace bubblescope::probe::reference
