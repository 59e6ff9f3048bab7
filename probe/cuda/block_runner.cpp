// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/block_runner.h"

#include <cmath>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// A kernel that runs again in the backward is the one of the forward.
std::string stepName(const Kernel& kernel)
{
    constexpr std::string_view kAgain = " again";
    return kernel.isRecomputed ? kernel.name.substr(0, kernel.name.size() - kAgain.size()) : kernel.name;
}

std::string weightName(std::string_view linear, int set)
{
    return fmt::format("w.{}.{}", linear, set);
}

} // namespace

const LinearEnds& endsOf(std::string_view linear)
{
    static const std::map<std::string, LinearEnds, std::less<>> kEnds{
        {"qkv", {"n1", "qkv", "d_n1", "d_qkv"}},
        {"proj", {"o", "p", "d_o", "d_p"}},
        {"ffn_in", {"n2", "u", "d_n2", "d_u"}},
        {"ffn_out", {"a", "y", "d_a", "d_y"}},
        {"router", {"n2", "r", "d_routed", "d_r"}},
        {"expert_in", {"expert_x", "expert_u", "d_expert_x", "d_expert_u"}},
        {"expert_out", {"expert_a", "expert_y", "d_expert_a", "d_expert_y"}},
        {"shared_in", {"n2", "shared_u", "d_shared", "d_shared_u"}},
        {"shared_out", {"shared_a", "shared_y", "d_shared_a", "d_y"}},
        {"join", {"both", "x", "d_both", "d_x"}},
        {"lm_head", {"n", "logits", "d_n", "d_logits"}}};
    return kEnds.find(linear)->second;
}

BlockRunner::BlockRunner(Block block, const ModelShape& shape, const BlasLibrary& library,
                         const RunnerOptions& options, cudaStream_t stream)
    : m_block(block)
    , m_shape(shapeOf(block, shape))
    , m_element(elementOf(shape.valueType()))
    , m_stream(stream)
    , m_seed(options.seed)
    , m_gemms(library)
    , m_kernels(kernelsOf(block, shape))
    , m_tokens(block == Block::Layer || block == Block::Expert ? 0 : 8 * m_shape.tokens())
{
    switch (block) {
    case Block::Prediction:
        addJoin();
        [[fallthrough]];
    case Block::Layer:
    case Block::Expert:
        makeLayer(options);
        break;
    case Block::Embedding:
        addTable();
        break;
    case Block::Head:
        makeHead();
        break;
    }
    require(cudaStreamSynchronize(stream), "filling tensors");
}

const BlockRunner::Tensor& BlockRunner::tensor(const std::string& name) const
{
    return m_tensors.at(name);
}

bool BlockRunner::runs(const Kernel& kernel) const
{
    return m_steps.count(stepName(kernel)) != 0;
}

void BlockRunner::run(const Kernel& kernel, int weightSet, cudaStream_t stream)
{
    if (const auto step = m_steps.find(stepName(kernel)); step != m_steps.end())
        step->second(weightSet, stream);
}

void BlockRunner::run(Op op, int weightSet, cudaStream_t stream)
{
    for (const Kernel& kernel : m_kernels)
        if (kernel.op == op)
            run(kernel, weightSet, stream);
}

void BlockRunner::add(const std::string& name, std::int64_t rows, std::int64_t columns, float deviation,
                      float mean)
{
    Tensor tensor{DeviceBuffer(rows * columns * m_shape.element()), m_shape.valueType(), rows, columns};
    require(device::fillNormal(m_element, tensor.buffer.get(), rows * columns, ++m_seed, mean, deviation,
                               m_stream),
            "filling a tensor");
    m_tensors.emplace(name, std::move(tensor));
}

/// Empty: of zeros.
void BlockRunner::add(const std::string& name, DataType type, std::int64_t rows, std::int64_t columns)
{
    Tensor tensor{DeviceBuffer(rows * columns * bytesOf(type)), type, rows, columns};
    require(
        cudaMemsetAsync(tensor.buffer.get(), 0, static_cast<std::size_t>(tensor.buffer.bytes()), m_stream),
        "clearing a tensor");
    m_tensors.emplace(name, std::move(tensor));
}

