// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/block_memory.h"

namespace bubblescope::probe {

namespace {

struct Held
{
    std::int64_t afterForward = 0;
    std::int64_t afterInput = 0;
};

Held layerHolds(const ModelShape& shape)
{
    const std::int64_t row = shape.element() * shape.tokens();
    const std::int64_t hidden = row * shape.hidden;
    const std::int64_t attended = row * (shape.heads / shape.tp) * shape.headDim;
    const std::int64_t projected = row * ((shape.heads + 2 * shape.kvHeads) / shape.tp) * shape.headDim;
    const std::int64_t inner = row * (shape.ffn / shape.tp);
    const std::int64_t wide = (shape.gated ? 2 : 1) * inner;
    // One number in fp32 a token and head, from which attention's backward finds the scores again.
    const std::int64_t scoreSums = 4 * shape.tokens() * (shape.heads / shape.tp);
    const std::int64_t normSums = 2 * 4 * shape.tokens();
    const std::int64_t turned = row * ((shape.heads + shape.kvHeads) / shape.tp) * shape.headDim;
    // A compiler computes silu again; eager keeps it for the product's backward.
    const std::int64_t silu = shape.framework == Framework::Eager && shape.gated ? inner : 0;
    Held held;
    if (shape.recompute == Recompute::Full)
        held.afterForward = hidden;
    else
        // Turned queries and keys beside what they were turned from, and attention's output by heads and by
        // tokens.
        held.afterForward = 4 * hidden + projected + turned + 2 * attended + wide + inner + silu + normSums +
                            (shape.recompute == Recompute::Attention ? 0 : scoreSums);
    const std::int64_t inputs = 2 * hidden + attended + inner;
    const std::int64_t outputGradients = 2 * hidden + projected + wide;
    held.afterInput = inputs + outputGradients;
    return held;
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
    case Block::Layer:
        break;
    }
    return layerHolds(shape);
}

} // namespace

std::int64_t parametersOf(Block block, const ModelShape& shape)
{
    const std::int64_t vocabulary = shape.vocab / shape.tp * shape.hidden;
    // Models without biases have norms that only scale; others shift too.
    const std::int64_t norm = shape.hidden * (shape.bias ? 2 : 1);
    if (block == Block::Embedding)
        return vocabulary;
    std::int64_t parameters = block == Block::Head ? norm : 2 * norm;
    for (const Linear& linear : linearsOf(block, shape))
        parameters += linear.out * linear.in + (shape.bias && block == Block::Layer ? linear.out : 0);
    return parameters;
}

BlockMemory memoryOf(Block block, const ModelShape& shape)
{
    constexpr std::int64_t kOptimizerBytes = 12;
    const std::int64_t parameters = parametersOf(block, shape);
    const Held held = holdsOf(block, shape);
    BlockMemory memory;
    memory.weights = parameters * shape.element();
    memory.gradients = parameters * bytesOf(shape.gradientType);
    memory.optimizer = parameters * kOptimizerBytes;
    memory.activation = held.afterForward;
    memory.freedByInput = held.afterForward - held.afterInput;
    memory.freedByWeight = held.afterInput;
    memory.boundary = shape.element() * shape.tokens() * shape.hidden;
    return memory;
}

} // namespace bubblescope::probe
