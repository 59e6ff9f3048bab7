// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/block_memory.h"

namespace bubblescope::probe {

namespace {

struct Held
{
    std::int64_t afterForward = 0;
    std::int64_t afterInput = 0;
};

/// Of what a product reads, what is kept for W: the value itself, or its copy in fp8 with its scales.
struct Kept
{
    const ModelShape& shape;
    [[nodiscard]] std::int64_t operator()(std::int64_t bytes) const
    {
        if (!shape.isFp8())
            return bytes;
        const std::int64_t values = bytes / shape.element();
        return values + (shape.fp8Scaling == Fp8Scaling::Block ? values * 4 / 128 : 0);
    }
};

/// Of a dense feed-forward part, behind its norm.
Held feedForwardHolds(const ModelShape& shape, std::int64_t width)
{
    const Kept kept{shape};
    const std::int64_t row = shape.element() * shape.tokens();
    const std::int64_t inner = row * width, wide = (shape.gated ? 2 : 1) * inner;
    // A compiler computes silu again; eager keeps it for the product's backward.
    const std::int64_t silu =
        shape.framework == Framework::Eager && shape.gated && !shape.isMoe() ? inner : 0;
    return {wide + kept(inner) + silu, kept(inner) + kept(wide) + kept(row * shape.hidden)};
}

/// Of router and experts, behind the norm: numbers and weights of each token's experts, their rows, and what
/// they give, of which the weights' gradients are made.
Held mixtureHolds(const ModelShape& shape)
{
    const Kept kept{shape};
    const std::int64_t chosen = 8 * shape.tokens() * shape.topK;
    const std::int64_t logits = shape.element() * shape.tokens() * shape.experts;
    const std::int64_t row = shape.element() * shape.localExperts() * shape.expertRows();
    const std::int64_t rows = row * shape.hidden, inner = row * shape.expertWidth();
    const std::int64_t wide = (shape.gated ? 2 : 1) * inner;
    Held held{chosen + kept(rows) + wide + kept(inner) + rows,
              logits + kept(rows) + kept(inner) + kept(wide) + kept(rows)};
    if (shape.sharedExperts > 0) {
        const Held shared = feedForwardHolds(shape, shape.sharedWidth());
        held.afterForward += shared.afterForward;
        held.afterInput += shared.afterInput;
    }
    return held;
}

Held layerHolds(const ModelShape& shape)
{
    const Kept kept{shape};
    const std::int64_t row = shape.element() * shape.tokens();
    const std::int64_t hidden = row * shape.hidden;
    // Of the tokens whose norms are here.
    const std::int64_t own = shape.element() * shape.normTokens() * shape.hidden;
    const std::int64_t attended = row * (shape.heads / shape.tp) * shape.headDim;
    const std::int64_t projected = row * ((shape.heads + 2 * shape.kvHeads) / shape.tp) * shape.headDim;
    // One number in fp32 a token and head, from which attention's backward finds the scores again.
    const std::int64_t scoreSums = 4 * shape.tokens() * (shape.heads / shape.tp);
    const std::int64_t normSums = 2 * 4 * shape.normTokens();
    const std::int64_t turned = row * ((shape.heads + shape.kvHeads) / shape.tp) * shape.headDim;
    const Held inner = shape.isMoe() ? mixtureHolds(shape) : feedForwardHolds(shape, shape.ffn / shape.tp);
    // A router reads the norm as it is, shared experts in fp8 a copy of it.
    const std::int64_t second =
        shape.isMoe() ? own + (shape.isFp8() && shape.sharedExperts > 0 ? kept(own) : 0) : kept(own);
    Held held;
    if (shape.recompute == Recompute::Full)
        held.afterForward = own;
    else
        // Turned queries and keys beside what they were turned from, and attention's output by heads and by
        // tokens.
        held.afterForward = 2 * own + kept(own) + second + projected + turned + attended + kept(attended) +
                            normSums + inner.afterForward +
                            (shape.recompute == Recompute::Attention ? 0 : scoreSums);
    const std::int64_t inputs = kept(own) + second + kept(attended);
    const std::int64_t outputGradients = kept(hidden) + kept(projected);
    held.afterInput = inputs + outputGradients + inner.afterInput;
    return held;
}

/// What comes before its layer: both inputs, their norms side by side, and sums of each.
Held joinHolds(const ModelShape& shape)
{
    const std::int64_t own = shape.element() * shape.normTokens() * shape.hidden;
    const std::int64_t joined = 2 * shape.element() * shape.tokens() * shape.hidden;
    const std::int64_t numbers = 8 * shape.tokens();
    return {2 * own + joined + 2 * 4 * shape.normTokens() + numbers,
            joined + joined / 2 / shape.tp + own + numbers};
}

Held headHolds(const ModelShape& shape)
{
    const std::int64_t row = shape.element() * shape.tokens();
    const std::int64_t hidden = row * shape.hidden;
    const std::int64_t tokens = shape.tokens(), vocab = shape.vocab / shape.tp;
    const std::int64_t logits = row * vocab;
    // The norm's sum and the target of each token; eager keeps the logarithms of the probabilities in fp32,
    // a compiler the logits with two sums of each row.
    const std::int64_t kept = shape.framework == Framework::Eager ? 4 * tokens * vocab : logits + 8 * tokens;
    return {2 * hidden + kept + 12 * tokens, hidden + logits};
}

/// Which token each row was gathered for.
Held embeddingHolds(const ModelShape& shape)
{
    const std::int64_t numbers = 8 * shape.tokens();
    return {numbers, numbers + shape.element() * shape.tokens() * shape.hidden};
}

Held holdsOf(Block block, const ModelShape& shape)
{
    switch (block) {
    case Block::Embedding:
        return embeddingHolds(shape);
    case Block::Head:
        return headHolds(shape);
    case Block::Prediction: {
        const Held layer = layerHolds(shape), join = joinHolds(shape);
        return {layer.afterForward + join.afterForward, layer.afterInput + join.afterInput};
    }
    case Block::Layer:
    case Block::Expert:
        break;
    }
    return layerHolds(shape);
}

} // namespace

std::int64_t parametersOf(Block block, const ModelShape& model)
{
    const ModelShape shape = shapeOf(block, model);
    const std::int64_t vocabulary = shape.vocab / shape.tp * shape.hidden;
    // Models without biases have norms that only scale; others shift too.
    const std::int64_t norm = shape.hidden * (shape.bias ? 2 : 1);
    if (block == Block::Embedding)
        return vocabulary;
    // A prediction's copy of the embedding is the embedding's, on another device.
    std::int64_t parameters = block == Block::Head ? norm : block == Block::Prediction ? 4 * norm : 2 * norm;
    for (const Linear& linear : linearsOf(block, shape))
        parameters +=
            linear.count * (linear.out * linear.in + (shape.bias && hasLayer(block) ? linear.out : 0));
    return parameters;
}

BlockMemory memoryOf(Block block, const ModelShape& model)
{
    const ModelShape shape = shapeOf(block, model);
    constexpr std::int64_t kOptimizerBytes = 12;
    const std::int64_t parameters = parametersOf(block, shape);
    const Held held = holdsOf(block, shape);
    BlockMemory memory;
    memory.weights = parameters * shape.element();
    // As they are and turned.
    for (const Linear& linear : linearsOf(block, shape))
        if (linear.isFp8)
            memory.weights += 2 * linear.count * linear.out * linear.in;
    memory.gradients = parameters * bytesOf(shape.gradientType);
    memory.optimizer = parameters * kOptimizerBytes;
    memory.activation = held.afterForward;
    memory.freedByInput = held.afterForward - held.afterInput;
    memory.freedByWeight = held.afterInput;
    memory.boundary = shape.element() * shape.normTokens() * shape.hidden;
    return memory;
}

} // namespace bubblescope::probe
