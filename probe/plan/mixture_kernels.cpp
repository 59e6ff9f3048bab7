// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/mixture_kernels.h"

#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// Bytes that the kernels around the experts' products move.
struct MixtureTraffic
{
    explicit MixtureTraffic(const ModelShape& shape)
        : hidden(shape.element() * shape.tokens() * shape.hidden)
        , chosen(shape.topK * hidden)
        , logits(shape.element() * shape.tokens() * shape.experts)
        , weights(4 * shape.tokens() * shape.topK)
        , inner(shape.element() * shape.localExperts() * shape.expertRows() * shape.expertWidth())
        , shared(shape.element() * shape.tokens() * shape.sharedWidth())
        , hasShared(shape.sharedExperts > 0)
    {}

    std::int64_t hidden, chosen, logits, weights, inner, shared;
    bool hasShared;
};

/// The two products of an expert's kind, with what is between them.
void addExpert(KernelList& list, const ModelShape& shape, std::string_view kind, std::int64_t inner, Op op)
{
    const auto product = [&](std::string_view end) {
        for (const Linear& linear : linearsOf(Block::Layer, shape))
            if (linear.name == fmt::format("{}_{}", kind, end))
                list.gemm(linear, op);
    };
    const bool isForward = op == Op::Forward;
    product(isForward ? "in" : "out");
    const std::int64_t passes = isForward ? (shape.gated ? 3 : 2) : (shape.gated ? 7 : 3);
    list.elementwise(fmt::format("{}_activation", kind), op, passes * inner);
    product(isForward ? "out" : "in");
}

} // namespace

std::vector<Linear> mixtureLinears(const ModelShape& shape)
{
    const std::int64_t halves = shape.gated ? 2 : 1, width = shape.expertWidth();
    const std::int64_t tokens = shape.tokens(), rows = shape.expertRows(), local = shape.localExperts();
    std::vector<Linear> linears{{"router", shape.experts, shape.hidden, tokens},
                                {"expert_in", halves * width, shape.hidden, rows, local},
                                {"expert_out", shape.hidden, width, rows, local}};
    if (shape.sharedExperts > 0) {
        linears.push_back({"shared_in", halves * shape.sharedWidth(), shape.hidden, tokens});
        linears.push_back({"shared_out", shape.hidden, shape.sharedWidth(), tokens});
    }
    return linears;
}

std::vector<std::int32_t> expertPlaces(const ModelShape& shape)
{
    const std::int64_t local = shape.localExperts(), rows = shape.expertRows();
    std::vector<std::int32_t> places;
    for (std::int64_t choice = 0; choice < shape.tokens() * shape.topK; ++choice)
        places.push_back(static_cast<std::int32_t>(choice % local * rows + choice / local));
    return places;
}

void addMixtureForward(KernelList& list, const ModelShape& shape)
{
    const MixtureTraffic bytes(shape);
    list.gemm(mixtureLinears(shape).front(), Op::Forward);
    // The best of each row, with their numbers.
    list.elementwise("route", Op::Forward, bytes.logits + 2 * bytes.weights);
    list.elementwise("permute", Op::Forward, bytes.hidden + bytes.chosen + bytes.weights, 1,
                     KernelKind::Gather);
    addExpert(list, shape, "expert", bytes.inner, Op::Forward);
    if (bytes.hasShared)
        addExpert(list, shape, "shared", bytes.shared, Op::Forward);
    list.elementwise("combine", Op::Forward,
                     bytes.chosen + (bytes.hasShared ? 2 : 1) * bytes.hidden + 2 * bytes.weights, 1,
                     KernelKind::Gather);
}

void addMixtureInput(KernelList& list, const ModelShape& shape)
{
    const MixtureTraffic bytes(shape);
    // Each expert's row of the gradient, and the weight's: a row times the gradient.
    list.elementwise("combine", Op::Input, bytes.hidden + 2 * bytes.chosen + 3 * bytes.weights, 1,
                     KernelKind::Gather);
    addExpert(list, shape, "expert", bytes.inner, Op::Input);
    if (bytes.hasShared)
        addExpert(list, shape, "shared", bytes.shared, Op::Input);
    list.elementwise("route", Op::Input, bytes.logits + 3 * bytes.weights);
    list.gemm(mixtureLinears(shape).front(), Op::Input);
    // The rows of a token's experts, the router's and the shared experts' gradient become one.
    list.elementwise("permute", Op::Input,
                     bytes.chosen + (bytes.hasShared ? 3 : 2) * bytes.hidden + bytes.weights, 1,
                     KernelKind::Gather);
}

} // namespace bubblescope::probe
