// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/kernels.h"

#include "probe/plan/mixture_kernels.h"

#include <algorithm>
#include <array>

namespace bubblescope::probe {

namespace {

/// What the elementwise kernels of a layer move, bytes, and their launches, as PyTorch's kernels do it
/// (docs/probe.md, "Kernels of a block").
struct LayerTraffic
{
    explicit LayerTraffic(const ModelShape& shape)
        : isEager(shape.framework == Framework::Eager)
        , row(shape.element() * shape.tokens())
        , hidden(shape.element() * shape.normTokens() * shape.hidden)
        , attended(row * (shape.heads / shape.tp) * shape.headDim)
        , projected(row * ((shape.heads + 2 * shape.kvHeads) / shape.tp) * shape.headDim)
        , turned(row * ((shape.heads + shape.kvHeads) / shape.tp) * shape.headDim)
        , inner(row * (shape.ffn / shape.tp))
    {}

    bool isEager;
    std::int64_t row, hidden, attended, projected, turned, inner;
};

void addForward(KernelList& list, const ModelShape& shape, const std::vector<Linear>& linears)
{
    const LayerTraffic bytes(shape);
    list.elementwise("norm1", Op::Forward, 2 * bytes.hidden);
    list.gemm(linears[0], Op::Forward);
    // Eager: of queries and of keys four products of half a head, two sums and one concatenation.
    if (bytes.isEager)
        list.elementwise("rope", Op::Forward, 9 * bytes.turned, 14);
    else
        list.elementwise("rope", Op::Forward, 2 * bytes.turned);
    list.attention(Op::Forward);
    // From heads to tokens.
    list.elementwise("heads", Op::Forward, 2 * bytes.attended);
    list.gemm(linears[1], Op::Forward);
    if (bytes.isEager) {
        list.elementwise("residual1", Op::Forward, 3 * bytes.hidden);
        list.elementwise("norm2", Op::Forward, 2 * bytes.hidden);
    } else {
        list.elementwise("residual1_norm2", Op::Forward, 4 * bytes.hidden);
    }
    if (shape.isMoe()) {
        addMixtureForward(list, shape);
    } else {
        list.gemm(linears[2], Op::Forward);
        const std::int64_t gatedPasses = bytes.isEager ? 5 : 3;
        list.elementwise("activation", Op::Forward, (shape.gated ? gatedPasses : 2) * bytes.inner,
                         bytes.isEager && shape.gated ? 2 : 1);
        list.gemm(linears[3], Op::Forward);
    }
    list.elementwise("residual2", Op::Forward, 3 * bytes.hidden);
}

void addInput(KernelList& list, const ModelShape& shape, const std::vector<Linear>& linears)
{
    const LayerTraffic bytes(shape);
    if (shape.isMoe()) {
        addMixtureInput(list, shape);
    } else {
        list.gemm(linears[3], Op::Input);
        // A compiler writes both halves of a gate's gradient by themselves, reading twice what both need;
        // eager has a kernel for each of silu, both products and the concatenation.
        const std::int64_t gatedPasses = bytes.isEager ? 13 : 7;
        list.elementwise("activation", Op::Input, (shape.gated ? gatedPasses : 3) * bytes.inner,
                         bytes.isEager && shape.gated ? 4 : 1);
        list.gemm(linears[2], Op::Input);
    }
    // One kernel for the input's gradient, with the residual's where a compiler fuses, one for the gain's.
    const auto norm = [&](const char* name, const char* residual) {
        list.elementwise(name, Op::Input, (bytes.isEager ? 5 : 6) * bytes.hidden, 2);
        if (bytes.isEager)
            list.elementwise(residual, Op::Input, 3 * bytes.hidden);
    };
    norm("norm2", "residual2");
    list.gemm(linears[1], Op::Input);
    list.attention(Op::Input);
    // Eager: the forward's products and sums, a negation, and the copies that put heads back into tokens.
    if (bytes.isEager)
        list.elementwise("rope", Op::Input, 12 * bytes.turned + 2 * bytes.projected, 19);
    else
        list.elementwise("rope", Op::Input, 2 * bytes.projected);
    list.gemm(linears[0], Op::Input);
    norm("norm1", "residual1");
}

std::vector<Kernel> layerKernels(const ModelShape& shape)
{
    const std::vector<Linear> linears = linearsOf(Block::Layer, shape);
    KernelList list(shape);
    addForward(list, shape, linears);
    list.recompute();
    addInput(list, shape, linears);
    for (auto linear = linears.rbegin(); linear != linears.rend(); ++linear)
        list.gemm(*linear, Op::Weight);
    return list.take();
}

/// The last layer's output and the embedding of the next tokens, each behind a norm, become one input.
std::vector<Kernel> predictionKernels(const ModelShape& shape)
{
    const bool isEager = shape.framework == Framework::Eager;
    const std::int64_t values = shape.element() * shape.tokens() * shape.hidden;
    const std::int64_t own = shape.element() * shape.normTokens() * shape.hidden;
    const Linear join = linearsOf(Block::Prediction, shape).back();
    KernelList list(shape);
    list.elementwise("gather", Op::Forward, 2 * values, 1, KernelKind::Gather);
    list.elementwise("join_norms", Op::Forward, 4 * own, 2);
    if (isEager)
        list.elementwise("join_concatenation", Op::Forward, 4 * values);
    list.gemm(join, Op::Forward);
    std::vector<Kernel> kernels = list.take();
    const std::vector<Kernel> layer = layerKernels(shape);
    kernels.insert(kernels.end(), layer.begin(), layer.end());
    KernelList behind(shape);
    behind.gemm(join, Op::Input);
    behind.elementwise("join_norms", Op::Input, 10 * own, 4);
    behind.gemm(join, Op::Weight);
    behind.elementwise("scatter_add", Op::Weight, (shape.element() + 8) * shape.tokens() * shape.hidden, 1,
                       KernelKind::Gather);
    const std::vector<Kernel> rest = behind.take();
    kernels.insert(kernels.end(), rest.begin(), rest.end());
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const Kernel& a, const Kernel& b) { return a.op < b.op; });
    return kernels;
}