/// Weights, gradients and the three products of every linear.
void BlockRunner::addLinears()
{
    for (const Linear& linear : linearsOf(m_block, m_shape)) {
        const std::string name(linear.name);
        const std::int64_t rows = linear.count * linear.out;
        for (int set = 0; set < kWeightSets; ++set)
            add(weightName(name, set), rows, linear.in, 1.0F / std::sqrt(static_cast<float>(linear.in)));
        Tensor gradient{DeviceBuffer(rows * linear.in * bytesOf(m_shape.gradientType)), m_shape.gradientType,
                        rows, linear.in};
        require(device::fillNormal(elementOf(m_shape.gradientType), gradient.buffer.get(), gradient.count(),
                                   ++m_seed, 0, 1, m_stream),
                "filling a tensor");
        m_tensors.emplace("g." + name, std::move(gradient));
        if (linear.isFp8)
            addFp8Products(linear);
        else
            addProducts(linear);
    }
}

void BlockRunner::addProducts(const Linear& linear)
{
    const std::string name(linear.name);
    const LinearEnds ends = endsOf(name);
    const DataType type = m_shape.valueType();
    const auto multiply = [this, linear](Op op, DataType outputType, const void* a, const void* b, void* c,
                                         cudaStream_t stream) {
        m_gemms.run(linearGemm(linear, op, m_shape), m_shape.valueType(), outputType, a, b, c, stream);
    };
    m_steps[name + ".F"] = [=, this](int set, cudaStream_t stream) {
        multiply(Op::Forward, type, at(weightName(name, set)), at(ends.input), at(ends.output), stream);
    };
    m_steps[name + ".I"] = [=, this](int set, cudaStream_t stream) {
        multiply(Op::Input, type, at(weightName(name, set)), at(ends.outputGradient), at(ends.inputGradient),
                 stream);
    };
    m_steps[name + ".W"] = [=, this](int, cudaStream_t stream) {
        multiply(Op::Weight, m_shape.gradientType, at(ends.input), at(ends.outputGradient), at("g." + name),
                 stream);
    };
}

void BlockRunner::addGains(const std::vector<std::string>& names, std::int64_t rows)
{
    for (const std::string& name : names) {
        add("w." + name, 1, m_shape.hidden, 0.1F, 1.0F);
        Tensor gradient{DeviceBuffer(4 * m_shape.hidden), DataType::Fp32, 1, m_shape.hidden};
        require(cudaMemsetAsync(gradient.buffer.get(), 0, static_cast<std::size_t>(gradient.buffer.bytes()),
                                m_stream),
                "clearing a gradient");
        m_tensors.emplace("g." + name, std::move(gradient));
        m_inverse.emplace(name, DeviceBuffer(4 * rows));
        // So that a backward that is timed before any forward divides by nothing odd.
        require(device::fillNormal(device::Element::Fp32, inverse(name), rows, ++m_seed, 1, 0.01F, m_stream),
                "filling a tensor");
    }
}

void BlockRunner::addNormBackward(const std::string& step, const std::string& gain,
                                  const std::string& gradient, const std::string& input,
                                  const std::string& passed, const std::string& result, std::int64_t rows)
{
    m_steps[step] = [=, this](int, cudaStream_t stream) {
        require(device::normBackward(m_element, at(gradient), at(input), inverse(gain), at("w." + gain),
                                     passed.empty() ? nullptr : at(passed), at(result),
                                     tensor("g." + gain).buffer.as<float>(), {rows, m_shape.hidden}, stream),
                "starting a norm's backward");
    };
}

