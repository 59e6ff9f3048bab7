// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/reference_mixture.h"

#include "probe/plan/mixture_kernels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope::probe::reference {

namespace {

std::size_t index(std::int64_t value)
{
    return static_cast<std::size_t>(value);
}

/// Calls `visit(choice, first element of the token's row, first element of the expert's row)`.
template <typename Visit>
void eachChoice(const ModelShape& shape, Visit visit)
{
    const std::vector<std::int32_t> places = expertPlaces(shape);
    for (std::size_t choice = 0; choice < places.size(); ++choice)
        visit(choice, choice / index(shape.topK) * index(shape.hidden),
              index(places[choice]) * index(shape.hidden));
}

} // namespace

Routes route(std::span<const double> logits, const ModelShape& shape)
{
    Routes routes;
    for (std::int64_t token = 0; token < shape.tokens(); ++token) {
        const auto row = logits.subspan(index(token * shape.experts), index(shape.experts));
        std::vector<std::int32_t> order(row.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::int32_t a, std::int32_t b) { return row[index(a)] > row[index(b)]; });
        order.resize(index(shape.topK));
        double sum = 0;
        for (const std::int32_t expert : order)
            sum += std::exp(row[index(expert)] - row[index(order.front())]);
        for (const std::int32_t expert : order) {
            routes.experts.push_back(expert);
            routes.weights.push_back(std::exp(row[index(expert)] - row[index(order.front())]) / sum);
        }
    }
    return routes;
}

Values routeBackward(const Routes& routes, std::span<const double> weightGradients, const ModelShape& shape)
{
    Values gradient(index(shape.tokens() * shape.experts));
    for (std::int64_t token = 0; token < shape.tokens(); ++token) {
        const std::size_t first = index(token * shape.topK);
        double mean = 0;
        for (std::size_t i = first; i < first + index(shape.topK); ++i)
            mean += routes.weights[i] * weightGradients[i];
        for (std::size_t i = first; i < first + index(shape.topK); ++i)
            gradient[index(token * shape.experts + routes.experts[i])] =
                routes.weights[i] * (weightGradients[i] - mean);
    }
    return gradient;
}

Values permute(std::span<const double> tokens, std::span<const double> rows, const ModelShape& shape)
{
    Values result(rows.begin(), rows.end());
    eachChoice(shape, [&](std::size_t, std::size_t token, std::size_t row) {
        std::copy_n(tokens.begin() + static_cast<std::ptrdiff_t>(token), shape.hidden,
                    result.begin() + static_cast<std::ptrdiff_t>(row));
    });
    return result;
}

Values combine(std::span<const double> rows, std::span<const double> weights, const ModelShape& shape)
{
    Values result(index(shape.tokens() * shape.hidden));
    eachChoice(shape, [&](std::size_t choice, std::size_t token, std::size_t row) {
        for (std::size_t i = 0; i < index(shape.hidden); ++i)
            result[token + i] += weights[choice] * rows[row + i];
    });
    return result;
}

Values permuteBackward(std::span<const double> rows, const ModelShape& shape)
{
    return combine(rows, Values(index(shape.tokens() * shape.topK), 1.0), shape);
}

CombineGradients combineBackward(std::span<const double> gradient, std::span<const double> rows,
                                 std::span<const double> weights, std::span<const double> before,
                                 const ModelShape& shape)
{
    CombineGradients result{{before.begin(), before.end()}, Values(weights.size())};
    eachChoice(shape, [&](std::size_t choice, std::size_t token, std::size_t row) {
        for (std::size_t i = 0; i < index(shape.hidden); ++i) {
            result.rows[row + i] = weights[choice] * gradient[token + i];
            result.weights[choice] += gradient[token + i] * rows[row + i];
        }
    });
    return result;
}

} // namespace bubblescope::probe::reference
