// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/reference.h"

#include <cmath>
#include <random>

namespace bubblescope::test {

/// Attention's kernels on the CPU, part by part, with every result that passes through the memory rounded.
class PartedAttention
{
public:
    using Values = probe::reference::Values;

    /// Parts of at most so many scores.
    PartedAttention(
        const probe::ModelShape& shape, std::int64_t mostScores,
        double (*round)(double) = [](double value) { return value; })
        : m_shape(shape)
        , m_most(mostScores)
        , m_round(round)
    {}

    [[nodiscard]] static std::int64_t qkvSize(const probe::ModelShape& shape)
    {
        return shape.tokens() * (shape.heads + 2 * shape.kvHeads) / shape.tp * shape.headDim;
    }
    [[nodiscard]] static std::int64_t outputSize(const probe::ModelShape& shape)
    {
        return shape.tokens() * shape.heads / shape.tp * shape.headDim;
    }
    [[nodiscard]] Values forward(const Values& qkv) const
    {
        // What stands there before must not matter.
        Values output(static_cast<std::size_t>(outputSize(m_shape)), 7);
        for (const probe::AttentionPart& part : attentionParts(m_shape, m_most))
            multiply(probe::AttentionProduct::Output, part, qkv, probabilities(part, qkv), output);
        return output;
    }
    [[nodiscard]] Values backward(const Values& qkv, const Values& gradient) const
    {
        using probe::AttentionProduct;
        Values result(qkv.size(), 7);
        for (const probe::AttentionPart& part : attentionParts(m_shape, m_most)) {
            const Values weights = probabilities(part, qkv);
            Values slopes(weights.size());
            multiply(AttentionProduct::ValueGradient, part, gradient, weights, result);
            multiply(AttentionProduct::ProbabilityGradient, part, qkv, gradient, slopes);
            const auto width = static_cast<std::size_t>(m_shape.seq);
            for (std::size_t row = 0; row < slopes.size(); row += width) {
                double mean = 0;
                for (std::size_t i = 0; i < width; ++i)
                    mean += weights[row + i] * slopes[row + i];
                for (std::size_t i = 0; i < width; ++i)
                    slopes[row + i] = m_round(weights[row + i] * (slopes[row + i] - mean));
            }
            multiply(AttentionProduct::QueryGradient, part, qkv, slopes, result);
            multiply(AttentionProduct::KeyGradient, part, qkv, slopes, result);
        }
        return result;
    }

private:
    void multiply(probe::AttentionProduct what, const probe::AttentionPart& part, const Values& a,
                  const Values& b, Values& c) const
    {
        probe::reference::product(attentionGemm(what, part, m_shape), a, b, c);
        for (double& value : c)
            value = m_round(value);
    }
    [[nodiscard]] Values probabilities(const probe::AttentionPart& part, const Values& qkv) const
    {
        Values values(static_cast<std::size_t>(part.scores(m_shape)));
        multiply(probe::AttentionProduct::Scores, part, qkv, qkv, values);
        const auto width = static_cast<std::size_t>(m_shape.seq);
        for (std::size_t row = 0; row < values.size() / width; ++row) {
            const std::int64_t query = part.firstQuery + static_cast<std::int64_t>(row) % part.queries;
            const std::size_t seen = m_shape.causal ? static_cast<std::size_t>(query) + 1 : width;
            double sum = 0;
            for (std::size_t i = 0; i < width; ++i)
                sum += values[row * width + i] = i < seen ? std::exp(values[row * width + i]) : 0;
            for (std::size_t i = 0; i < width; ++i)
                values[row * width + i] = m_round(values[row * width + i] / sum);
        }
        return values;
    }

    const probe::ModelShape& m_shape;
    std::int64_t m_most;
    double (*m_round)(double);
};

[[nodiscard]] inline probe::reference::Values randomValues(std::int64_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    probe::reference::Values values(static_cast<std::size_t>(count));
    for (double& value : values)
        value = normal(random);
    return values;
}

} // namespace bubblescope::test