void BlockRunner::makeLayer(const RunnerOptions& options)
{
    addLayerTensors();
    addGains({"norm1", "norm2"}, m_shape.tokens());
    addLinears();
    addForwardSteps();
    addInputSteps();
    if (m_shape.isMoe())
        addMixture();
    else
        addFeedForward();
    addRopeSteps();
    if (isEager())
        addEagerLayer();
    addAttentionSteps(options);
}

void BlockRunner::addLayerTensors()
{
    const std::int64_t tokens = m_shape.tokens(), heads = m_shape.heads / m_shape.tp;
    const std::int64_t wide = (m_shape.gated ? 2 : 1) * m_shape.ffn / m_shape.tp;
    for (const char* name : {"x", "n1", "p", "r1", "n2", "y", "r2", "d_x", "d_n1", "d_p", "d_n2", "d_y"})
        add(name, tokens, m_shape.hidden);
    for (const char* name : {"qkv", "d_qkv", "d_heads"})
        add(name, tokens, (heads + 2 * m_shape.kvHeads / m_shape.tp) * m_shape.headDim);
    for (const char* name : {"o", "d_o", "oh"})
        add(name, tokens, heads * m_shape.headDim);
    if (m_shape.isMoe()) {
        addMixtureTensors();
        return;
    }
    for (const char* name : {"u", "d_u"})
        add(name, tokens, wide);
    for (const char* name : {"a", "d_a"})
        add(name, tokens, m_shape.ffn / m_shape.tp);
}

void BlockRunner::addFeedForward()
{
    const device::RowShape inner{m_shape.tokens(), m_shape.ffn / m_shape.tp};
    m_steps["activation.F"] = [=, this](int, cudaStream_t stream) {
        require(device::activation(m_element, m_shape.gated, at("u"), at("a"), inner, stream),
                "starting an activation");
    };
    m_steps["activation.I"] = [=, this](int, cudaStream_t stream) {
        require(device::activationBackward(m_element, m_shape.gated, at("u"), at("d_a"), at("d_u"), inner,
                                           stream),
                "starting an activation's backward");
    };
}

void BlockRunner::addForwardSteps()
{
    const device::RowShape rows{m_shape.normTokens(), m_shape.hidden};
    m_steps["norm1.F"] = [=, this](int, cudaStream_t stream) {
        require(device::norm(m_element, at("x"), at("w.norm1"), at("n1"), inverse("norm1"), rows, stream),
                "starting a norm");
    };
    m_steps["residual1_norm2.F"] = [=, this](int, cudaStream_t stream) {
        require(device::residualNorm(m_element, at("x"), at("p"), at("w.norm2"), at("r1"), at("n2"),
                                     inverse("norm2"), rows, stream),
                "starting a norm");
    };
    m_steps["heads.F"] = [this](int, cudaStream_t stream) {
        require(device::dense(device::Elementwise::Copy, m_element, at("oh"), nullptr, at("o"),
                              tensor("o").count(), stream),
                "starting a copy");
    };
    m_steps["residual2.F"] = [=, this](int, cudaStream_t stream) {
        require(device::add(m_element, at("r1"), at("y"), at("r2"), rows.rows * rows.columns, stream),
                "starting an addition");
    };
}

void BlockRunner::addInputSteps()
{
    // The gradient of a sum is that of both of its parts: what leaves r1 is what the projection gets.
    addNormBackward("norm2.I", "norm2", "d_n2", "r1", "d_y", "d_p", m_shape.normTokens());
    addNormBackward("norm1.I", "norm1", "d_n1", "x", "d_p", "d_x", m_shape.normTokens());
}

