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
    Held held;
    if (shape.recompute == Recompute::Full)
        held.afterForward = hidden;
    else
        held.afterForward = 4 * hidden + projected + attended + wide + inner +
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
    const std::int64_t logits = row * (shape.vocab / shape.tp);
    return {2 * hidden + logits, hidden + logits};
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