std::vector<Kernel> embeddingKernels(const ModelShape& shape)
{
    const std::int64_t values = shape.tokens() * shape.hidden;
    KernelList list(shape);
    list.elementwise("gather", Op::Forward, 2 * shape.element() * values, 1, KernelKind::Gather);
    list.elementwise("scatter_add", Op::Weight, (shape.element() + 8) * values, 1, KernelKind::Gather);
    return list.take();
}

std::vector<Kernel> headKernels(const ModelShape& shape)
{
    const Linear linear = linearsOf(Block::Head, shape).front();
    const std::int64_t row = shape.element() * shape.tokens();
    const std::int64_t logits = row * (shape.vocab / shape.tp);
    KernelList list(shape);
    const std::int64_t own = shape.element() * shape.normTokens() * shape.hidden;
    list.elementwise("norm", Op::Forward, 2 * own);
    list.gemm(linear, Op::Forward);
    if (shape.framework == Framework::Eager) {
        // In fp32: a copy; a softmax that reads each row three times; zeros, a backward that reads both of
        // its inputs twice, and a copy back.
        const std::int64_t wide = 4 * shape.tokens() * (shape.vocab / shape.tp);
        list.elementwise("cross_entropy", Op::Forward, logits + 5 * wide, 3);
        list.elementwise("cross_entropy", Op::Input, logits + 7 * wide, 4);
    } else {
        list.elementwise("cross_entropy", Op::Forward, logits);
        list.elementwise("cross_entropy", Op::Input, 2 * logits);
    }
    list.gemm(linear, Op::Input);
    list.elementwise("norm", Op::Input, 5 * own, 2);
    list.gemm(linear, Op::Weight);
    return list.take();
}

} // namespace

std::string_view opName(Op op) noexcept
{
    constexpr std::array<std::string_view, 3> names{"F", "I", "W"};
    return names[static_cast<std::size_t>(op)];
}

std::string_view blockName(Block block) noexcept
{
    constexpr std::array<std::string_view, 5> names{"layer", "embedding", "head", "expert", "mtp"};
    return names[static_cast<std::size_t>(block)];
}