void BlockRunner::addRopeSteps()
{
    const std::int64_t half = m_shape.headDim / 2;
    m_ropeTable = DeviceBuffer(m_shape.seq * half * static_cast<std::int64_t>(sizeof(float2)));
    if (half > 0)
        require(device::ropeTable(m_ropeTable.as<float2>(), m_shape.seq, m_shape.headDim, m_stream),
                "filling a table");
    const std::int64_t heads = m_shape.heads / m_shape.tp, kvHeads = m_shape.kvHeads / m_shape.tp;
    const device::RopeShape turned{m_shape.tokens(), m_shape.seq, heads + kvHeads, m_shape.headDim,
                                   (heads + 2 * kvHeads) * m_shape.headDim};
    device::RopeShape whole = turned;
    whole.copied = kvHeads;
    m_steps["rope.F"] = [=, this](int, cudaStream_t stream) {
        require(
            device::rope(m_element, at("qkv"), at("qkv"), m_ropeTable.as<float2>(), turned, false, stream),
            "starting rope");
    };
    m_steps["rope.I"] = [=, this](int, cudaStream_t stream) {
        require(device::rope(m_element, at("d_heads"), at("d_qkv"), m_ropeTable.as<float2>(), whole, true,
                             stream),
                "starting rope's backward");
    };
}

void BlockRunner::addAttentionSteps(const RunnerOptions& options)
{
    switch (options.attention) {
    case AttentionWay::Computed:
        break;
    case AttentionWay::Unfused:
        m_attention = std::make_unique<UnfusedAttention>(m_shape, m_gemms, options.mostScoreBytes);
        m_steps["attention.F"] = [this](int, cudaStream_t stream) {
            m_attention->forward(at("qkv"), at("oh"), stream);
        };
        m_steps["attention.I"] = [this](int, cudaStream_t stream) {
            m_attention->backward(at("qkv"), at("d_o"), at("d_heads"), stream);
        };
        break;
    case AttentionWay::Fused:
        m_fusedAttention = std::make_unique<FusedAttention>(
            *options.cudnn, m_shape, FusedAttention::Buffers{at("qkv"), at("oh"), at("d_o"), at("d_heads")});
        m_steps["attention.F"] = [this](int, cudaStream_t stream) { m_fusedAttention->forward(stream); };
        m_steps["attention.I"] = [this](int, cudaStream_t stream) { m_fusedAttention->backward(stream); };
        break;
    }
}

/// The embedding's weights, their gradient, and which rows of it the tokens are.
void BlockRunner::addTable()
{
    const std::int64_t vocab = m_shape.vocab / m_shape.tp;
    require(device::fillTokens(m_tokens.as<std::int64_t>(), m_shape.tokens(), vocab, ++m_seed, m_stream),
            "filling tokens");
    for (int set = 0; set < kWeightSets; ++set)
        add(weightName("embedding", set), vocab, m_shape.hidden);
    for (const char* name : {"e", "d_e"})
        add(name, m_shape.tokens(), m_shape.hidden);
    Tensor gradient{DeviceBuffer(vocab * m_shape.hidden * bytesOf(m_shape.gradientType)),
                    m_shape.gradientType, vocab, m_shape.hidden};
    require(cudaMemsetAsync(gradient.buffer.get(), 0, static_cast<std::size_t>(gradient.buffer.bytes()),
                            m_stream),
            "clearing a gradient");
    m_tensors.emplace("g.embedding", std::move(gradient));
    const device::RowShape rows{m_shape.tokens(), m_shape.hidden};
    m_steps["gather.F"] = [=, this](int set, cudaStream_t stream) {
        require(device::gather(m_element, at(weightName("embedding", set)), m_tokens.as<std::int64_t>(),
                               at("e"), rows, stream),
                "starting a gather");
    };
    m_steps["scatter_add.W"] = [=, this](int, cudaStream_t stream) {
        require(device::scatterAdd(m_element, at("d_e"), m_tokens.as<std::int64_t>(), at("g.embedding"),
                                   !m_shape.accumulates(), rows, stream),
                "starting a scatter");
    };
}

/// What a prediction makes of its two inputs. A token's rows of both follow each other in memory: so they are
/// side by side for the product, and one kernel takes both norms.
void BlockRunner::addJoin()
{
    addTable();
    for (const char* name : {"pair", "both", "d_pair", "d_both"})
        add(name, 2 * m_shape.tokens(), m_shape.hidden);
    addGains({"join_norms"}, 2 * m_shape.tokens());
    const device::RowShape own{2 * m_shape.normTokens(), m_shape.hidden};
    const std::string normed = isEager() ? "normed" : "both";
    if (isEager()) {
        add(normed, 2 * m_shape.tokens(), m_shape.hidden);
        m_steps["join_concatenation.F"] = [this](int, cudaStream_t stream) {
            require(device::dense(device::Elementwise::Copy, m_element, at("normed"), nullptr, at("both"),
                                  tensor("both").count(), stream),
                    "starting a copy");
        };
    }
    m_steps["join_norms.F"] = [=, this](int, cudaStream_t stream) {
        require(device::norm(m_element, at("pair"), at("w.join_norms"), at(normed), inverse("join_norms"),
                             own, stream),
                "starting a norm");
    };
    addNormBackward("join_norms.I", "join_norms", "d_both", "pair", "", "d_pair", own.rows);
}

void BlockRunner::makeHead()
{
    const std::int64_t vocab = m_shape.vocab / m_shape.tp;
    const device::RowShape rows{m_shape.tokens(), m_shape.hidden}, wide{m_shape.tokens(), vocab};
    require(device::fillTokens(m_tokens.as<std::int64_t>(), m_shape.tokens(), vocab, ++m_seed, m_stream),
            "filling tokens");
    for (const char* name : {"x", "n", "d_x", "d_n"})
        add(name, rows.rows, rows.columns);
    for (const char* name : {"logits", "d_logits"})
        add(name, wide.rows, wide.columns);
    m_logSum = DeviceBuffer(4 * rows.rows);
    m_loss = DeviceBuffer(4 * rows.rows);
    addGains({"norm"}, m_shape.tokens());
    addLinears();
    const device::RowShape own{m_shape.normTokens(), m_shape.hidden};
    m_steps["norm.F"] = [=, this](int, cudaStream_t stream) {
        require(device::norm(m_element, at("x"), at("w.norm"), at("n"), inverse("norm"), own, stream),
                "starting a norm");
    };
    m_steps["cross_entropy.F"] = [=, this](int, cudaStream_t stream) {
        require(device::crossEntropy(m_element, at("logits"), m_tokens.as<std::int64_t>(),
                                     m_logSum.as<float>(), m_loss.as<float>(), wide, stream),
                "starting cross-entropy");
    };
    m_steps["cross_entropy.I"] = [=, this](int, cudaStream_t stream) {
        require(device::crossEntropyBackward(m_element, at("logits"), m_tokens.as<std::int64_t>(),
                                             m_logSum.as<float>(), at("d_logits"), wide, stream),
                "starting cross-entropy's backward");
    };
    if (isEager())
        addEagerCrossEntropy();
    // No residual passes by the last norm.
    addNormBackward("norm.I", "norm", "d_n", "x", "", "d_x", m_shape.normTokens());
}

double BlockRunner::tune(cudaStream_t stream)
{
    double gain = 1;
    const DataType type = m_shape.valueType();
    for (const Linear& linear : linearsOf(m_block, m_shape)) {
        if (linear.isFp8) // scales would have to be told
            continue;
        const std::string name(linear.name);
        const LinearEnds& ends = endsOf(name);
        const auto tuned = [&](Op op, DataType outputType, const std::string& a, const std::string& b,
                               const std::string& c) {
            Gemm& gemm = m_gemms.get(linearGemm(linear, op, m_shape), type, outputType);
            gain = std::min(gain, gemm.tune(at(a), at(b), at(c), m_gemms.workspace(), stream));
        };
        tuned(Op::Forward, type, weightName(name, 0), ends.input, ends.output);
        tuned(Op::Input, type, weightName(name, 0), ends.outputGradient, ends.inputGradient);
        tuned(Op::Weight, m_shape.gradientType, ends.input, ends.outputGradient, "g." + name);
    }
    return gain;
}

} // namespace bubblescope::probe