std::string_view kernelKindName(KernelKind kind) noexcept
{
    constexpr std::array<std::string_view, 4> names{"gemm", "attention", "elementwise", "gather"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Block> blocksOf(const ModelShape& shape)
{
    std::vector<Block> blocks{Block::Layer};
    if (shape.isMixed())
        blocks.push_back(Block::Expert);
    if (shape.mtpLayers > 0)
        blocks.push_back(Block::Prediction);
    if (shape.vocab > 0)
        blocks.insert(blocks.end(), {Block::Embedding, Block::Head});
    return blocks;
}

ModelShape shapeOf(Block block, const ModelShape& model)
{
    ModelShape shape = model;
    if (block == Block::Head)
        shape.microBatch *= 1 + model.mtpLayers;
    if (block == Block::Layer && model.isMixed()) {
        shape.experts = shape.topK = shape.expertFfn = shape.sharedExperts = 0;
        shape.expertParallel = 1;
    }
    shape.denseLayers = shape.mtpLayers = 0;
    shape.expertEvery = 1;
    return shape;
}

bool hasLayer(Block block) noexcept
{
    return block != Block::Embedding && block != Block::Head;
}

Block usualLayer(const ModelShape& shape)
{
    return shape.isMixed() ? Block::Expert : Block::Layer;
}

std::vector<Linear> linearsOf(Block block, const ModelShape& model)
{
    const ModelShape shape = shapeOf(block, model);
    const std::int64_t tp = shape.tp, tokens = shape.tokens();
    switch (block) {
    case Block::Embedding:
        return {};
    case Block::Head:
        return {{"lm_head", shape.vocab / tp, shape.hidden, tokens}};
    case Block::Layer:
    case Block::Expert:
    case Block::Prediction:
        break;
    }
    std::vector<Linear> linears{
        {"qkv", (shape.heads + 2 * shape.kvHeads) * shape.headDim / tp, shape.hidden, tokens},
        {"proj", shape.hidden, shape.heads * shape.headDim / tp, tokens}};
    if (shape.isMoe()) {
        const std::vector<Linear> mixture = mixtureLinears(shape);
        linears.insert(linears.end(), mixture.begin(), mixture.end());
    } else {
        linears.push_back({"ffn_in", (shape.gated ? 2 : 1) * shape.ffn / tp, shape.hidden, tokens});
        linears.push_back({"ffn_out", shape.hidden, shape.ffn / tp, tokens});
    }
    // Which expert a token meets is decided in what the rest is computed in.
    for (Linear& linear : linears)
        linear.isFp8 = shape.isFp8() && linear.name != "router";
    if (block == Block::Prediction)
        linears.push_back({"join", shape.hidden / tp, 2 * shape.hidden, tokens});
    return linears;
}

GemmCall gemmCall(const Linear& linear, Op op, const ModelShape& shape)
{
    const std::int64_t rows = linear.rows;
    switch (op) {
    case Op::Forward:
        return {true, false, linear.out, rows, linear.in, linear.in, linear.in, linear.out, 0};
    case Op::Input:
        return {false, false, linear.in, rows, linear.out, linear.in, linear.out, linear.in, 0};
    case Op::Weight:
        break;
    }
    return {false,      true,      linear.in,
            linear.out, rows,      linear.in,
            linear.out, linear.in, shape.accumulates() ? 1.0 : 0.0};
}

std::vector<Kernel> kernelsOf(Block block, const ModelShape& model)
{
    const ModelShape shape = shapeOf(block, model);
    switch (block) {
    case Block::Embedding:
        return embeddingKernels(shape);
    case Block::Head:
        return headKernels(shape);
    case Block::Prediction:
        return predictionKernels(shape);
    case Block::Layer:
    case Block::Expert:
        break;
    }
    return layerKernels(shape);
}

std::int64_t flopsOf(const std::vector<Kernel>& kernels, Op op)
{
    std::int64_t flops = 0;
    for (const Kernel& kernel : kernels)
        flops += kernel.op == op ? kernel.flops : 0;
    return flops;
}

std::int64_t bytesOf(const std::vector<Kernel>& kernels, Op op)
{
    std::int64_t bytes = 0;
    for (const Kernel& kernel : kernels)
        bytes += kernel.op == op ? kernel.bytes : 0;
    return bytes;
}

} // namespace bubblescope::probe
